package import AppearanceConfig
package import AppearanceEngine
package import AppearanceModel
internal import Linux

/// The files that may hold the configuration of a user, and the time zones that they may name.
///
/// Every program reads the configuration by this, so that all of them refuse the same files.
package struct ConfigurationPlace: Equatable, Sendable {
    /// The absolute paths of the files; the first that exists is used.
    package private(set) var paths: [String]
    /// Whether the user has named the file, which must then exist and be valid.
    package private(set) var isNamed = false
    /// The user's own file, which is the one to write; `nil` without a home.
    package private(set) var own: String?
    /// The last good copy that the daemon keeps; `nil` without a home.
    package let copy: String?
    /// `$TZDIR`, the directory of the time zones; `nil` for the usual one.
    private let zoneDirectory: String?
    /// `$TZ`; `nil` for the system's zone.
    private let zoneVariable: String?

    /// Creates the place of the usual files, by a look-up of the variables of the environment.
    package init(_ environment: (String) -> String?) {
        paths = ConfigurationPaths.candidates(environment)
        own = ConfigurationPaths.own(environment)
        copy = BaseDirectories(environment).state.map { "\($0)/\(LastGoodCopy.fileName)" }
        zoneDirectory = BaseDirectories.path("TZDIR", environment)
        // An empty variable counts as unset.
        zoneVariable = environment("TZ")?.nonEmpty
    }

    /// Returns the place of a file that the user has named; this place if none is named.
    package func named(_ path: String?) -> ConfigurationPlace {
        guard let path else { return self }
        var place = self
        (place.paths, place.isNamed, place.own) = ([path], true, path)
        return place
    }

    /// The zone files of this machine.
    package var zoneFiles: ZoneFiles { .machine(in: zoneDirectory) }

    /// Returns the time zone of a configuration, else of `TZ`, else of the system.
    package func zone(of configuration: Configuration) -> LocalZone {
        LocalZone(
            named: configuration.location.timeZone, environment: zoneVariable, files: zoneFiles)
    }

    /// Returns the configuration of a text.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - file: The file's name for diagnostics.
    /// - Returns: A configuration whose every value is valid on this machine.
    /// - Throws: `FileError` with every problem, as for the file itself.
    package func configuration(
        of text: [UInt8], file: String
    ) throws(FileError) -> Configuration {
        try ConfigurationReader.read(text, file: file, zones: KnownZones(zoneFiles))
    }
}

extension ZoneFiles {
    /// Returns the files of this machine, in the named directory, else in the usual one.
    package static func machine(in directory: String?) -> ZoneFiles {
        ZoneFiles(
            directory: directory ?? usualDirectory,
            read: { path in
                do throws(IOError) {
                    return .bytes(try File.read(path, limit: 1024 * 1024))
                } catch {
                    return error.meansAbsence(of: path)
                        ? .missing : .unreadable(error.reason(at: path))
                }
            },
            linkTarget: File.linkTarget)
    }
}

extension KnownZones {
    /// Creates the names of the zones in some files.
    package init(_ files: ZoneFiles) {
        self.init(contains: files.contains, names: files.names)
    }
}
