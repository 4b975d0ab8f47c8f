package import AppearanceModel

/// An instant at which the phase changes.
package struct Boundary: Hashable, Sendable {
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
    /// Which setting of the schedule makes a boundary.
    package enum Setting: String, CaseIterable, Hashable, Sendable {
        case light, dark, night
        case nightEnd = "night_end"
    }

    /// How a time by the sun came to its instant.
    package enum Circumstance: Hashable, Sendable {
        /// As it is written.
        case ordinary
        /// The sun stays above the event's elevation: the lowest point of its course counts.
        case sunStaysUp
        /// The sun stays below the event's elevation: the highest point of its course counts.
        case sunStaysDown
        /// No place is known: a fixed time stands in for the sun's.
        case placeUnknown(ClockTime)
    }

    /// Why a boundary is where it is.
    package struct Cause: Hashable, Sendable {
        package var setting: Setting
        /// The setting's value.
        package var expression: TimeExpression
        package var circumstance: Circumstance

        package init(setting: Setting, expression: TimeExpression, circumstance: Circumstance) {
            self.setting = setting
            self.expression = expression
            self.circumstance = circumstance
        }
    }
}

extension Boundary.Cause {
    /// Why the boundary is when it is, for whoever knows the time already.
    var reason: String {
        switch expression {
        case .clock: "by the clock"
        case .solar: description
        }
    }
}

extension Boundary.Cause: CustomStringConvertible {
    /// In words, such as `sunset`, `30 min before sunset` or `22:30`.
    package var description: String {
        switch circumstance {
        case .ordinary: expression.words
        case .sunStaysUp: "\(expression.words), at the sun's lowest since it stays up"
        case .sunStaysDown: "\(expression.words), at the sun's highest since it stays down"
        case .placeUnknown(let time): "\(time) for \(expression.words), the place being unknown"
        }
    }
}
