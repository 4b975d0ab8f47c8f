internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import Console

/// The configuration file in effect, as this program reads it.
struct CurrentConfiguration {
    /// The path; `nil` if there is no file.
    let path: String?
    /// The configuration of the file; while that is invalid, the last good copy that the daemon has in
    /// effect; else the defaults.
    let values: Configuration
    /// The reason why the file is invalid or unreadable; `nil` if it is neither.
    let problem: Problem?
    /// The time zone of the configuration, or of the system.
    let zone: LocalZone

    struct Problem {
        let text: String
        /// The line of the first error; `nil` if the file is unreadable.
        let line: Int?
    }

    /// The place whose sun counts; `nil` if unknown.
    var place: Coordinates? { values.location.coordinates ?? zone.place() }

    init(_ variables: [String: String]) {
        path = ConfigCommand.path(of: ConfigurationPaths.candidates { variables[$0] })
        (values, problem) = Self.read(path) { variables[$0] }
        // An empty variable counts as unset, as for the daemon.
        zone = LocalZone(
            named: values.location.timeZone, environment: variables["TZ"]?.nonEmpty,
            files: .machine)
    }

    /// Returns the configuration in effect, the defaults without a file, and the reason why it is not that
    /// of the file.
    static func read(
        _ path: String?, _ environment: (String) -> String?
    ) -> (Configuration, Problem?) {
        guard let path else { return (Configuration(), nil) }
        do {
            let bytes = try ConfigCommand.bytes(of: path)
            return (try ConfigurationReader.read(bytes, file: path, zones: .machine), nil)
        } catch let error as FileError {
            let line = error.diagnostics.first?.line
            return (lastGood(environment), Problem(text: error.description, line: line))
        } catch {
            let text = CommandLineError(daemon: error)?.text ?? "\(error)"
            return (lastGood(environment), Problem(text: text, line: nil))
        }
    }

    /// Returns the configuration of the last good copy, or the defaults without one, as the daemon does.
    private static func lastGood(_ environment: (String) -> String?) -> Configuration {
        let bytes = BaseDirectories(environment).state.flatMap {
            try? FileReading.bytes(
                of: "\($0)/\(LastGoodCopy.fileName)", limit: LastGoodCopy.sizeLimit)
        }
        return bytes.flatMap(LastGoodCopy.configuration) ?? Configuration()
    }
}
