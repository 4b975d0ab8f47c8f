import AppearanceModel
import LinuxIO

/// Reads the configuration again when its file changes, or when told to: whole or not at all.
final class ConfigurationFollower {
    private let read: () -> ConfigurationFile
    private let told: (Outcome) -> Void
    private var watches: [DirectoryWatch] = []
    private var later: DeferSource?
    private var current: Configuration
    private var refused: [String] = []

    /// What came of reading it again.
    enum Outcome {
        /// Another configuration holds from now on.
        case changed(to: Configuration, from: Configuration)
        /// It is what it was, or is so again.
        case same
        /// It cannot be taken; what held before holds on.
        case refused(ConfigurationFile)
    }

    /// Follows the files at some paths.
    ///
    /// A directory that is not there yet is not watched: then it takes a `reload`.
    init(
        _ paths: [String], now current: Configuration, on loop: EventLoop,
        read: @escaping () -> ConfigurationFile, _ told: @escaping (Outcome) -> Void
    ) {
        self.current = current
        self.read = read
        self.told = told
        // One save is several events; they are looked at once.
        later = loop.deferred { [weak self] in self?.reload() }
        watches = paths.compactMap { path in
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard let name = parts.last, parts.count > 1 else { return nil }
            let directory = parts.dropLast().joined(separator: "/")
            return try? DirectoryWatch(on: loop, directory: directory, names: [String(name)]) {
                [weak self] _ in self?.later?.schedule()
            }
        }
    }

    /// Reads it now.
    func reload() {
        let file = read()
        guard let next = file.configuration else {
            defer { refused = file.problems }
            return refused == file.problems ? () : told(.refused(file))
        }
        refused = []
        let before = current
        current = next
        told(next == before ? .same : .changed(to: next, from: before))
    }
}
