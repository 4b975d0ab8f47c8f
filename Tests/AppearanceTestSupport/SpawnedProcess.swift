import Glibc

/// A process just started, with the ends of its streams that are ours.
struct SpawnedProcess: Sendable {
    var processIdentifier: Int32 = 0
    var input: Int32?
    var output: Int32
    var errors: Int32

    init(
        _ path: String, arguments: [String], environment: [String: String], directory: String?,
        keepsInput: Bool, passing: [Int32]
    ) throws {
        // A program that ends must not take the tests with it when its input is written.
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
        let outputPipe = try makePipe()
        let errorPipe = try makePipe()
        let inputPipe = keepsInput ? try makePipe() : nil
        output = outputPipe.read
        errors = errorPipe.read
        input = inputPipe?.write
        var environment = environment
        if environment["JOURNAL_STREAM"] == ChildProcess.ownErrors {
            var status = stat()
            fstat(errorPipe.write, &status)
            environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
        }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Sources far above the targets, so that no target overwrites a source.
        let passed = try passing.map { descriptor in
            try retrying("fcntl") { fcntl(descriptor, F_DUPFD_CLOEXEC, 200) }
        }
        defer { passed.forEach { close($0) } }
        if let inputPipe {
            posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1)
        posix_spawn_file_actions_adddup2(&actions, errorPipe.write, 2)
        for (index, descriptor) in passed.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
        }
        _ = GNU.addCloseFrom(&actions, Int32(3 + passed.count))
        if let directory { _ = GNU.addChangeDirectory(&actions, directory) }

        var attributes = try Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        func spawn() -> Int32 {
            withCStrings(arguments) { arguments in
                withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                    posix_spawn(
                        &processIdentifier, path, &actions, &attributes, arguments, environment)
                }
            }
        }
        var code = spawn()
        // A program that was just copied is still open for writing in the child that another test is starting,
        // until that child calls exec.
        let deadline = Deadline()
        while code == ETXTBSY, (try? deadline.check("the end of the copy")) != nil {
            code = spawn()
        }
        close(outputPipe.write)
        close(errorPipe.write)
        if let inputPipe { close(inputPipe.read) }
        guard code == 0 else {
            close(output)
            close(errors)
            if let input { close(input) }
            throw HarnessFailure.systemCall("starting \(path)", code)
        }
    }

    /// Its own process group, no signal blocked or ignored.
    private static func attributes() throws -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }
}

/// Lends an array of C strings, ended by a null pointer.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
