package import AppearanceConfig
package import AppearanceEngine
package import AppearanceModel
package import AppearanceRecord

/// The content of the page *When*, and the changes of the configuration that its rows make.
package struct WhenPage: Equatable {
    /// A level of light at which the appearance changes.
    package enum Level: CaseIterable, Sendable {
        case darkBelow, lightAbove, nightBelow, nightAbove
    }

    /// The reason for which the rows cannot be used; `nil` if they can.
    package let lock: SettingsLock?
    /// The rule that decides.
    package let rule: SettingRow
    /// The unit of the levels.
    package let unit: LightUnit
    package let thresholds: Thresholds
    /// The present light; `nil` if it is unknown.
    package let light: LightReading?
    /// Whether the daemon runs and has no sensor.
    private let hasNoSensor: Bool
    /// How long the light must last.
    package let dwell: [SettingRow]
    /// The times of the chosen day, or of every day without its own.
    package let times: [SettingRow]
    /// The circumstances for which a change waits, and its notice.
    package let manners: [SettingRow]
    /// The days with their own times.
    package let otherDays: [Weekday]
    /// The place whose sun counts, and the origin of that knowledge.
    package let place: SunPlace

    /// The page of a configuration, with the light of the running daemon, and the times of a day; `nil` for
    /// those of every day without its own.
    package init(
        _ configuration: Configuration, place: SunPlace, day: Weekday? = nil, lock: SettingsLock?,
        status: Snapshot?, _ format: PageFormatter
    ) {
        self.lock = lock
        self.place = place
        rule = .choice(
            "ambient.policy", format.tr("Decide by"),
            values: Policy.allCases.map { ($0.rawValue, format.title($0)) }, in: configuration)
        dwell = Self.dwellRows(configuration, format)
        times = Self.timeRows(configuration, on: day, format)
        manners = Self.mannerRows(configuration, format)
        light = status?.light
        hasNoSensor = status?.sensor == SensorState.none
        unit = light?.unit ?? .lux
        thresholds = configuration.ambient.thresholds(in: unit)
        otherDays = Weekday.allCases.filter { configuration.schedule.weekdays[$0] != nil }
    }

    // MARK: Text

    /// Returns the present light in words.
    package func lightText(_ format: PageFormatter) -> String {
        if let light { return format.level(light.value, light.unit) }
        return hasNoSensor
            ? format.tr("No light sensor; docs/desktop-pc.md has other ways to measure light")
            : format.tr("No light sensor is read now")
    }

    /// Returns the remark on days with their own times; empty for none.
    package func otherDaysText(_ format: PageFormatter) -> String {
        guard !otherDays.isEmpty else { return "" }
        let names = otherDays.map(format.name).joined(separator: ", ")
        return format.tr("Other times on: %s").filled(names)
    }

    // MARK: Changes

    /// Returns the level of a row.
    package func value(_ level: Level) -> Double {
        switch level {
        case .darkBelow: thresholds.darkBelow
        case .lightAbove: thresholds.lightAbove
        case .nightBelow: thresholds.nightBelow
        case .nightAbove: thresholds.nightAbove
        }
    }

    /// The scale of the picture of the light.
    package var scale: LightScale {
        unit == .lux ? LightScale(low: 0.1, high: 10_000) : LightScale(low: 0.1, high: 100)
    }

    /// Returns the level that lies nearest to a place on the scale, for a hand that takes hold of it; `nil` if
    /// none is near.
    package func level(near place: Double, within distance: Double) -> Level? {
        let distances = Level.allCases.map { ($0, abs(scale.place(value($0)) - place)) }
        return distances.filter { $0.1 <= distance }.min { $0.1 < $1.1 }?.0
    }

    /// Returns a level as it is written when a hand leaves it at a place on the scale: with two figures.
    package func value(at place: Double) -> Double {
        let level = scale.level(at: place)
        let unit: Double =
            level < 1 ? 0.01 : level < 10 ? 0.1 : level < 100 ? 1 : level < 1000 ? 10 : 100
        return Double(figures((level / unit).rounded() * unit)) ?? level
    }

    /// Returns the change that gives a row another level.
    package func change(_ level: Level, to value: Double) -> ConfigurationEdit.Change {
        let table = unit == .lux ? "ambient" : "ambient.percent"
        let key =
            switch level {
            case .darkBelow: "dark_below"
            case .lightAbove: "light_above"
            case .nightBelow: "night_below"
            case .nightAbove: "night_above"
            }
        return ConfigurationEdit.Change("\(table).\(key)", to: figures(value))
    }

    /// Returns the changes by which the appearance changes at the present light; none without light.
    ///
    /// The other level keeps its distance, if the two would meet.
    package func changesFromHere(_ level: Level) -> [ConfigurationEdit.Change] {
        guard let light, light.value > 0 else { return [] }
        let here = light.value < 10 ? (light.value * 10).rounded() / 10 : light.value.rounded()
        switch level {
        case .darkBelow:
            let other = max(thresholds.lightAbove, here * 1.5)
            return [change(.darkBelow, to: here), change(.lightAbove, to: other)]
        case .lightAbove:
            let other = min(thresholds.darkBelow, here / 1.5)
            return [change(.darkBelow, to: other), change(.lightAbove, to: here)]
        case .nightBelow, .nightAbove: return []
        }
    }

    // MARK: Rows

    private static func dwellRows(
        _ configuration: Configuration, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        func row(_ key: String, _ title: String) -> SettingRow {
            .choice(
                key, title,
                values: [
                    ("0s", tr("At once")), ("5s", tr("5 seconds")), ("15s", tr("15 seconds")),
                    ("30s", tr("30 seconds")), ("1m", tr("1 minute")), ("2m", tr("2 minutes")),
                    ("5m", tr("5 minutes")),
                ], in: configuration)
        }
        return [
            row("ambient.dwell.light_to_dark", tr("Before dark")),
            row("ambient.dwell.dark_to_light", tr("Before light")),
        ]
    }

    /// Returns the rows about changes by light or schedule at an unwelcome time.
    private static func mannerRows(
        _ configuration: Configuration, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let wait = SettingRow.choice(
            "switch.hold", tr("Waits"),
            [
                .init(tr("For nothing"), .init("switch.hold", to: "[]")),
                .init(
                    tr("For films and games that fill the screen"),
                    .init("switch.hold", to: "[\"fullscreen\", \"gamemode\"]")),
                .init(
                    tr("Also while the screen is shared"),
                    .init("switch.hold", to: "[\"fullscreen\", \"gamemode\", \"screencast\"]")),
            ], in: configuration)
        let moment = SettingRow.choice(
            "switch.when", tr("Comes"),
            values: [
                ("now", tr("At once")), ("pause", tr("When I do not type")),
                ("idle", tr("When nobody uses the computer")),
                ("unlock", tr("When the screen is locked")),
            ], in: configuration)
        let bound = SettingRow.choice(
            "switch.at_most", tr("Waits at most"),
            values: [
                ("10m", tr("10 minutes")), ("30m", tr("30 minutes")), ("1h", tr("1 hour")),
                ("2h", tr("2 hours")),
            ], in: configuration)
        let notice = SettingRow.choice(
            "notify.changes", tr("Is announced"),
            values: [
                ("first", tr("The first three times")), ("always", tr("Always")),
                ("never", tr("Never")),
            ], in: configuration)
        let change = configuration.change
        let isImmediate = change.hold.isEmpty && change.when == .now
        return [wait, moment] + (isImmediate ? [] : [bound]) + [notice]
    }

    /// Returns the times of a day, of which those without a value of their own are those of every day.
    private static func timeRows(
        _ configuration: Configuration, on day: Weekday?, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let table = day.map { "schedule.\($0.rawValue)" } ?? "schedule"
        return [("light", tr("Light from")), ("dark", tr("Dark from"))].map { name, title in
            .text("\(table).\(name)", title, isOptional: day != nil, in: configuration)
        }
    }
}

