package import AppearanceEngine
package import AppearanceModel

/// The language of a page: its translation, its numbers and its times.
package struct PageFormatter {
    /// Returns the translation of an English text, whose `%s` stand for values, also as `%1$s`.
    ///
    /// It is called with literals alone, so that xgettext finds every text.
    package let tr: (String) -> String
    /// The decimal point of the locale.
    private let decimalPoint: String
    private let zone: TimeZoneRules
    private let now: WallTime

    /// A language; without a translation, English.
    package init(
        zone: TimeZoneRules, now: WallTime, decimalPoint: String = ".",
        tr: @escaping (String) -> String = { $0 }
    ) {
        self.zone = zone
        self.now = now
        self.decimalPoint = decimalPoint
        self.tr = tr
    }

    /// Returns a number with at most three figures, or all those before the point.
    package func number(_ value: Double) -> String {
        String(figures(value).flatMap { $0 == "." ? decimalPoint : String($0) })
    }

    /// Returns a level with its unit: `412 lux`, `40 %`.
    package func level(_ value: Double, _ unit: LightUnit) -> String {
        switch unit {
        case .lux: tr("%s lux").filled(number(value))
        case .percent: number(value) + " %"
        }
    }

    /// Returns a level as the subject of a sentence has it.
    func room(_ light: LightReading) -> String {
        switch light.unit {
        case .lux: level(light.value, .lux)
        case .percent: tr("%s of the sensor's range").filled(level(light.value, .percent))
        }
    }

    /// Returns a time of day, with its day if that is not today: `17:02`, `06:45 tomorrow`.
    package func time(_ instant: WallTime) -> String {
        let local = zone.local(instant)
        let clock = local.hoursAndMinutes
        switch local.date.daysSinceEpoch - zone.local(now).date.daysSinceEpoch {
        case 0: return clock
        case 1: return tr("%s tomorrow").filled(clock)
        case -1: return tr("%s yesterday").filled(clock)
        case -6..<7: return on(local.weekday).filled(clock)
        case _: return tr("%1$s on %2$s").filled(clock, "\(local.date)")
        }
    }

    private func on(_ day: Weekday) -> String {
        switch day {
        case .monday: tr("%s on Monday")
        case .tuesday: tr("%s on Tuesday")
        case .wednesday: tr("%s on Wednesday")
        case .thursday: tr("%s on Thursday")
        case .friday: tr("%s on Friday")
        case .saturday: tr("%s on Saturday")
        case .sunday: tr("%s on Sunday")
        }
    }

    /// Returns the name of an appearance, as a heading or a button.
    package func title(_ appearance: Appearance) -> String {
        switch appearance {
        case .light: tr("Light")
        case .dark: tr("Dark")
        case .night: tr("Night")
        }
    }

    /// Returns the name of a mode, as a button.
    package func title(_ mode: Mode) -> String {
        mode.fixedAppearance.map(title) ?? tr("Automatic")
    }
}

extension String {
    /// Returns a template with its values in place of each `%s` in turn, and of `%1$s` by number.
    ///
    /// A mark without a value stays, as a translation may be wrong.
    package func filled(_ values: String...) -> String {
        var (text, rest, next) = ("", self[...], 0)
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...]
            let mark = rest.prefix(4)
            let numbered = mark.dropFirst().first?.wholeNumberValue
            if rest.starts(with: "%s"), next < values.count {
                text += values[next]
                next += 1
                rest = rest.dropFirst(2)
            } else if let numbered, mark.dropFirst(2) == "$s", values.indices.contains(numbered - 1)
            {
                text += values[numbered - 1]
                rest = rest.dropFirst(4)
            } else {
                text += "%"
                rest = rest.dropFirst()
            }
        }
        return text + rest
    }
}
