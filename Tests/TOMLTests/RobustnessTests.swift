import AppearanceTestSupport
import TOML
import Testing

/// Texts made to break a reader: none may trap, exhaust the stack or take more than linear time.
@Suite(.bounded) struct RobustnessTests {
    @Test(arguments: ["[", "{a=", "[{a=", "a.", "\"", "'''", "a=[[", "[[", "\\", "\u{FEFF}"])
    func `endless nesting is refused`(_ opening: String) {
        let endless = String(repeating: opening, count: 300_000)
        for text in [endless, "a=" + endless, "[" + endless, "a=[\n" + endless] {
            #expect(throws: TOMLError.self) { try TOMLTable(parsing: text) }
        }
    }

    @Test func `64 levels are read and 65 are not`() throws {
        func arrays(_ count: Int) -> String {
            String(repeating: "[", count: count) + String(repeating: "]", count: count)
        }
        func path(_ count: Int) -> String {
            Array(repeating: "a", count: count).joined(separator: ".")
        }
        for text in [
            "a = \(arrays(63))", "\(path(64)) = 1", "[\(path(64))]",
            "[\(path(32))]\n\(path(32)) = 1", "[\(path(64))]\n[b.\(path(63))]",
            "[[\(path(32))]]\n\(path(16)) = \(arrays(16))",
        ] {
            #expect(throws: Never.self) { try TOMLTable(parsing: text) }
        }
        for text in [
            "a = \(arrays(64))", "\(path(65)) = 1", "[\(path(65))]",
            "[\(path(32))]\n\(path(33)) = 1",
            "[[\(path(32))]]\n\(path(16)) = \(arrays(17))",
        ] {
            let error = #expect(throws: TOMLError.self) { try TOMLTable(parsing: text) }
            #expect(error?.message.hasPrefix("more than 64 tables and arrays") == true)
        }
    }

    @Test func `a hundred thousand tables are read`() throws {
        let text = (0..<50_000).map { "[t\($0)]\nk = [\($0)]\n[[array]]\n" }.joined()
        let table = try TOMLTable(parsing: text)
        #expect(table.entries.count == 50_001)
        guard case .array(let tables)? = table["array"]?.value.content else {
            Issue.record("array is no array")
            return
        }
        #expect(tables.count == 50_000)
    }

    @Test func `every pair of bytes is read or refused`() {
        var refused = 0
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let bytes = [UInt8(ascii: "="), first, second]
                if (try? TOMLTable(parsing: bytes)) == nil { refused += 1 }
                _ = try? TOMLTable(parsing: Array("a=".utf8) + [first, second])
                _ = try? TOMLTable(parsing: Array("a=\"".utf8) + [first, second])
            }
        }
        #expect(refused == 65_536)
    }

    @Test(arguments: Seeds.chosen(1...3))
    func `a mutated document is read or refused with a position`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let corpus = try (Corpus.valid + Corpus.invalid).map(Corpus.bytes(of:))
        var outcomes = (read: 0, refused: 0)
        for bytes in corpus {
            for _ in 0..<8 {
                let mutant = mutated(bytes, with: &random)
                do {
                    _ = try TOMLTable(parsing: mutant)
                    outcomes.read += 1
                } catch {
                    outcomes.refused += 1
                    #expect(error.place >= TOMLPlace(line: 1, column: 1))
                    #expect(!error.message.isEmpty)
                }
            }
        }
        #expect(outcomes.read > 100 && outcomes.refused > 1000)
    }

    private func mutated(_ bytes: [UInt8], with random: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...4, using: &random))
            let length = Int.random(in: 0...4, using: &random)
            let signs = Array("\"'\\[]{}=.,#\n\r\t -_+eux0\u{7F}".utf8) + [0x00, 0x80, 0xED, 0xFF]
            let patch = (0..<length).map { _ in signs.randomElement(using: &random) ?? 0 }
            bytes.replaceSubrange(start..<end, with: patch)
        }
        return bytes
    }
}
