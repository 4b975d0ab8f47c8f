internal import AppearanceConfig
internal import AppearanceModel
internal import EventLoop
internal import Linux

/// The service's configuration, and the part of it that is about the whole screen.
///
/// A file with a mistake changes nothing: what held before holds on.
final class FilterSettingsFile {
    private static let largest = 1024 * 1024

    private let paths: [String]
    private let isNamed: Bool
    private let log: Log
    private var watch: SettledFileWatch?
    private let stamps: [FileStamp?]
    private(set) var configuration = Configuration()
    var settings: NightfilterSettings { configuration.nightfilter }

    /// Takes the first of the usual files that is there, or the one that was named.
    init(named path: String?, or usual: [String], log: Log) throws(FilterExit) {
        paths = path.map { [$0] } ?? usual
        stamps = SettledFileWatch.stamps(of: paths)
        isNamed = path != nil
        self.log = log
        guard !read(), isNamed else { return }
        throw .refused
    }

    /// Tells of other settings from now on.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) throws(IOError) {
        watch = try SettledFileWatch(on: loop, paths: paths, since: stamps) { [weak self] event in
            guard let self, event == .settled else { return }
            let before = settings
            if read(), settings != before { changed() }
        }
    }

    /// Reads it again as soon as nobody writes to it.
    func reload() { watch?.look() }

    /// Reads it; false when it cannot be taken.
    private func read() -> Bool {
        for path in paths {
            do throws(IOError) {
                let bytes = try File.read(path, limit: Self.largest)
                return take(bytes, path)
            } catch {
                let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
                if isAbsent, !isNamed { continue }
                log.warning("the configuration cannot be read: \(error)")
                return false
            }
        }
        configuration = Configuration()
        return true
    }

    private func take(_ bytes: [UInt8], _ path: String) -> Bool {
        do throws(ConfigurationError) {
            configuration = try ConfigurationReader.read(bytes, file: path)
            return true
        } catch {
            for line in error.lines { log.warning(line) }
            return false
        }
    }
}
