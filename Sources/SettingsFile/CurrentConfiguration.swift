package import AppearanceEngine
package import AppearanceModel

/// The configuration in effect, as a program reads it once beside the daemon.
package struct CurrentConfiguration {
    /// The file.
    package let file: ConfigurationFile
    /// The configuration of the file; while that is invalid, the last good copy that the daemon has in
    /// effect; else the defaults.
    package let values: Configuration
    /// The time zone of the configuration, or of the system.
    package let zone: LocalZone
    /// The place of the file.
    let place: ConfigurationPlace

    package init(_ place: ConfigurationPlace) {
        self.place = place
        file = place.read()
        let copy = place.isNamed ? nil : place.copy
        values =
            file.configuration ?? copy.flatMap(LastKnownGood.read)?.configuration
            ?? Configuration()
        zone = place.zone(of: values)
    }

    /// The path of the file; `nil` if there is none.
    package var path: String? { file.path }

    /// Returns the place whose sun counts now.
    package func sunPlace(at now: WallTime) -> SunPlace { zone.sunPlace(values.location, at: now) }
}
