package import CLinux
import Glibc

/// How a child is started: in a process group of its own, with signals as at a login, nothing to
/// read, and nothing open but its two outputs.
package enum ChildSpawning {
    /// The variables with which the service manager addresses this process alone.
    private static let ours: Set<String> = [
        "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES", "WATCHDOG_USEC",
        "WATCHDOG_PID", "MAINPID", "INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID",
    ]

    /// Starts the program, writing to these two descriptors, which stay the caller's.
    package static func start(
        _ program: ChildProgram, output: Int32, errorOutput: Int32
    ) throws(IOError) -> pid_t {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&files, errorOutput, STDERR_FILENO)
        // All of ours are closed by themselves; this is for those that we were started with.
        posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        keepExitStatuses()
        let path = try ProgramPath.find(program.name)
        var arguments = ([program.name] + program.arguments).map { strdup($0) } + [nil]
        var environment = environment(of: program) + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let error = DescriptorLimit.withInheritedLimit {
            posix_spawn(&process, path, &files, &attributes, &arguments, &environment)
        }
        guard error == 0 else {
            throw .system(
                call: "posix_spawn", subject: program.name, errno: Errno(rawValue: error))
        }
        return process
    }

    /// Undoes an inherited `SIGCHLD` = `SIG_IGN`, with which the kernel keeps no exit status.
    private static func keepExitStatuses() {
        var action = sigaction()
        guard sigaction(SIGCHLD, nil, &action) == 0,
            unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        else { return }
        signal(SIGCHLD, SIG_DFL)
    }

    /// The entries of its environment, each to be freed; ours byte by byte, as not all are UTF-8.
    private static func environment(of program: ChildProgram) -> [UnsafeMutablePointer<CChar>?] {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(String(cString: text).prefix { $0 != "=" })
            if !ours.contains(name), program.environment[name] == nil {
                entries.append(strdup(text))
            }
            entry += 1
        }
        for (name, value) in program.environment.sorted(by: { $0.key < $1.key }) {
            entries.append(strdup("\(name)=\(value)"))
        }
        return entries
    }
}
