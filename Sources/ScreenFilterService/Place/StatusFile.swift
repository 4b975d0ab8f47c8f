internal import LinuxIO

/// Where a running filter says what it does.
enum StatusFile {
    private static let largest = 64 * 1024

    /// Replaces what was said before.
    static func write(_ status: FilterStatus, to place: FilterPlace, log: Log) {
        do throws(IOError) {
            try AtomicFile.write(Array(status.json.utf8), to: place.statusPath)
        } catch {
            log.warning("the status cannot be written: \(error)")
        }
    }

    /// What was said last; nil where nothing was.
    static func read(_ place: FilterPlace) throws(IOError) -> FilterStatus? {
        try File.readIfPresent(place.statusPath, limit: largest).flatMap(FilterStatus.init)
    }

    /// Says nothing any more.
    static func remove(_ place: FilterPlace) { File.remove(place.statusPath) }
}
