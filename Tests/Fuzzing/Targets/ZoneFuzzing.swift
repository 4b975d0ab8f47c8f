import AppearanceEngine
import AppearanceModel

/// With any zone file, every instant has a local time and every local time an instant.
///
/// The first byte selects the kind of the rest.
enum ZoneFuzzing {
    static func flaw(in bytes: [UInt8]) -> String? {
        let rest = Array(bytes.dropFirst())
        switch bytes.first.map({ $0 % 4 }) {
        case 0: return (try? TimeZoneRules(tzif: rest, name: "Z")).flatMap(flaw(of:))
        case 1:
            return TimeZoneRules(posix: String(decoding: rest, as: UTF8.self)).flatMap(flaw(of:))
        case 2:
            _ = ZoneTable(text: rest).coordinates(of: "Europe/Berlin")
            return nil
        default:
            _ = ZoneLinks(text: rest).target(of: "US/Eastern")
            return nil
        }
    }

    // Before, in and after the range of a zone file, and the ends of the calendar.
    private static let seconds: [Int64] = [
        .min / 1_000_000, -62_135_596_800, -3_000_000_000, -1, 0, 1_782_043_200, 4_102_444_800,
        253_402_300_799, .max / 1_000_000,
    ]

    private static func flaw(of rules: TimeZoneRules) -> String? {
        seconds.firstNonNil { seconds in
            let instant = WallTime(microsecondsSinceEpoch: seconds * 1_000_000)
            let local = rules.local(instant)
            guard (0..<86_400_000_000).contains(local.microsecondOfDay) else {
                return "no time of day: \(local)"
            }
            let noon = ClockTime(wrapping: 720)
            guard
                abs(
                    rules.local(rules.instant(of: local.date, noon)).date.daysSinceEpoch
                        - local.date.daysSinceEpoch) <= 1
            else { return "another day: \(local.date)" }
            if let next = rules.next(noon, after: instant), next <= instant {
                return "the next noon has passed: \(next)"
            }
            return nil
        }
    }
}
