import AppearanceConfig
import AppearanceEngine
import Linux

extension ZoneFiles {
    /// The machine's own, in the directory that is named, else in the usual one.
    static func machine(in directory: String?) -> ZoneFiles {
        ZoneFiles(
            directory: directory,
            contents: { path throws(IOError) in
                try File.readIfPresent(path, limit: 1024 * 1024)
            }, linkTarget: File.linkTarget)
    }
}

extension KnownZones {
    /// The zones in some files.
    init(_ files: ZoneFiles) { self.init(contains: files.contains, names: files.names) }
}
