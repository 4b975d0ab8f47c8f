import Glibc

/// The processes that have a file open for writing.
package enum Writers {
    // Of <fcntl.h>, for which Swift has no name.
    private static let setLease: Int32 = 1024

    /// Waits until no process has a file open for writing.
    ///
    /// A process that another test starts has all open files of this one until it executes its own
    /// program. Until then the kernel refuses to run a file that was being written, and no watch of it is
    /// told that it was closed. Only without a writer does the kernel grant a read lease, fcntl(2).
    package static func haveGone(from path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw HarnessFailure.systemCall("open \(path)", errno) }
        defer { close(descriptor) }
        // A writer that comes now would end this process by this signal.
        _ = Glibc.signal(SIGIO, SIG_IGN)
        let deadline = Deadline()
        while fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0 {
            guard errno == EAGAIN else { throw HarnessFailure.systemCall("lease \(path)", errno) }
            try deadline.check("the writers of \(path)")
            sched_yield()
        }
        _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
    }
}
