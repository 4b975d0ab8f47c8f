internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import SettingsFile

/// The state of a display with a night filter, for a person.
struct ScreenText {
    let screen: FilterStatus
    /// The override in effect; `nil` without one.
    let override: NightOverride?
    /// The appearance in effect; `nil` if the daemon does not run.
    let appearance: Appearance?
    /// The time zone of the daemon; `nil` for the reader's.
    let zone: String?
    let now: WallTime

    /// Returns the state of the first display that has the colours of the evening; `nil` if none has.
    static func evening(_ status: Snapshot, _ now: WallTime) -> String? {
        guard let filters = try? NightFilters.ofThisSession(),
            let screens = try? filters.statuses(),
            let screen = screens.first(where: { !$0.isRed && $0.evening != nil })
        else { return nil }
        return ScreenText(
            screen: screen, override: filters.override(at: .now), appearance: status.appearance,
            zone: status.timeZone, now: now
        ).text
    }

    var text: String {
        guard screen.isKnown else { return "unknown, as its night filter has not written it" }
        let color = color
        if let override {
            return
                "\(overridden(until: time(override.end))), as you chose; undo: appearancectl night auto"
        }
        let end = evening?.loss == nil ? evening?.until : nil
        let comma = screen.evening?.state == .beginning ? "," : ""
        let colorUntil = color + (end.map { "\(comma) until \(time($0))" } ?? "")
        // Their methods are those of a red screen.
        guard screen.isRed || !screen.isFading, evening == nil else { return colorUntil }
        let outputs = screen.outputs.map(\.text).joined(separator: ", ")
        return outputs.isEmpty ? color : "\(color): \(outputs)"
    }

    /// Returns the colours of an override, and its end.
    private func overridden(until end: String) -> String {
        guard case .off? = override, !screen.isRed else { return "\(color), until \(end)" }
        let words = "\(ConfigCommand.current().nightfilter.offWords) until \(end)"
        let isOnItsWay = screen.isFading || evening?.state == .ending
        return isOnItsWay ? "\(color); \(words)" : words
    }

    private func time(_ instant: WallTime) -> String {
        LocalTime(instant, in: ServiceZone(zone)).text(now: now)
    }

    /// The colours of the evening, unless the screen is red.
    private var evening: EveningReport? { screen.isRed ? nil : screen.evening }

    private var color: String {
        let isChanged = screen.outputs.contains(where: \.turnsRed)
        switch (screen.isRed, screen.isFading) {
        case (true, _) where !isChanged: return "not red, although requested"
        case (true, true): return "turning red"
        case (true, false): return "red"
        case (false, true) where evening == nil: return "turning back to normal"
        case (false, _): break
        }
        guard let evening else {
            return appearance == .night || override != nil ? "not red" : "unchanged, red at night"
        }
        let temperature = evening.temperature.kelvinText
        if let loss = evening.loss { return "not at \(temperature): \(loss.excerpt)" }
        return switch evening.state {
        case .on: "evening: \(temperature)"
        case .beginning: "evening: turning to \(temperature)"
        case .ending: "turning back from \(temperature)"
        }
    }
}

extension NightfilterSettings {
    /// The colours that the screen does not get while the filter is turned off.
    var offWords: String {
        switch colors {
        case .red: "not red"
        case .warm: "not warm"
        case .warmAndRed: "neither warm nor red"
        }
    }
}

extension Int {
    /// A colour temperature for a person: `3,400 K`.
    var kelvinText: String {
        let digits = String(self)
        return "\(digits.dropLast(3)),\(digits.suffix(3)) K"
    }
}
