/// A temporary override of the night filter, independent of the appearance.
package enum NightOverride: Equatable, Sendable {
    /// No filter, even at night.
    case off(until: WallTime)
    /// Filtered, even by day.
    case on(until: WallTime)

    /// The folder of the file, below `XDG_RUNTIME_DIR`, for the filters of all displays.
    package static let folder = "appearance-nightfilter"
    /// The file in that folder.
    package static let fileName = "wish"
    /// The size limit of that file in bytes.
    package static let largestFile = 256

    /// The end of the override.
    package var end: WallTime {
        switch self {
        case .off(let end), .on(let end): end
        }
    }

    /// The line in the file: `on` or `off`, and the end in microseconds since the epoch.
    package var text: String {
        let word =
            switch self {
            case .off: "off"
            case .on: "on"
            }
        return "\(word) \(end.microsecondsSinceEpoch)\n"
    }

    /// Returns the overrides of a file, one per line; the first that has not ended is in effect.
    ///
    /// A preview is written before the override that it interrupts.
    package static func all(in text: some StringProtocol) -> [NightOverride] {
        text.split(separator: "\n").compactMap { NightOverride($0) }
    }

    /// Parses a line; `nil` if it is invalid.
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
