import AppearanceEngine
import LinuxIO

extension ZoneFiles {
    /// The machine's own.
    static var machine: ZoneFiles {
        ZoneFiles(
            read: { path throws(Fault) in
                do throws(IOFailure) {
                    return try File.read(path, limit: 1024 * 1024)
                } catch {
                    throw error.errno == .noSuchFile ? .absent : .unreadable("\(error)")
                }
            },
            linkTarget: File.linkTarget)
    }
}
