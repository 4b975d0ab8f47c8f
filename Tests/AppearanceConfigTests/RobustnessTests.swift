import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Files broken at random: each is taken or refused with a place, and nothing else.
@Suite(.bounded) struct RobustnessTests {
    @Test(arguments: Seeds.chosen([11, 12, 13, 14]))
    func `a mutated file is accepted or refused with a position`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        // Without comments, so that most mutations hit a key or a value.
        let lines = try Repository.text(of: "config/appearanced.toml")
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        var outcomes = (taken: 0, refused: 0)
        for _ in 0..<1000 {
            let text = mutated(lines, with: &random)
            do {
                let configuration = try ConfigurationReader.read(text, file: "c")
                outcomes.taken += 1
                #expect(configuration.ambient.thresholds.nightBelow >= 0)
                #expect(configuration.sensor.poll >= .milliseconds(500))
            } catch {
                outcomes.refused += 1
                #expect(error.diagnostics.allSatisfy { $0.line >= 1 && $0.column >= 1 })
                #expect(error.diagnostics.allSatisfy { !$0.reason.isEmpty })
            }
        }
        #expect(outcomes.taken > 10 && outcomes.refused > 100)
    }

    private func mutated(_ lines: [Substring], with random: inout SplitMix64) -> [UInt8] {
        var lines = lines
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let line = Int.random(in: 0..<lines.count, using: &random)
            let other = Int.random(in: 0..<lines.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: lines.remove(at: line)
            case 1: lines.swapAt(line, other)
            default: lines.insert(lines[other], at: line)
            }
        }
        var bytes = Array(lines.joined(separator: "\n").utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...2, using: &random))
            let signs = Array("\"'[]{}=.,#\n -_9e0smh".utf8) + [0x00, 0xFF]
            let patch = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                signs.randomElement(using: &random) ?? 0
            }
            bytes.replaceSubrange(start..<end, with: patch)
        }
        return bytes
    }
}
