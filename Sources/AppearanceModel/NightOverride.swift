/// What a user wants of the whole screen for a while, whatever the appearance is.
package enum NightOverride: Hashable, Sendable {
    /// As it always is, even at night.
    case off(until: WallTime)
    /// Red, even by day.
    case on(until: WallTime)

    /// Where the filters of all displays find it, below `XDG_RUNTIME_DIR`.
    package static let folder = "appearance-nightfilter"
    /// The file in that folder.
    package static let fileName = "wish"

    /// When it ends.
    package var end: WallTime {
        switch self {
        case .off(let end), .on(let end): end
        }
    }

    /// The file's text: `on` or `off`, and the microseconds since the epoch at which it ends.
    package var text: String {
        let word =
            switch self {
            case .off: "off"
            case .on: "on"
            }
        return "\(word) \(end.microsecondsSinceEpoch)\n"
    }

    /// The first line of a file whose wish has not ended: a preview stands before what it
    /// interrupts.
    package static func first(in text: some StringProtocol, at now: WallTime) -> NightOverride? {
        all(in: text).first { $0.end > now }
    }

    /// The wishes of a file, one a line, the first to count first.
    package static func all(in text: some StringProtocol) -> [NightOverride] {
        text.split(separator: "\n").compactMap { NightOverride($0) }
    }

    /// Nil for what no program of ours writes.
    package init?(_ text: some StringProtocol) {
        let words = text.split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let microseconds = Int64(words[1]) else { return nil }
        let end = WallTime(microsecondsSinceEpoch: microseconds)
        switch words[0] {
        case "off": self = .off(until: end)
        case "on": self = .on(until: end)
        default: return nil
        }
    }
}
