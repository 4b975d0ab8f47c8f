/// A temporary override of the night filter, independent of the appearance.
package enum NightOverride: Equatable, Sendable {
    /// No filter, even at night.
    case off(until: WallTime)
    /// Red, even by day.
    case on(until: WallTime)
    /// The colours of the evening, even by day, and no red.
    case evening(until: WallTime)

    /// The folder of the file, below `XDG_RUNTIME_DIR`, for the filters of all displays.
    package static let folder = "appearance-nightfilter"
    /// The file in that folder.
    package static let fileName = "wish"
    /// The size limit of that file in bytes.
    package static let largestFile = 256

    /// The override as its word in the file.
    package var word: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .evening: "evening"
        }
    }

    /// The end of the override.
    package var end: WallTime {
        switch self {
        case .off(let end), .on(let end), .evening(let end): end
        }
    }
}

extension NightOverride {
    /// An override as a line of the file: `on`, `off` or `evening`, its end in microseconds since the epoch, or
    /// `-` for a duration, and its end in microseconds since the machine started.
    ///
    /// A duration passes on the boot clock, and any other end comes by the wall clock, unless the boot clock
    /// reaches it more than a minute earlier: if the wall clock was wrong when it was computed, it may be a year
    /// away. A line of an earlier version lacks the third word.
    package struct Line: Equatable, Sendable {
        private enum Word: String { case on, off, evening }

        /// By so much the two clocks may differ without one of them having been set: they are read one after the
        /// other, and the wall clock is slewed.
        private static let clockTolerance = Microseconds.minutes(1)

        private let word: Word
        private let wall: WallTime?
        private let boot: BootTime?

        /// Creates the line of an override, which was chosen at a moment.
        package init(_ override: NightOverride, isDuration: Bool, at now: Moment) {
            word =
                switch override {
                case .off: .off
                case .on: .on
                case .evening: .evening
                }
            wall = isDuration ? nil : override.end
            boot = now.boot + (override.end - now.wall)
        }

        /// Parses a line; `nil` if it is invalid.
        package init?(_ text: some StringProtocol) {
            let words = text.split { $0 == " " || $0 == "\n" }
            guard words.count == 2 || words.count == 3,
                let word = Word(rawValue: String(words[0]))
            else { return nil }
            self.word = word
            wall = Int64(words[1]).map(WallTime.init(microsecondsSinceEpoch:))
            boot =
                words.count == 3 ? Int64(words[2]).map(BootTime.init(microsecondsSinceBoot:)) : nil
            guard boot != nil || words.count == 2, wall != nil || words[1] == "-" && boot != nil
            else { return nil }
        }

        /// Whether the override changes the colours of the screen.
        package var changesColors: Bool {
            switch word {
            case .on, .evening: true
            case .off: false
            }
        }

        /// Returns the lines of a file.
        ///
        /// A preview is written before the override that it interrupts.
        package static func all(in text: some StringProtocol) -> [Line] {
            text.split(separator: "\n").compactMap { Line($0) }
        }

        /// The line with its end.
        package var text: String {
            let ends = [
                wall.map { "\($0.microsecondsSinceEpoch)" } ?? "-",
                boot.map { "\($0.microsecondsSinceBoot)" },
            ]
            return ([word.rawValue] + ends.compactMap(\.self)).joined(separator: " ") + "\n"
        }

        /// Returns the override with its end on the wall clock as it is now; `nil` if it has ended.
        package func override(at now: Moment) -> NightOverride? {
            let booted = boot.map { now.wall + ($0 - now.boot) }
            guard var end = wall ?? booted else { return nil }
            if let booted, booted < end - Self.clockTolerance { end = booted }
            guard end > now.wall else { return nil }
            return switch word {
            case .on: .on(until: end)
            case .off: .off(until: end)
            case .evening: .evening(until: end)
            }
        }
    }
}
