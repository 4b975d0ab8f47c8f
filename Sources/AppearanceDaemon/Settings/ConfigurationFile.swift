import AppearanceConfig
import AppearanceModel
import EventLoop
import Linux

/// The configuration file that counts, and what came of reading it.
struct ConfigurationFile: Sendable {
    /// A larger file is no configuration.
    static let largest = 1024 * 1024

    /// Where it was found; nil when there is none, and the built-in defaults hold.
    let path: String?
    /// Nil when the file cannot be taken.
    let configuration: Configuration?
    /// What is wrong with it.
    let problems: ConfigurationProblems
    /// Its text, where it can be taken.
    let text: [UInt8]
    /// The stamps of the files that were looked for, taken before the first was read.
    let stamps: [FileStamp?]

    /// Reads the first file that is there; one that is not there is no fault.
    static func first(of paths: [String], zones: KnownZones) -> ConfigurationFile {
        let stamps = SettledFileWatch.stamps(of: paths)
        for path in paths {
            let file = ConfigurationFile(at: path, zones, stamps)
            if file.path != nil { return file }
        }
        return ConfigurationFile(
            path: nil, configuration: Configuration(), problems: .none, stamps: stamps)
    }

    /// Reads the file that was asked for; one that is not there is a fault.
    static func named(_ path: String, zones: KnownZones) -> ConfigurationFile {
        let stamps = SettledFileWatch.stamps(of: [path])
        let file = ConfigurationFile(at: path, zones, stamps)
        guard file.path == nil else { return file }
        return ConfigurationFile(
            path: path, configuration: nil,
            problems: ConfigurationProblems("\(path): there is no such file"), stamps: stamps)
    }

    private init(
        path: String?, configuration: Configuration?, problems: ConfigurationProblems,
        text: [UInt8] = [], stamps: [FileStamp?]
    ) {
        self.path = path
        self.configuration = configuration
        self.problems = problems
        self.text = text
        self.stamps = stamps
    }

    private init(at path: String, _ zones: KnownZones, _ stamps: [FileStamp?]) {
        let bytes: [UInt8]
        do throws(IOError) {
            bytes = try File.read(path, limit: Self.largest)
        } catch {
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            // Its owner wants a file there: the defaults are not what is meant.
            let target = isAbsent ? File.linkTarget(path) : nil
            let problem = target.map { "\(path): it is a link to \($0), which does not exist" }
            self.init(
                path: isAbsent && target == nil ? nil : path, configuration: nil,
                problems: ConfigurationProblems(problem ?? "\(error)"), stamps: stamps)
            return
        }
        do throws(ConfigurationError) {
            let configuration = try ConfigurationReader.read(bytes, file: path, zones: zones)
            self.init(
                path: path, configuration: configuration, problems: .none, text: bytes,
                stamps: stamps)
        } catch {
            self.init(
                path: path, configuration: nil, problems: ConfigurationProblems(error),
                stamps: stamps)
        }
    }
}
