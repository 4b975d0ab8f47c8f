import Glibc

/// The way to a path as the kernel goes it, symbolic links followed: the directories it leads
/// through, and the names in them on which it depends.
///
/// A name matters where it is a link, the end of the way, or not there; that another directory
/// stands in a plain one's place is told by the directory itself, which is then gone.
package struct PathResolution: Equatable {
    /// The names that matter, by their directory; a directory that is only passed through has none.
    package private(set) var names: [String: Set<String>] = [:]

    // What the kernel allows: MAXSYMLINKS.
    private static let mostLinks = 40

    /// Goes the way to a path, as far as it leads.
    package init(to path: String) {
        var directory = path.hasPrefix("/") ? "/" : Path.currentDirectory
        var ahead = Self.parts(of: path)
        var links = 0
        while let name = ahead.popLast() {
            switch name {
            case ".": continue
            case "..":
                directory = Path.directory(of: directory)
                continue
            default: break
            }
            names[directory, default: []].formUnion([])
            let place = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
            if let target = File.linkTarget(place) {
                names[directory]?.insert(name)
                links += 1
                guard links <= Self.mostLinks else { return }
                if target.hasPrefix("/") { directory = "/" }
                ahead += Self.parts(of: target)
            } else if !ahead.isEmpty, Directory.exists(place) {
                directory = place
            } else {
                names[directory]?.insert(name)
                return
            }
        }
    }

    /// The names of a path, the last one first.
    private static func parts(of path: String) -> [String] {
        path.split(separator: "/").reversed().map(String.init)
    }
}
