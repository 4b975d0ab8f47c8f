package import AppearanceEngine
package import AppearanceModel

/// The language of a page: its translation, its numbers and its times.
package struct PageFormatter {
    /// Returns the translation of an English text, whose `%s` stand for values, also as `%1$s`.
    ///
    /// It is called with literals alone, so that xgettext finds every text.
    package let tr: (String) -> String
    /// Returns the translation of a text for a number, of which English has two forms.
    ///
    /// It is called with literals too: `format.ntr("%s day", "%s days", days).filled("\(days)")`.
    package let ntr: (_ one: String, _ other: String, _ count: Int) -> String
    /// The decimal point of the locale.
    private let decimalPoint: String
    /// The separator of thousands of the locale.
    private let groupSeparator: String
    /// Returns a time of day; `nil` for `HH:MM`.
    private let clock: ((_ hour: Int, _ minute: Int) -> String)?
    /// Returns a date; `nil` for `YYYY-MM-DD`.
    private let date: ((_ year: Int, _ month: Int, _ day: Int) -> String)?
    private let zone: TimeZoneRules
    private let now: WallTime

    /// A language; without a translation, English.
    package init(
        zone: TimeZoneRules, now: WallTime, decimalPoint: String = ".",
        groupSeparator: String = ",",
        clock: ((_ hour: Int, _ minute: Int) -> String)? = nil,
        date: ((_ year: Int, _ month: Int, _ day: Int) -> String)? = nil,
        ntr: @escaping (_ one: String, _ other: String, _ count: Int) -> String = {
            $2 == 1 ? $0 : $1
        },
        tr: @escaping (String) -> String = { $0 }
    ) {
        self.zone = zone
        self.now = now
        self.decimalPoint = decimalPoint
        self.groupSeparator = groupSeparator
        self.clock = clock
        self.date = date
        self.ntr = ntr
        self.tr = tr
    }

    /// Returns a number with at most three figures, or all those before the point.
    package func number(_ value: Double) -> String {
        String(figures(value).flatMap { $0 == "." ? decimalPoint : String($0) })
    }

    /// Returns a colour temperature with its unit: `3,400 K`.
    package func kelvin(_ value: Int) -> String {
        let digits = String(value)
        let thousands = digits.dropLast(3)
        let number =
            thousands.isEmpty ? digits : thousands + groupSeparator + digits.suffix(3)
        return tr("%s K").filled(number)
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
        let clock = timeOfDay(local)
        switch local.date.daysSinceEpoch - zone.local(now).date.daysSinceEpoch {
        case 0: return clock
        case 1: return tr("%s tomorrow").filled(clock)
        case -1: return tr("%s yesterday").filled(clock)
        case -6..<7: return on(local.weekday).filled(clock)
        case _: return tr("%1$s on %2$s").filled(clock, date(local.date))
        }
    }

    private func timeOfDay(_ local: LocalTime) -> String {
        let minute = Int(local.microsecondOfDay / 60_000_000)
        return clock?(minute / 60, minute % 60) ?? local.hoursAndMinutes
    }

    /// Returns a date in figures: `2026-12-05`, `05.12.2026`.
    package func date(_ date: CivilDate) -> String {
        let (year, month, day) = date.components
        return self.date?(year, month, day) ?? "\(date)"
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
