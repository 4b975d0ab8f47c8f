import Glibc

/// The path of a program, looked up in `PATH` as a shell does.
///
/// posix_spawnp(3) does not serve: if a folder of `PATH` may not be entered, it reports every program
/// that is in none of the folders as `EACCES`, which cannot be told from a program that must not run.
/// `su` leaves such a folder to an ordinary user: root's.
package enum ProgramPath {
    /// The folders of `PATH`; the C library's own where it is not set.
    package static var folders: String { CurrentProcess.variable("PATH") ?? "/bin:/usr/bin" }

    /// Returns the path of the first file of this name that can be executed; a name with a slash is
    /// a path already.
    ///
    /// - Throws: `IOError` with `permissionDenied` if every such file must not be executed, and
    ///   with `noSuchFile` if there is none.
    package static func find(
        _ name: String, in folders: String = folders
    ) throws(IOError) -> String {
        if name.contains("/") { return name }
        var reason = Errno.noSuchFile
        for folder in folders.split(separator: ":", omittingEmptySubsequences: false) {
            let path = folder.isEmpty ? "./\(name)" : "\(folder)/\(name)"
            guard File.isRegular(path) else { continue }
            if File.isExecutable(path) { return path }
            reason = .permissionDenied
        }
        throw .system(call: "posix_spawn", subject: name, errno: reason)
    }
}
