package import AppearanceConfig
package import AppearanceModel

/// The content of the page *When*, and the changes of the configuration that its rows make.
package struct WhenPage: Equatable {
    /// A level of light at which the appearance changes.
    package enum Level: CaseIterable, Sendable {
        case darkBelow, lightAbove
    }

    /// A time of the schedule.
    package enum Time: CaseIterable, Sendable {
        case light, dark, night, nightEnd
    }

    /// The reason for which the file cannot be changed from here.
    package enum Lock: Equatable, Sendable {
        /// The file may not be replaced, such as one that home-manager makes; with its own path.
        case readOnly(String)
        /// The file is invalid; with its first problem.
        case invalid(String)
        /// There is no folder for it.
        case noFolder
    }

    /// The reason for which the rows cannot be used; `nil` if they can.
    package let lock: Lock?
    package let policy: Policy
    /// The unit of the levels.
    package let unit: LightUnit
    package let thresholds: Thresholds
    /// The present light; `nil` if it is unknown.
    package let light: LightReading?
    /// The schedule of a day without its own.
    package let day: DaySchedule
    /// The days with their own times.
    package let otherDays: [Weekday]

    /// The page of a configuration, with the light of the running daemon.
    package init(_ configuration: Configuration, lock: Lock?, status: Snapshot?) {
        self.lock = lock
        policy = configuration.ambient.policy
        light = status?.light
        unit = light?.unit ?? .lux
        thresholds = configuration.ambient.thresholds(in: unit)
        day = configuration.schedule.everyDay
        otherDays = Weekday.allCases.filter { configuration.schedule.weekdays[$0] != nil }
    }

    // MARK: Text

    /// Returns the reason for which the rows cannot be used; `nil` if they can.
    package func lockText(_ format: PageFormatter) -> String? {
        let tr = format.tr
        return switch lock {
        case nil: nil
        case .readOnly(let path):
            tr("Another program makes this file, so change it there: %s").filled(path)
        case .invalid(let problem):
            tr("The configuration has an error, so fix it in the file: %s").filled(problem)
        case .noFolder: tr("There is no folder for the configuration.")
        }
    }

    /// Returns the present light in words.
    package func lightText(_ format: PageFormatter) -> String {
        light.map { format.level($0.value, $0.unit) }
            ?? format.tr("No light sensor is read now")
    }

    /// Returns the time of the row as the file has it; empty for none.
    package func text(_ time: Time) -> String {
        switch time {
        case .light: day.light.text
        case .dark: day.dark.text
        case .night: day.night?.text ?? ""
        case .nightEnd: day.nightEnd.text
        }
    }

    /// Returns the remark on days with their own times; empty for none.
    package func otherDaysText(_ format: PageFormatter) -> String {
        guard !otherDays.isEmpty else { return "" }
        let names = otherDays.map(format.name).joined(separator: ", ")
        return format.tr("Other times, which are in the file: %s").filled(names)
    }

    // MARK: Changes

    /// Returns the level of a row.
    package func value(_ level: Level) -> Double {
        switch level {
        case .darkBelow: thresholds.darkBelow
        case .lightAbove: thresholds.lightAbove
        }
    }

    /// Returns the change that gives a row another level.
    package func change(_ level: Level, to value: Double) -> ConfigurationEdit.Change {
        let table = unit == .lux ? "ambient" : "ambient.percent"
        let key =
            switch level {
            case .darkBelow: "dark_below"
            case .lightAbove: "light_above"
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
        }
    }

    /// Returns the change that gives a row another time, as it is typed; `nil` if it is no time.
    package func change(_ time: Time, to text: String) -> ConfigurationEdit.Change? {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        let word = words.joined(separator: " ")
        guard word.isEmpty ? time == .night : TimeExpression(word) != nil else { return nil }
        let key =
            switch time {
            case .light: "schedule.light"
            case .dark: "schedule.dark"
            case .night: "schedule.night"
            case .nightEnd: "schedule.night_end"
            }
        return ConfigurationEdit.Change(key, to: "\"\(word)\"")
    }

    /// Returns the change that lets another rule decide.
    package func change(to policy: Policy) -> ConfigurationEdit.Change {
        ConfigurationEdit.Change("ambient.policy", to: "\"\(policy.rawValue)\"")
    }
}

extension PageFormatter {
    func name(_ day: Weekday) -> String {
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
