extension TimeZoneRules {
    /// A time zone as plain numbers, to be written down.
    package struct Spelling: Equatable, Sendable {
        /// The name it is known by.
        package var name: String
        /// Seconds ahead of UTC before the first change.
        package var firstOffset: Int
        /// When clocks change, in seconds since the epoch, and to how many seconds ahead of UTC.
        package var changes: [(at: Int64, offset: Int)]
        /// What holds after the last change, as a TZ variable spells it; nil for its offset.
        package var rule: String?

        package init(
            name: String, firstOffset: Int, changes: [(at: Int64, offset: Int)], rule: String?
        ) {
            self.name = name
            self.firstOffset = firstOffset
            self.changes = changes
            self.rule = rule
        }

        package static func == (left: Spelling, right: Spelling) -> Bool {
            left.name == right.name && left.firstOffset == right.firstOffset
                && left.changes.elementsEqual(right.changes, by: ==) && left.rule == right.rule
        }
    }

    /// More changes than this no zone has.
    private static let mostChanges = 10_000

    /// The zone in plain numbers.
    package var spelling: Spelling {
        Spelling(
            name: name, firstOffset: firstOffset,
            changes: transitions.map { ($0.at, $0.utcOffsetSeconds) }, rule: rule?.text)
    }

    /// Nil unless the changes come in order, and every offset is one that clocks can have.
    package init?(_ spelling: Spelling) {
        let offsets = [spelling.firstOffset] + spelling.changes.map(\.offset)
        guard spelling.changes.count <= Self.mostChanges,
            offsets.allSatisfy({ Self.offsetRange.contains(Int64($0)) }),
            zip(spelling.changes, spelling.changes.dropFirst()).allSatisfy({ $0.at < $1.at }),
            spelling.changes.allSatisfy({ (-1 << 60...1 << 60).contains($0.at) })
        else { return nil }
        var rule: DaylightRule?
        if let text = spelling.rule {
            rule = DaylightRule(text)
            if rule == nil { return nil }
        }
        self.init(
            name: spelling.name, firstOffset: spelling.firstOffset,
            transitions: spelling.changes.map { .init(at: $0.at, utcOffsetSeconds: $0.offset) },
            rule: rule)
    }
}

extension DaylightRule {
    /// The rule as `init(_:)` reads it; the names of the two times are not kept.
    var text: String {
        let standard = "<std>" + Self.clock(-standardOffset)
        guard let daylight else { return standard }
        return "\(standard)<dst>\(Self.clock(-daylight.utcOffset)),\(daylight.start.text),"
            + daylight.end.text
    }

    /// `[-]hh:mm:ss`.
    fileprivate static func clock(_ seconds: Int) -> String {
        let rest = seconds.magnitude
        return "\(seconds < 0 ? "-" : "")\(rest / 3600):\(rest / 60 % 60):\(rest % 60)"
    }
}

extension DaylightRule.Change {
    fileprivate var text: String {
        let name =
            switch day {
            case .ofCommonYear(let day): "J\(day)"
            case .ofYear(let day): "\(day)"
            case .weekday(let month, let week, let weekday): "M\(month).\(week).\(weekday)"
            }
        return "\(name)/\(DaylightRule.clock(secondOfDay))"
    }
}
