import AppearanceEngine
import AppearanceModel

/// A recording has its rows in order, or a line that is wrong.
enum TraceFuzzing {
    private static let start = WallTime(microsecondsSinceEpoch: 1_782_043_200_000_000)
    private static let berlin =
        TimeZoneRules(posix: "CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc

    static func flaw(in bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(LineError) {
            let trace = try LightTrace(csv: text, zone: berlin, start: start)
            guard trace.rows.first?.offset == .zero else { return "it does not begin at its start" }
            for (row, next) in zip(trace.rows, trace.rows.dropFirst())
            where row.offset > next.offset {
                return "out of order: \(row), \(next)"
            }
            return trace.rows.firstNonNil { row in
                row.lux.map(\.value).flatMap { $0 >= 0 && $0.isFinite ? nil : "\($0) lux" }
            }
        } catch {
            let lines = text.split(
                omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            return (1...lines.count).contains(error.line) ? nil : "no such line: \(error)"
        }
    }
}
