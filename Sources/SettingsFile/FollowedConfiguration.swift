package import AppearanceEngine
package import AppearanceModel
internal import Linux

/// The configuration of the running daemon, for a program that follows its status.
package struct FollowedConfiguration {
    package private(set) var current: CurrentConfiguration
    /// The place of the file, which the daemon may have been started with.
    package private(set) var place: ConfigurationPlace
    /// The place of the usual files.
    private let usual: ConfigurationPlace
    /// The time at which the daemon had read the file.
    private var loaded: WallTime?

    /// Reads the usual file, by a look-up of the variables of the environment.
    package init(_ environment: (String) -> String?) {
        usual = ConfigurationPlace(environment)
        place = usual
        current = CurrentConfiguration(place)
    }

    /// Reads the file again if the daemon has done so; without a daemon that says it, if it has changed.
    package mutating func follow(_ status: Snapshot?) {
        guard let status, status.configurationLoaded != nil else {
            if current.file.stamps != place.paths.map(FileStamp.init) { read() }
            return
        }
        // One of the usual files gives way to the user's own one.
        let named = status.configuration.flatMap { usual.paths.contains($0) ? nil : $0 }
        let next = usual.named(named)
        guard next != place || status.configurationLoaded != loaded else { return }
        (place, loaded) = (next, status.configurationLoaded)
        read()
    }

    /// Reads the file again.
    package mutating func read() { current = CurrentConfiguration(place) }

    /// The schedule of the configuration.
    package func schedule(at now: WallTime) -> Schedule {
        Schedule(current.values.schedule, current.sunPlace(at: now), zone: current.zone.rules)
    }
}
