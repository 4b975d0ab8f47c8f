import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

/// Messages with a few bytes changed: whatever comes of them, it is an answer and no crash.
@Suite(.bounded) struct FuzzTests {
    @Test(arguments: Seeds.chosen(1...4))
    func `a damaged call is decoded or refused`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let seeds = RequestRoundTripTests.requests.map { Array(Call($0).encoded().dropLast()) }
        var calls = 0
        var refusals = 0
        for _ in 0..<3000 {
            let message = random.damaged(seeds[random.below(seeds.count)], among: seeds)
            do throws(CallError) {
                let call = try Call.decode(message)
                calls += 1
                // A decoded message is decoded again after it is encoded.
                #expect(try Call.decode(Array(call.encoded().dropLast())) == call)
            } catch {
                refusals += 1
                guard let reply = error.reply else { continue }
                #expect((try? Response.decode(withoutNUL(reply)))?.outcome == .error(error.error))
            }
        }
        #expect(calls > 0 && refusals > 0)
    }

    @Test(arguments: Seeds.chosen(5...6))
    func `a damaged reply is decoded or refused`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let replies: [Reply] = [
            .status(Examples.fullSnapshot), .explanation(Examples.fullRationale),
            .sensors(Examples.sensors), .error(.limitsExceeded(limit: "x")), .done,
        ]
        let seeds = replies.map { Array($0.encoded().dropLast()) }
        var read = 0
        for _ in 0..<3000 {
            let message = random.damaged(seeds[random.below(seeds.count)], among: seeds)
            guard let response = try? Response.decode(message),
                case .parameters(let parameters) = response.outcome
            else { continue }
            read += 1
            _ = try? Snapshot(parameters["status"] ?? .null)
            _ = try? Rationale(parameters["explanation"] ?? .null)
            for sensor in parameters["sensors"]?.array ?? [] { _ = try? SensorListing(sensor) }
        }
        #expect(read > 0)
    }
}

extension SplitMix64 {
    fileprivate mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

    /// A message with one to four bytes changed, taken out, put in, or a stretch of another one.
    fileprivate mutating func damaged(_ message: [UInt8], among others: [[UInt8]]) -> [UInt8] {
        var message = message
        for _ in 0...below(4) where !message.isEmpty {
            let place = below(message.count)
            switch below(5) {
            case 0: message[place] = UInt8(below(256))
            case 1: message.remove(at: place)
            case 2: message.insert(Array("{}[]\",:\\0-e.".utf8)[below(12)], at: place)
            case 3: message.removeSubrange(place..<min(message.count, place + below(20)))
            default:
                let other = others[below(others.count)]
                let start = below(other.count)
                message.insert(contentsOf: other[start..<min(other.count, start + 30)], at: place)
            }
        }
        return message
    }
}
