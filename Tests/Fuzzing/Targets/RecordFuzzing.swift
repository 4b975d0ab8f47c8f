import AppearanceModel
import AppearanceRecord

/// A record is lived through to its end, or has a line that is wrong.
enum RecordFuzzing {
    /// No record of a real hour has more lines than a fuzzer has time for.
    private static let mostLines = 2000

    static func flaw(in bytes: [UInt8]) -> String? {
        do throws(LineError) {
            var replay = try Replay(bytes, program: "0")
            var line = 1
            while line < mostLines, let step = try replay.next() {
                guard step.line == line + 1 else { return "line \(step.line) after \(line)" }
                line = step.line
            }
            return nil
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            return (1...lines).contains(error.line) ? nil : "no such line: \(error)"
        }
    }
}
