import AppearanceConfig
import AppearanceModel
import LinuxIO

/// The configuration file that counts, and what came of reading it.
struct ConfigurationFile: Sendable {
    /// A larger file is no configuration.
    static let largest = 1024 * 1024

    /// Where it was found; nil when there is none, and the built-in defaults hold.
    let path: String?
    /// Nil when the file cannot be taken.
    let configuration: Configuration?
    /// What is wrong with it, a line each.
    let problems: [String]
    /// Its text, where it can be taken.
    let text: [UInt8]

    /// Reads the first file that is there; one that is not there is no fault.
    static func first(of paths: [String]) -> ConfigurationFile {
        for path in paths {
            let file = ConfigurationFile(at: path)
            if file.path != nil { return file }
        }
        return ConfigurationFile(path: nil, configuration: Configuration(), problems: [])
    }

    /// Reads the file that was asked for; one that is not there is a fault.
    static func named(_ path: String) -> ConfigurationFile {
        let file = ConfigurationFile(at: path)
        guard file.path == nil else { return file }
        return ConfigurationFile(
            path: path, configuration: nil, problems: ["\(path): there is no such file"])
    }

    private init(
        path: String?, configuration: Configuration?, problems: [String], text: [UInt8] = []
    ) {
        self.path = path
        self.configuration = configuration
        self.problems = problems
        self.text = text
    }

    private init(at path: String) {
        let bytes: [UInt8]
        do throws(IOFailure) {
            bytes = try File.read(path, limit: Self.largest)
        } catch {
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            self.init(
                path: isAbsent ? nil : path, configuration: nil, problems: ["\(error)"])
            return
        }
        do throws(ConfigurationFault) {
            let configuration = try ConfigurationReader.read(bytes, file: path)
            self.init(path: path, configuration: configuration, problems: [], text: bytes)
        } catch {
            self.init(
                path: path, configuration: nil, problems: error.diagnostics.map(\.description))
        }
    }
}
