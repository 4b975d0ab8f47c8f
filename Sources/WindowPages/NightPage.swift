internal import AppearanceConfig
package import AppearanceModel
package import AppearanceProtocol

/// The content of the page *Night*: when it is night, and the colours of the screen then.
package struct NightPage: Equatable {
    /// The state of the program that turns the screen red.
    package enum Filter: Equatable, Sendable {
        /// It is not installed.
        case missing
        case off
        /// It runs, with the displays that it has found, and the colours of the evening while there are some.
        case running([OutputReport], evening: EveningReport? = nil)
    }

    /// The time and the light of night.
    package let night: [SettingRow]
    /// The warm colours in the evening.
    package let evening: [SettingRow]
    /// The colours and the manners of the red screen.
    package let red: [SettingRow]
    private let filter: Filter?
    private let colors: NightfilterSettings.Colors
    /// The end of an override by which the screen is not red; `nil` without one.
    package let offUntil: WallTime?

    /// The page of a configuration, with the state of the filter; `nil` while that is unknown.
    package init(
        _ configuration: Configuration, unit: LightUnit, filter: Filter?, offUntil: WallTime? = nil,
        _ format: PageFormatter
    ) {
        night = Self.nightRows(configuration, unit, format)
        evening = Self.eveningRows(configuration, format)
        red = Self.redRows(configuration, format)
        self.filter = filter
        colors = configuration.nightfilter.colors
        self.offUntil = offUntil
    }

    package var isFilterInstalled: Bool { filter != nil && filter != .missing }

    package var isFilterOn: Bool { if case .running = filter { true } else { false } }

    /// Returns the way in which the screen turns red on this computer.
    package func filterText(_ format: PageFormatter) -> String {
        let tr = format.tr
        switch filter {
        case nil: return ""
        case .missing:
            return tr("The package appearance-nightfilter is not installed")
        case .off: return tr("Every program's window, also films")
        case .running(let outputs, let evening):
            if let offUntil { return offText(format).filled(format.time(offUntil)) }
            if let evening { return evening.text(format) }
            if let output = outputs.first(where: { !$0.turnsRed }) {
                return output.holder.map {
                    tr("%1$s stays as it is: %2$s controls its colours").filled(output.name, $0)
                } ?? tr("%s stays as it is: its colours cannot be changed").filled(output.name)
            }
            let methods = Set(outputs.map(\.method))
            if methods.contains(.nightLight) {
                return tr("Only orange: this desktop allows no more than its own night light")
            }
            if methods.contains(.redChannel) {
                return tr("Every pixel black or red; pure green and blue turn black")
            }
            return tr("Every pixel black or a shade of red")
        }
    }

    /// Returns the colours that an override turns off, with a place for its end.
    private func offText(_ format: PageFormatter) -> String {
        let tr = format.tr
        return switch colors {
        case .red: tr("Not red until %s")
        case .warm: tr("Not warm until %s")
        case .warmAndRed: tr("Neither warm nor red until %s")
        }
    }

    // MARK: Rows

    private static func nightRows(
        _ configuration: Configuration, _ unit: LightUnit, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let needs = configuration.ambient.nightNeeds
        let isOn = configuration.schedule.everyDay.night != nil || needs == .sensor
        let begin = SettingRow.Change("schedule.night", to: "\"\"")
        let usual =
            configuration.schedule.everyDay.night == nil
            ? Configuration().text(of: "schedule.night") : configuration.text(of: "schedule.night")
        let byHours = SettingRow.Change("ambient.night_needs", to: "\"both\"")
        let toggle = SettingRow(
            "schedule.night", tr("Night"),
            subtitle: tr("A third look, black and red, for late in the evening"),
            .toggle(
                isOn: isOn, on: [.init("schedule.night", to: usual ?? "\"22:30\"")],
                off: needs == .sensor ? [begin, byHours] : [begin]))
        guard isOn else { return [toggle] }
        let rows = [
            toggle,
            SettingRow.text("schedule.night", tr("Begins"), in: configuration),
            SettingRow.text("schedule.night_end", tr("Ends"), in: configuration),
            SettingRow.choice(
                "ambient.night_needs", tr("It needs"),
                values: [
                    ("both", tr("A dark room, in these hours")),
                    ("schedule", tr("These hours, whatever the room")),
                    ("sensor", tr("A dark room, at any hour")),
                ], in: configuration),
        ]
        let limits = configuration.ambient.thresholds(in: unit)
        return needs == .schedule ? rows : rows + levelRows(limits, unit, format)
    }

    /// Returns the rows of the levels of night.
    private static func levelRows(
        _ limits: Thresholds, _ unit: LightUnit, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let table = unit == .lux ? "ambient" : "ambient.percent"
        let subtitle = format.unit(unit)
        let range = unit == .lux ? 0.0...200_000 : 0...100
        return [
            SettingRow(
                "\(table).night_below", tr("Night below"), subtitle: subtitle,
                .number(limits.nightBelow, range: range, scale: 1)),
            SettingRow(
                "\(table).night_above", tr("Over again above"), subtitle: subtitle,
                .number(limits.nightAbove, range: range, scale: 1)),
        ]
    }

    /// The temperature that the switch of the evening sets: that of a halogen lamp.
    private static let usualTemperature = 3400

    private static func eveningRows(
        _ configuration: Configuration, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        let key = "nightfilter.evening.temperature"
        let temperature = configuration.nightfilter.evening.temperature
        let toggle = SettingRow(
            key, tr("Warm colours"), subtitle: tr("In the evening, until the red of night"),
            .toggle(
                isOn: temperature > 0, on: [.init(key, to: "\(usualTemperature)")],
                off: [.init(key, to: "0")]))
        guard temperature > 0 else { return [toggle] }
        return [
            toggle,
            SettingRow(
                key, tr("Colour temperature"), subtitle: tr("kelvin; less is warmer"),
                .number(Double(temperature), range: 1000...6500, scale: 1)),
            SettingRow.choice(
                "nightfilter.evening.when", tr("Evening"),
                values: [
                    ("schedule", tr("From dark to light by sun and clock")),
                    ("dark", tr("While the desktop is dark")),
                ], in: configuration),
            SettingRow.choice(
                "nightfilter.evening.fade", tr("Fade"),
                values: [
                    ("0s", tr("At once")), ("1m", tr("1 minute")), ("10m", tr("10 minutes")),
                    ("30m", tr("30 minutes")), ("1h", tr("1 hour")), ("2h", tr("2 hours")),
                ], in: configuration),
        ]
    }

    private static func redRows(
        _ configuration: Configuration, _ format: PageFormatter
    ) -> [SettingRow] {
        let tr = format.tr
        return [
            SettingRow(
                "nightfilter.intensity", tr("Strength"),
                subtitle: tr("percent of the colours are replaced"),
                .number(
                    (configuration.nightfilter.intensity * 100).rounded(), range: 0...100,
                    scale: 100)),
            SettingRow.choice(
                "nightfilter.tint", tr("Colour of white"),
                values: [
                    ("#ff0000", tr("Red")), ("#b40000", tr("Deep red")),
                    ("#780000", tr("Dim red")),
                ], in: configuration),
            SettingRow.choice(
                "nightfilter.fade", tr("Fade"),
                values: [
                    ("0s", tr("At once")), ("3s", tr("3 seconds")), ("10s", tr("10 seconds")),
                    ("1m", tr("1 minute")), ("10m", tr("10 minutes")),
                ], in: configuration),
            SettingRow.choice(
                "nightfilter.notice", tr("Tell me before"),
                values: [
                    ("0s", tr("Never")), ("30s", tr("30 seconds before")),
                    ("2m", tr("2 minutes before")), ("5m", tr("5 minutes before")),
                    ("10m", tr("10 minutes before")),
                ], in: configuration),
        ]
    }
}

extension PageFormatter {
    /// Returns the unit of a level, as the second line of its row.
    package func unit(_ unit: LightUnit) -> String {
        switch unit {
        case .lux: tr("lux")
        case .percent: tr("percent of the sensor's range")
        }
    }
}
