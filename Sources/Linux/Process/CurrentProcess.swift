import CLinux
import Glibc

/// A signal that this program handles or raises.
package enum Signal: Sendable {
    /// Sent to a process to make it reload its configuration.
    case hangup
    /// Sent by Ctrl-C.
    case interrupt
    /// Sent to end a process.
    case terminate
    /// Raised by writing to a pipe or socket without a reader.
    case brokenPipe
    /// Raised by writing beyond the allowed size of a file.
    case fileSizeExceeded

    /// The number in the kernel.
    package var rawValue: Int32 {
        switch self {
        case .hangup: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .brokenPipe: SIGPIPE
        case .fileSizeExceeded: SIGXFSZ
        }
    }
}

/// The running process.
package enum CurrentProcess {
    /// Its number.
    package static var number: Int32 { getpid() }

    /// The user that it runs as.
    package static var userID: UInt32 { geteuid() }

    /// Ignores signals; the call that raised one fails instead.
    package static func ignore(_ signals: Signal...) {
        for signal in signals { Glibc.signal(signal.rawValue, SIG_IGN) }
    }

    /// Blocks signals until the process exits, so that a source of a loop handles them.
    package static func hold(_ signals: Signal...) {
        SignalMask.block(signals)
    }

    /// The objects in use until the process ends.
    nonisolated(unsafe) private static var kept: [AnyObject] = []

    /// Keeps a part of the program until the process ends, beyond the function that made it.
    ///
    /// A leak checker then reports only objects without a reference. Call it on the main thread.
    package static func keep(_ part: AnyObject) { kept.append(part) }

    /// Ends the process.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// A variable of the environment; `nil` if it is not set.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

extension CurrentProcess {
    /// Releases the pages of the program that only its start needed.
    ///
    /// They are clean copies of its file, so the kernel maps them again if they are needed after all; the
    /// others no longer count as memory in use. Without this, the daemon has 7 MiB instead of 3, and misses
    /// its row of Benchmarks/run, "memory (PSS), fresh". Its libraries are shared with other programs.
    package static func releaseStartPages() {
        // The program itself is visited first.
        _ = dl_iterate_phdr(
            { image, _, _ in
                guard let image else { return 0 }
                CurrentProcess.releasePages(
                    of: UnsafeRawPointer(image).load(as: loaded_image.self))
                return 1
            }, nil)
    }

    /// Gives memory that was freed back to the kernel, which malloc(3) would keep for later.
    package static func releaseFreeMemory() { malloc_trim(0) }

    private static func releasePages(of image: loaded_image) {
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        for segment in UnsafeBufferPointer(
            start: image.segments, count: Int(image.segment_count))
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
            let start = UInt(image.base + segment.p_vaddr)
            let first = start / page * page
            madvise(
                UnsafeMutableRawPointer(bitPattern: first),
                Int(start + UInt(segment.p_memsz) - first), MADV_DONTNEED)
        }
    }
}

/// The reason of the exit of the daemon or the night filter; the raw value is the exit code.
///
/// The codes from 64 on are those of sysexits(3): systemd reads smaller ones as those of init scripts, and
/// reports 4 as "no permission". The manual pages list the codes, and the units restart after some.
package enum ExitReason: Int32, Error, Sendable {
    /// It was stopped, or has done its job.
    case done = 0
    /// The output cannot be written, or the status cannot be read.
    case refused = 1
    /// The command line is invalid, or a file that it names is unusable.
    case usage = 64
    /// There is no session bus, or no display; or it is lost.
    case noServer = 69
    /// A system call failed in the night filter, such as for lack of descriptors, or its display does
    /// not answer; another start may succeed.
    case failed = 71
    /// The runtime directory or the socket is unusable.
    case noRuntimeDirectory = 73
    /// The same program runs already; for a request to a running filter, none runs.
    case alreadyRunning = 75
    /// The configuration that the command line names is invalid.
    case invalidConfiguration = 78
}

extension ExitReason: CustomStringConvertible {
    /// The exit code, as in the help of the programs.
    package var description: String { "\(rawValue)" }
}

/// The three descriptors that a program starts with.
package enum StandardDescriptors {
    /// Opens those that were closed (`2>&-`) to `/dev/null`.
    ///
    /// Otherwise the next descriptor that is opened, such as a socket, would become an output.
    /// It must be called before anything else is opened.
    package static func fill() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", O_RDWR)
        }
    }
}

/// Standard output or standard error.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Whether it is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Whether it leads to the journal: `$JOURNAL_STREAM` has its device and inode, see systemd.exec(5).
    package var isJournal: Bool {
        guard let name = CurrentProcess.variable("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(rawValue, &status) == 0 else { return false }
        return name == "\(status.st_dev):\(status.st_ino)"
    }

    /// Writes all of a text at once; standard output waits for a reader that is slow.
    ///
    /// - Returns: the error; `nil` for success.
    @discardableResult package func write(_ text: String) -> Errno? {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                switch SystemCall.attempt({ Glibc.write(rawValue, rest.baseAddress, rest.count) }) {
                case .success(let count): rest = UnsafeRawBufferPointer(rebasing: rest[count...])
                // Another program that shares the terminal or the pipe has made it non-blocking.
                case .failure(.wouldBlock) where self == .output:
                    var watched = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                    _ = SystemCall.attempt { poll(&watched, 1, -1) }
                case .failure(let errno): return errno
                }
            }
            return nil
        }
    }

    /// Writes lines without the control characters of texts of others in them.
    ///
    /// - Returns: the error; `nil` for success.
    @discardableResult package func line(_ text: String) -> Errno? {
        write(text.withoutControls(except: "\n") + "\n")
    }

    /// Writes all of a text to standard output, or reports on standard error that it cannot.
    package static func print(_ text: String, by program: String) -> ExitReason {
        guard let error = output.write(text) else { return .done }
        self.error.write("\(program): standard output: \(error)\n")
        return .refused
    }
}

/// The limit of open descriptors of the process.
package enum DescriptorLimit {
    /// The limit before it was raised; `nil` if it never was.
    private static let inherited = Locked<rlimit?>(nil)

    /// Raises the limit as far as the administrator allows, and returns it.
    @discardableResult
    package static func raise() throws(IOError) -> UInt64 {
        var limit = rlimit()
        try SystemCall.run("getrlimit", "RLIMIT_NOFILE") {
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let former = limit
        inherited.withLock { $0 = $0 ?? former }
        limit.rlim_cur = limit.rlim_max
        try SystemCall.run("setrlimit", "RLIMIT_NOFILE") {
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return UInt64(limit.rlim_cur)
    }

    /// The limit of the programs that this process starts: the one that it was started with itself;
    /// `nil` if it was not raised.
    ///
    /// Programs that use select(2) fail with descriptors above 1023.
    static var ofChildren: UInt64? { inherited.withLock { $0.map { UInt64($0.rlim_cur) } } }
}