extension PageFormatter {
    /// Returns a place: `52.5° north, 13.4° east`.
    func text(of place: Coordinates) -> String {
        let template =
            switch (place.latitudeDegrees < 0, place.longitudeDegrees < 0) {
            case (false, false): tr("%1$s° north, %2$s° east")
            case (false, true): tr("%1$s° north, %2$s° west")
            case (true, false): tr("%1$s° south, %2$s° east")
            case (true, true): tr("%1$s° south, %2$s° west")
            }
        return template.filled(
            number((place.latitudeDegrees.magnitude * 10).rounded() / 10),
            number((place.longitudeDegrees.magnitude * 10).rounded() / 10))
    }

    /// Returns the place whose sun counts, with the reason for which it does.
    package func text(of place: SunPlace) -> String {
        guard let coordinates = place.coordinates else {
            return tr("Unknown: fixed times replace sunrise and sunset")
        }
        return switch place.origin {
        case .configuration: text(of: coordinates)
        case .clockElsewhere: tr("%s, by the clock of this journey").filled(text(of: coordinates))
        case .timeZone: tr("%s, from the time zone").filled(text(of: coordinates))
        }
    }

    /// Returns the name of a day.
    package func name(_ day: Weekday) -> String {
        switch day {
        case .monday: tr("Monday")
        case .tuesday: tr("Tuesday")
        case .wednesday: tr("Wednesday")
        case .thursday: tr("Thursday")
        case .friday: tr("Friday")
        case .saturday: tr("Saturday")
        case .sunday: tr("Sunday")
        }
    }

    /// Returns the name of a rule, as a choice.
    package func title(_ policy: Policy) -> String {
        switch policy {
        case .sensor: tr("Light in the room, else sun and clock")
        case .darker: tr("The darker of both")
        case .lighter: tr("The lighter of both")
        case .schedule: tr("Sun and clock only")
        }
    }
}
