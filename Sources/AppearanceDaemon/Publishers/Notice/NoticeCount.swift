import AppearanceModel
import Linux

/// The number of changes that were announced, in a file that survives the daemon.
final class NoticeCount {
    /// The name of the file, in the directory of the state.
    static let fileName = "notices"
    /// So many changes are announced after the installation.
    static let most = 3

    private let path: String
    private let log: Log
    /// The number so far; a missing or invalid file counts as none.
    private(set) lazy var value =
        File.text(of: path, limit: 16).flatMap { Int($0.prefix { $0 != "\n" }) } ?? 0

    init(in directory: String, log: Log) {
        path = "\(directory)/\(Self.fileName)"
        self.log = log
    }

    /// Counts an announcement.
    func add() { write(value + 1) }

    /// Counts as if all had been made.
    func end() { write(Self.most) }

    private func write(_ next: Int) {
        value = min(next, Self.most)
        do throws(IOError) {
            _ = try BackgroundThread.start(name: "notice-writer") { [value, path, log] in
                do throws(IOError) {
                    try AtomicFile.write(Array("\(value)\n".utf8), to: path)
                } catch {
                    log.notice("a change may be announced again: \(error)")
                }
            }
        } catch {
            log.notice("a change may be announced again: \(error)")
        }
    }
}
