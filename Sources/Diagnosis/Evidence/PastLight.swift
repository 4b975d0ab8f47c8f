internal import AppearanceEngine
internal import AppearanceLimits
package import AppearanceModel
package import AppearanceRecord
package import Console
package import SettingsFile

extension History {
    /// Returns the path of the history of the daemon with these variables; `nil` without a home.
    package static func path(_ variable: (String) -> String?) -> String? {
        BaseDirectories(variable).state.map { "\($0)/\(fileName)" }
    }

    /// Returns the history of the daemon with these variables, empty if there is no file.
    package static func kept(
        _ variable: (String) -> String?
    ) throws(CommandLineError) -> History {
        guard let path = path(variable) else {
            throw CommandLineError(
                "HOME is not set, so the history cannot be found.\nRun this inside your login session."
            )
        }
        return History(
            try FileReading.bytesIfPresent(of: path, limit: 2 * Limits.historyBytes) ?? [])
    }
}

extension DimDays {
    /// Reads the history for the sensor in use, if its present level may be one of a dark room; `nil` if nothing
    /// speaks against it.
    package init?(
        of sensors: [SensorListing], _ configuration: CurrentConfiguration, at now: WallTime,
        _ variable: (String) -> String?
    ) {
        guard
            let light = sensors.first(where: { $0.chosen && $0.state == .trusted })?.reading,
            light.unit == .lux, light.value <= Self.highestLevel,
            let history = try? History.kept(variable)
        else { return nil }
        let schedule = Schedule(
            configuration.values.schedule, configuration.sunPlace(at: now),
            zone: configuration.zone.rules)
        self.init(history, schedule, at: now)
    }

    /// The days, as a clause about the sensor.
    package var clause: String {
        "has not read more than \(LightUnit.lux.text(highest)) on \(days) days, while the schedule was light"
    }

    /// The likely causes, in a sentence.
    package static let causes =
        "It may be covered, or report another unit, unless the room is that dark by day."
}
