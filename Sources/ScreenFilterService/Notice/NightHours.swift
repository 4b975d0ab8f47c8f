internal import AppearanceEngine
internal import AppearanceModel
internal import LinuxIO

/// The hours of the night and the clock on the wall, by a configuration.
struct NightHours {
    private let configuration: Configuration
    private let zone: LocalZone

    init(_ configuration: Configuration, _ environment: (String) -> String?) {
        self.configuration = configuration
        zone = LocalZone(
            named: configuration.location.timeZone,
            environment: environment("TZ").flatMap { $0.isEmpty ? nil : $0 },
            files: ZoneFiles(
                directory: environment("TZDIR").flatMap { $0.hasPrefix("/") ? $0 : nil },
                contents: { path throws(IOError) in
                    try File.readIfPresent(path, limit: 1024 * 1024)
                }, linkTarget: File.linkTarget))
    }

    /// When they end next; half a day on where the sun that they go by does not rise.
    func end(after now: WallTime) -> WallTime {
        Schedule(configuration, in: zone).endOfNight(after: now) ?? now + .hours(12)
    }

    /// What the clock on the wall shows at an instant, `HH:MM`.
    func clock(at instant: WallTime) -> String { zone.rules.local(instant).hoursAndMinutes }
}
