internal import AppearanceConfig
internal import AppearanceModel
internal import EventLoop
internal import Linux

/// The options of the command line.
package struct FilterOptions: Equatable, Sendable {
    package enum Job: Hashable, Sendable {
        /// Turn the screen red at night, until stopped.
        case filter
        /// Stop the filter and restore the screen.
        case reset
        /// Print the status of the filter.
        case status(json: Bool)
    }

    package var job = Job.filter
    /// A configuration file instead of the usual ones.
    package var configurationPath: String?

    package init() {}
}

/// The version, the same as that of the daemon of the same release.
package let filterVersion = projectVersion

/// The configuration of the daemon, with the settings of the night filter.
///
/// If the file becomes invalid, the previous settings stay in effect.
final class FilterSettingsFile {
    private let paths: [String]
    private let isNamed: Bool
    private let log: Log
    private var watch: SettledFileWatch?
    private let stamps: [FileStamp?]
    private(set) var configuration = Configuration()
    var settings: NightfilterSettings { configuration.nightfilter }

    /// Reads the named file, or the first existing one of the usual files; if that is invalid, the daemon's
    /// copy of the last valid one below the state directory.
    init(
        named path: String?, or usual: [String], state: String?, log: Log
    ) throws(ExitReason) {
        paths = path.map { [$0] } ?? usual
        stamps = SettledFileWatch.stamps(of: paths)
        isNamed = path != nil
        self.log = log
        guard !read() else { return }
        guard !isNamed else { throw .refused }
        let copy = state.flatMap { state in
            KeptFile("\(state)/\(LastGoodCopy.fileName)", limit: LastGoodCopy.sizeLimit).load(
                "the last good copy", withoutIt: "it is not used", isWritten: false, log: log,
                decode: LastGoodCopy.configuration(of:))
        }
        configuration = copy ?? configuration
        let name = copy == nil ? "the built-in defaults are" : "the last good copy is"
        log.warning("\(name) in effect until the file is fixed")
    }

    /// Calls `changed` when the settings change.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) throws(IOError) {
        watch = try SettledFileWatch(on: loop, paths: paths, since: stamps) { [weak self] event in
            guard let self, event == .settled else { return }
            let before = settings
            if read(), settings != before { changed() }
        }
    }

    /// Reads the file again when it has settled.
    func reload() { watch?.look() }

    /// Reads the file; returns false if it is invalid.
    private func read() -> Bool {
        for path in paths {
            do throws(IOError) {
                let bytes = try File.read(path, limit: ConfigurationReader.largestFile)
                return parse(bytes, path)
            } catch {
                let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
                // The owner of a link without a target wants a file there.
                if isAbsent, !isNamed, File.linkTarget(path) == nil { continue }
                log.warning("the configuration cannot be read: \(error)")
                return false
            }
        }
        configuration = Configuration()
        return true
    }

    private func parse(_ bytes: [UInt8], _ path: String) -> Bool {
        do throws(FileError) {
            configuration = try ConfigurationReader.read(bytes, file: path)
            return true
        } catch {
            for line in error.lines { log.warning(line) }
            return false
        }
    }
}
