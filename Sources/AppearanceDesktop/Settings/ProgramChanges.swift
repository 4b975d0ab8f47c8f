// A change of the preference has no author. A desktop with a switch of its own has one place where a person
// turns it; elsewhere shells and scripts write the preference too, and only the time of a change tells.

package import AppearanceModel

/// Recognizes the changes of the preference that programs make, on a desktop without a switch of its own.
package struct ProgramChanges: Sendable {
    /// The sign that a program has made a change.
    package enum Sign: Hashable, Sendable {
        case sessionStart, outputChange, revert, repetition
    }

    /// The time after the start of a session, or a change of its outputs, in which programs restore what
    /// they have saved.
    static let restoring = Microseconds.minutes(1)
    /// The time after a change of ours in which a program reverts it; a person takes longer.
    static let reverting = Microseconds.seconds(5)
    /// The time in which a second change is a program's.
    static let repeating = Microseconds.minutes(5)

    private var restoringUntil: (time: BootTime, sign: Sign)?
    private var lastOwn: BootTime?
    private var last: BootTime?
    /// The tone of the last change that counted as a person's.
    private var chosen: Tone?

    package init() {}

    /// Expects that programs restore their settings, after an event at a time.
    package mutating func expectRestoring(after sign: Sign, at now: BootTime) {
        restoringUntil = (now + Self.restoring, sign)
    }

    /// Records that the daemon itself changes the preference.
    package mutating func recordOwn(at now: BootTime) { lastOwn = now }

    /// Compares the time of a change with those that are a program's.
    ///
    /// - Parameters:
    ///   - tone: The tone of the new value.
    ///   - present: The tone of the appearance.
    ///   - isOverridden: Whether a mode other than `auto` is chosen.
    ///   - now: The time of the change.
    /// - Returns: The sign that it is a program's; `nil` if it counts as a person's choice.
    package mutating func sign(
        ofChangeTo tone: Tone, from present: Tone, isOverridden: Bool, at now: BootTime
    ) -> Sign? {
        // A person may take a choice back at any time.
        if isOverridden, let chosen, chosen == present, tone != present {
            self.chosen = nil
            last = now
            return nil
        }
        if let restoringUntil, now < restoringUntil.time { return restoringUntil.sign }
        if let lastOwn, now - lastOwn < Self.reverting, tone != present { return .revert }
        defer { last = now }
        if let last, now - last < Self.repeating, tone != present { return .repetition }
        if tone != present { chosen = tone }
        return nil
    }
}

extension ProgramChanges.Sign {
    /// The time of the change, as the reason why it is a program's.
    package var text: String {
        switch self {
        case .sessionStart: "within a minute of the session's start"
        case .outputChange: "within a minute of a change of the displays"
        case .revert: "right after appearanced had set it"
        case .repetition: "for the second time in five minutes"
        }
    }
}

extension Desktop {
    /// Whether nothing of the desktop itself switches between light and dark.
    package var lacksSwitch: Bool {
        switch self {
        case .x11, .layerShell: true
        case .gnome, .kde, .xfce, .mate, .cinnamon, .budgie, .pantheon, .cosmic, .other: false
        }
    }
}
