import AppearanceEngine
import LinuxIO

extension ZoneFiles {
    /// The machine's own, in the directory that is named, else in the usual one.
    static func machine(in directory: String?) -> ZoneFiles {
        ZoneFiles(
            directory: directory ?? usualDirectory,
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
