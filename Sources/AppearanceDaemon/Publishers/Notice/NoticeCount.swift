import AppearanceModel
import EventLoop
import Linux

/// The number of changes that were announced, in a file that survives the daemon.
final class NoticeCount {
    /// The name of the file, in the directory of the state.
    static let fileName = "notices"
    /// So many changes are announced after the installation.
    static let most = 3

    private let path: String
    private let loop: EventLoop
    private let log: Log
    /// Created by the first write, as most runs write nothing.
    private var file: BackgroundFile?
    /// The number so far; a missing or invalid file counts as none.
    private(set) lazy var value =
        File.text(of: path, limit: 16).flatMap { Int($0.prefix { $0 != "\n" }) } ?? 0

    init(in directory: String, on loop: EventLoop, log: Log) {
        path = "\(directory)/\(Self.fileName)"
        self.loop = loop
        self.log = log
    }

    /// Counts an announcement.
    func add() { write(value + 1) }

    /// Counts as if all had been made.
    func end() { write(Self.most) }

    /// Waits until the number is saved.
    func finish() { file?.finish() }

    private func write(_ next: Int) {
        value = min(next, Self.most)
        do throws(IOError) {
            if file == nil { file = try createFile() }
            file?.write { [value] in Array("\(value)\n".utf8) }
        } catch {
            fail(error)
        }
    }

    private func createFile() throws(IOError) -> BackgroundFile {
        try BackgroundFile(path: path, on: loop) { [weak self, path, log] event in
            switch event {
            case .failed(let error): self?.fail(error)
            case .recovered: log.notice("\(path) is saved again")
            }
        }
    }

    private func fail(_ error: IOError) { log.notice("a change may be announced again: \(error)") }
}
