package import AppearanceModel

/// The part of the day by the schedule alone, independent of any light sensor.
package enum Phase: String, CaseIterable, Hashable, Sendable {
    /// From the `light` time to the `dark` time.
    case day
    /// From the `dark` time to the `light` time.
    case evening
    /// In the night window, whether by day or in the evening.
    case night
}

extension Phase {
    /// The appearance of the phase without a light sensor.
    package var appearance: Appearance {
        switch self {
        case .day: .light
        case .evening: .dark
        case .night: .night
        }
    }
}

/// An instant at which the phase changes.
package struct Boundary: Equatable, Sendable {
    package var at: WallTime
    /// The phase from this instant on.
    package var to: Phase
    package var cause: Cause

    package init(at: WallTime, to: Phase, cause: Cause) {
        self.at = at
        self.to = to
        self.cause = cause
    }
}

extension Boundary {
    /// The setting of the schedule that makes a boundary.
    package enum Setting: String, CaseIterable, Hashable, Sendable {
        case light, dark, night
        case nightEnd = "night_end"
    }

    /// The way in which a time by the sun was determined.
    package enum Circumstance: Hashable, Sendable {
        /// By the sun as configured.
        case ordinary
        /// The sun stays above the event's elevation; the lowest point of its course counts.
        case sunStaysUp
        /// The sun stays below the event's elevation; the highest point of its course counts.
        case sunStaysDown
        /// No place is known; a fixed time replaces the sun's.
        case placeUnknown(ClockTime)
    }

    /// The limit at which a boundary is, as the time by the sun would be beyond it.
    package enum Limit: Hashable, Sendable {
        case earliest(ClockTime)
        case latest(ClockTime)
    }

    /// The cause of a boundary.
    package struct Cause: Equatable, Sendable {
        package var setting: Setting
        /// The value of the setting.
        package var expression: TimeExpression
        package var circumstance: Circumstance
        /// The limit of the expression that counts; `nil` if the time is the sun's own.
        package var limit: Limit?

        package init(
            setting: Setting, expression: TimeExpression, circumstance: Circumstance,
            limit: Limit? = nil
        ) {
            self.setting = setting
            self.expression = expression
            self.circumstance = circumstance
            self.limit = limit
        }
    }
}

extension Boundary.Cause {
    /// The cause in words for a reader who knows the time already.
    var reason: String {
        switch expression {
        case .clock: "by the clock"
        case .solar: limitWords.map { "the \($0)" } ?? description
        }
    }

    /// The limit that counts, such as `latest for sunset`; `nil` if the time is the sun's own.
    var limitWords: String? {
        switch limit {
        case .earliest: "earliest for \(expression.words)"
        case .latest: "latest for \(expression.words)"
        case nil: nil
        }
    }
}

extension Boundary.Limit: CustomStringConvertible {
    /// The time.
    package var description: String {
        switch self {
        case .earliest(let time), .latest(let time): time.description
        }
    }
}

extension Boundary.Cause: CustomStringConvertible {
    /// The cause in words, such as `sunset`, `30 min before sunset`, `22:30` or `21:00, the latest for
    /// sunset`.
    package var description: String {
        if let limit, let limitWords {
            let words = "\(limit), the \(limitWords)"
            return switch circumstance {
            case .ordinary: words
            case .sunStaysUp: "\(words), as the sun stays up"
            case .sunStaysDown: "\(words), as the sun stays down"
            case .placeUnknown: "\(words), the place being unknown"
            }
        }
        return switch circumstance {
        case .ordinary: expression.words
        case .sunStaysUp: "\(expression.words), at the sun's lowest since it stays up"
        case .sunStaysDown: "\(expression.words), at the sun's highest since it stays down"
        case .placeUnknown(let time): "\(time) for \(expression.words), the place being unknown"
        }
    }
}

/// The state between two marks: the last one passed of each pair of settings.
struct ScheduleState {
    private var isDay = false
    private var isNight = false

    var phase: Phase { isNight ? .night : isDay ? .day : .evening }

    /// Whether it is after dark and before light, in the night window or not.
    var isEvening: Bool { !isDay }

    /// Passes a mark.
    mutating func pass(_ setting: Boundary.Setting) {
        switch setting {
        case .light: isDay = true
        case .dark: isDay = false
        case .night: isNight = true
        case .nightEnd: isNight = false
        }
    }

    /// Returns the cause among the marks just passed; `nil` if they did not change the phase.
    func cause(
        of marks: ArraySlice<ScheduleMark>, after last: Phase
    ) -> Boundary.Cause? {
        let decisive: Boundary.Setting
        switch (last, phase) {
        case (.day, .day), (.evening, .evening), (.night, .night): return nil
        case (_, .night): decisive = .night
        case (.night, _): decisive = .nightEnd
        case (_, .day): decisive = .light
        case (_, .evening): decisive = .dark
        }
        return marks.last { $0.cause.setting == decisive }?.cause
    }
}

extension TimeExpression {
    /// The time in words, without its limits: `22:30`, `sunset`, `1 h 30 min after civil dusk`.
    package var words: String {
        switch self {
        case .clock(let time): time.description
        case .solar(let event, let offset, _) where offset == .zero: event.words
        case .solar(let event, let offset, _) where offset < .zero:
            "\((-offset).words) before \(event.words)"
        case .solar(let event, let offset, _): "\(offset.words) after \(event.words)"
        }
    }
}

extension SolarEvent {
    /// The name in words: `civil dusk`.
    package var words: String {
        rawValue.split(separator: "_").joined(separator: " ")
    }
}

extension Microseconds {
    /// The span in hours, minutes and seconds: `1 h 30 min`.
    package var words: String {
        let seconds = count / 1_000_000
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
        let words = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
        return words.isEmpty ? "less than 1 s" : words.joined(separator: " ")
    }

    /// The span in whole seconds, rounded up.
    package var inWholeSeconds: Microseconds { .seconds((max(count, 0) + 999_999) / 1_000_000) }
}
