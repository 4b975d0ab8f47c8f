import Glibc
package import Linux

/// Reports that another file may be at a path; releasing it ends the watch.
///
/// It was written, replaced or removed, or a link or a directory on the path was replaced. The path
/// need not exist: the nearest existing directory is watched, and further ones once they exist.
package final class PathWatch {
    /// A report.
    package enum Event: Equatable, Sendable {
        /// The content is complete: the file was written and closed, or moved or linked there.
        case settled
        /// Something came or went, and its maker may not be done yet.
        case unsettled
        /// The path cannot be watched, so changes may be missed.
        case blind(IOError)
    }

    private let path: String
    private let loop: EventLoop
    private let handler: (Event) -> Void
    private var trail: PathResolution
    private var watches: [String: DirectoryWatch] = [:]
    private var later: DeferSource?
    private var event: Event?
    private var failure: IOError?

    // A path that changes at every attempt is left as it is; its next change is reported.
    private static let mostAttempts = 8

    /// Begins to watch a path; the handler is called by the loop only.
    package init(on loop: EventLoop, path: String, _ handler: @escaping (Event) -> Void) {
        self.path = path
        self.loop = loop
        self.handler = handler
        trail = PathResolution(to: path)
        later = loop.deferred { [weak self] in self?.report() }
        goTheWay()
        if failure != nil { later?.schedule() }
    }

    // The path is resolved again before the report, so that a reader misses no later change.
    private func report() {
        let reported = failure
        goTheWay()
        if let failure, failure != reported || event == nil { handler(.blind(failure)) }
        guard let event else { return }
        self.event = nil
        handler(event)
    }

    /// Watches every directory on the path, until the path is the one that is watched.
    private func goTheWay() {
        failure = nil
        var unreadable: Set<String> = []
        for _ in 0..<Self.mostAttempts {
            let next = PathResolution(to: path)
            watches = watches.filter { next.names[$0.key] == trail.names[$0.key] }
            trail = next
            let missing = next.names.filter {
                watches[$0.key] == nil && !unreadable.contains($0.key)
            }
            guard !missing.isEmpty else { return }
            for (directory, names) in missing where !watch(directory, names) {
                unreadable.insert(directory)
            }
        }
    }

    /// `false` if another attempt is useless.
    private func watch(_ directory: String, _ names: Set<String>) -> Bool {
        do throws(IOError) {
            watches[directory] = try DirectoryWatch(on: loop, directory: directory, names: names) {
                [weak self] in self?.take($0, in: directory)
            }
            return true
        } catch {
            // A directory that was removed meanwhile is no part of the next resolution.
            if error.errno == .noSuchFile || error.errno == .notADirectory { return true }
            // One that is only passed through need not be readable.
            if !names.isEmpty { failure = error }
            return false
        }
    }

    private func take(_ news: DirectoryWatch.Event, in directory: String) {
        switch news {
        // After lost events the file is another one, as far as known.
        case .written, .movedIn, .overflow: event = .settled
        case .created(let name):
            let isLink = File.linkTarget("\(directory)/\(name)") != nil
            if isLink { event = .settled } else { event = event ?? .unsettled }
        case .attributesChanged: event = event ?? .unsettled
        case .movedOut, .deleted: event = .unsettled
        case .directoryGone:
            // A new one of that name is another directory, and so is every one below it.
            let below = directory + "/"
            watches = watches.filter { $0.key != directory && !$0.key.hasPrefix(below) }
            event = .unsettled
        }
        later?.schedule()
    }
}

/// The resolution of a path as the kernel does it, symbolic links followed: its directories, and the
/// names in them on which it depends.
///
/// A name matters if it is a link, the end of the path, or missing; the replacement of a plain
/// directory is reported by its own watch.
struct PathResolution: Equatable {
    /// The names that matter, by their directory; a directory that is only traversed has none.
    private(set) var names: [String: Set<String>] = [:]

    // What the kernel allows: MAXSYMLINKS.
    private static let mostLinks = 40

    /// Resolves a path, as far as it exists.
    init(to path: String) {
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
            if names[directory] == nil { names[directory] = [] }
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
