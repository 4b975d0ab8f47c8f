internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import Glibc

/// The configuration file that counts, as this program reads it.
struct ConfigurationEvidence {
    /// Nil where there is none.
    let path: String?
    /// What the file says, the defaults where there is none, or what is wrong with it.
    let content: Result<Configuration, Failure>
    /// By the configuration, or as nothing else is known by the defaults.
    let zone: LocalZone

    /// Why a file cannot be taken.
    struct Failure: Error, Equatable {
        let words: String
        /// Where the first mistake stands; nil where the file cannot be read at all.
        let line: Int?
    }

    /// What holds: the file's, or the defaults for want of a good one.
    var configuration: Configuration { (try? content.get()) ?? Configuration() }

    /// Where the sun is watched from; nil if nobody knows.
    var place: Coordinates? { configuration.location.coordinates ?? zone.place() }

    init(_ variables: [String: String]) {
        path = ConfigCommand.path(of: ConfigurationPaths.candidates { variables[$0] })
        content = path.map(Self.read) ?? .success(Configuration())
        let configuration = (try? content.get()) ?? Configuration()
        zone = LocalZone(
            named: configuration.location.timeZone, environment: variables["TZ"], files: .machine)
    }

    private static func read(_ path: String) -> Result<Configuration, Failure> {
        do {
            let bytes = try FileReading.bytes(of: path, limit: 1024 * 1024)
            return .success(try ConfigurationReader.read(bytes, file: path, zones: .machine))
        } catch let fault as ConfigurationError {
            return .failure(
                Failure(words: fault.description, line: fault.diagnostics.first?.line))
        } catch {
            return .failure(Failure(words: CommandLineError(error)?.text ?? "\(error)", line: nil))
        }
    }
}
