internal import Glibc
internal import Linux

/// A program that runs with the terminal, the input and the process group of this one.
///
/// The signals of the terminal reach both; this process leaves the decision to the program, and
/// passes on a request to end that reaches only itself.
struct ForegroundProgram {
    /// The signals that this process does not act on.
    private static let taken = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGCHLD]

    private let process: pid_t
    private let signals: sigset_t
    /// The signals that were blocked before.
    private let before: sigset_t

    /// Starts a program, looked up in `PATH` as a shell does.
    ///
    /// Call it before any other thread exists, so that no other thread acts on its signals.
    init(_ command: [String]) throws(IOError) {
        let path = try ProgramPath.find(command[0])
        var signals = sigset_t(Self.taken)
        var before = sigset_t()
        // The kernel keeps no exit status if SIGCHLD is ignored, which is inherited.
        signal(SIGCHLD, SIG_DFL)
        sigprocmask(SIG_BLOCK, &signals, &before)
        self.signals = signals
        self.before = before

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &before)
        var defaults = sigset_t([SIGPIPE])
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, path, nil, &attributes, &arguments, environ)
        guard error == 0 else {
            throw .system(call: "exec", subject: path, errno: Errno(rawValue: error))
        }
        self.process = process
    }

    /// Waits for the program and returns its exit status as a shell has it: 128 and the number of
    /// the signal that ended it.
    ///
    /// Signals act on this process again afterwards; those that it received meanwhile do not.
    func exitStatus() -> Int32 {
        var (signals, before) = (signals, before)
        defer {
            var none = timespec()
            while sigtimedwait(&signals, nil, &none) > 0 {}
            sigprocmask(SIG_SETMASK, &before, nil)
        }
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            let signal = sigwaitinfo(&signals, nil)
            if signal == SIGTERM || signal == SIGHUP { kill(process, signal) }
        }
    }
}

extension sigset_t {
    init(_ numbers: [Int32]) {
        self.init()
        sigemptyset(&self)
        for number in numbers { sigaddset(&self, number) }
    }
}
