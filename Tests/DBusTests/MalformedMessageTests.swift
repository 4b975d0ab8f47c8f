import AppearanceTestSupport
import DBus
import EventLoop
import Foundation
import Synchronization
import Testing

/// Invalid bytes on the bus connection.
@Suite(.bounded) struct MalformedMessageTests {
    private let home: TestHome
    private let loop: EventLoop

    init() throws {
        home = try TestHome()
        loop = try EventLoop()
    }

    private static let malformed: [(name: String, bytes: [UInt8])] = {
        func changed(_ change: (inout WireMessage) -> Void) -> [UInt8] {
            var message = WireMessage.signal
            change(&message)
            return message.bytes
        }
        let nested = [UInt8](repeating: 0, count: 4)
        return [
            ("no byte order", [UInt8(ascii: "x")] + WireMessage.signal.bytes.dropFirst()),
            ("another protocol", changed { $0.version = 9 }),
            ("no type", changed { $0.type = 0 }),
            ("no serial", changed { $0.serial = 0 }),
            ("more than 128 MiB", changed { $0.statedBodyLength = 0x0900_0000 }),
            ("a body longer than any", changed { $0.statedBodyLength = .max }),
            ("no member", changed { $0.fields.remove(at: 2) }),
            ("no path", changed { $0.fields[0].value = WireMessage.text("no/slash") }),
            ("no interface name", changed { $0.fields[1].value = WireMessage.text("none") }),
            ("no member name", changed { $0.fields[2].value = WireMessage.text("a.b") }),
            ("a field of another type", changed { $0.fields[2] = (3, "u", WireMessage.number(1)) }),
            ("no signature", changed { $0.signature = "a" }),
            ("deep nesting", changed { $0.signature = String(repeating: "a", count: 65) + "s" }),
            ("no end of the text", changed { $0.body[$0.body.count - 1] = 1 }),
            ("a text longer than its body", changed { $0.body[0] = 200 }),
            ("no UTF-8", changed { $0.body[4] = 0xFF }),
            (
                "no boolean",
                changed {
                    $0.signature = "b"; $0.body = WireMessage.number(2)
                }
            ),
            (
                "descriptors that are not there",
                changed { $0.fields.append((9, "u", WireMessage.number(3))) }
            ),
            (
                "an array longer than its body",
                changed {
                    $0.signature = "as"; $0.body = WireMessage.number(0x0400_0001) + nested
                }
            ),
        ]
    }()

    /// Connects to a bus that sends these bytes; returns whether the connection ended.
    private func isDropped(sending bytes: [UInt8], hangingUp hangsUp: Bool) throws -> Bool {
        let bus = try ScriptedBus(in: home, hangsUp: hangsUp) { bytes }
        let connection = try BusConnection(loop: loop, address: bus.address)
        defer { connection.close() }
        var isDropped = false
        connection.onDisconnected = { isDropped = true }
        let deadline = Deadline()
        while !isDropped {
            try deadline.check("the connection to be dropped")
            try loop.runOnce(timeout: 100_000)
        }
        return !connection.isOpen
    }

    @Test(.row("D15"), arguments: malformed.map(\.name))
    func `malformed bytes drop the connection`(_ name: String) throws {
        let bytes = try #require(Self.malformed.first { $0.name == name }?.bytes)
        #expect(try isDropped(sending: bytes, hangingUp: false))
    }

    @Test(.row("D15"), arguments: Seeds.chosen([15]))
    func `damaged messages end in a dropped connection and no crash`(seed: UInt64) throws {
        let whole = WireMessage.signal.bytes
        let dice = Mutex(SplitMix64(seed: seed))
        for _ in 0..<100 {
            let damaged = dice.withLock { dice in
                var bytes = whole
                for _ in 0..<Int.random(in: 1...4, using: &dice) {
                    bytes[.random(in: bytes.indices, using: &dice)] = .random(
                        in: 0...255, using: &dice)
                }
                return bytes
            }
            #expect(try isDropped(sending: damaged, hangingUp: true), "\(damaged)")
        }
    }
}
