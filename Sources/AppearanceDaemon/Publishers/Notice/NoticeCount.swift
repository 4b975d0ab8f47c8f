import AppearanceModel
import EventLoop
import Linux

/// The number of changes that were announced, in a file that survives the daemon.
final class NoticeCount {
    /// The name of the file, in the directory of the state.
    static let fileName = "notices"
    /// So many changes are announced after the installation.
    static let most = 3

    private let file: BackgroundFile
    /// The number so far; a missing or invalid file counts as none.
    private(set) var value: Int

    init(in directory: String, on loop: EventLoop, log: Log) throws(IOError) {
        let path = "\(directory)/\(Self.fileName)"
        value = File.text(of: path, limit: 16).flatMap { Int($0.prefix { $0 != "\n" }) } ?? 0
        file = try BackgroundFile(path: path, on: loop) { event in
            switch event {
            case .failed(let error): log.notice("a change may be announced again: \(error)")
            case .recovered: log.notice("\(path) is saved again")
            }
        }
    }

    /// Counts an announcement.
    func add() { write(value + 1) }

    /// Counts as if all had been made.
    func end() { write(Self.most) }

    /// Waits until the number is saved.
    func finish() { file.finish() }

    private func write(_ next: Int) {
        value = min(next, Self.most)
        file.write { [value] in Array("\(value)\n".utf8) }
    }
}
