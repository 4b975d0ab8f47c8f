internal import Glibc

/// A command while it runs.
final class RunningCommand {
    /// The limit on the output, in bytes.
    private static let limit = 4 << 20

    /// The process; negative if it could not be started.
    private let process: pid_t
    private let startError: Int32
    /// The pipes of standard output and standard error; -1 once they are closed.
    private(set) var streams: [Int32] = [-1, -1]
    private var texts: [[UInt8]] = [[], []]
    private var isTooLong = false

    init(_ command: Command) {
        guard let output = Self.pipe(), let errors = Self.pipe() else {
            process = -1
            startError = errno
            return
        }
        (process, startError) = Self.spawn(command, output[1], errors[1])
        close(output[1])
        close(errors[1])
        streams = [output[0], errors[0]]
    }

    deinit {
        for stream in streams where stream >= 0 { close(stream) }
    }

    var hasOpenStreams: Bool { streams.contains { $0 >= 0 } }

    /// Reads the available bytes of a stream; closes it at its end or at the limit.
    func read(stream: Int) {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(streams[stream], &room, room.count)
        if count > 0 {
            texts[stream] += room[..<count]
            if texts[stream].count > Self.limit { isTooLong = true }
        }
        guard count <= 0 || isTooLong else { return }
        close(streams[stream])
        streams[stream] = -1
        if isTooLong { kill(-process, SIGKILL) }
    }

    /// Returns the result; kills a command that runs past the deadline.
    func result(by deadline: ContinuousClock.Instant) -> CommandResult {
        guard process > 0 else {
            return startError == ENOENT || startError == EACCES
                ? .missing : .failed(String(cString: strerror(startError)))
        }
        if hasOpenStreams { kill(-process, SIGKILL) }
        let status = status(by: hasOpenStreams ? .now : deadline)
        guard !isTooLong else { return .tooLong }
        guard let status, !hasOpenStreams else { return .timedOut }
        guard status != 0 else { return .output(Self.text(texts[0])) }
        let message = Self.text(texts[1]).split(separator: "\n").last.map(String.init)
        return .failed(message ?? "it exited with status \(status >> 8 & 0xFF)")
    }

    /// Returns the status of `waitpid`; `nil` if the command had to be killed.
    private func status(by deadline: ContinuousClock.Instant) -> Int32? {
        var childEnds = sigset_t()
        sigemptyset(&childEnds)
        sigaddset(&childEnds, SIGCHLD)
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return status }
            guard ended == 0 else { return nil }
            let left = Int((deadline - .now).milliseconds)
            guard left > 0 else {
                kill(-process, SIGKILL)
                waitpid(process, nil, 0)
                return nil
            }
            var span = timespec(tv_sec: left / 1000, tv_nsec: left % 1000 * 1_000_000)
            sigtimedwait(&childEnds, nil, &span)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        var text = bytes[...]
        while text.last == UInt8(ascii: "\n") { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Starting

    /// Returns a close-on-exec pipe; `nil` with errno if there is none.
    private static func pipe() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// Starts a command in its own process group, with default signals and only its streams open.
    private static func spawn(
        _ command: Command, _ output: Int32, _ errors: Int32
    ) -> (pid_t, Int32) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        sigaddset(&none, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var arguments = ([command.program] + command.arguments).map { strdup($0) } + [nil]
        var environment = Self.environment(with: command.environment) + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process: pid_t = -1
        let error = posix_spawnp(
            &process, command.program, &files, &attributes, &arguments, &environment)
        return error == 0 ? (process, 0) : (-1, error)
    }

    /// Returns the environment of this program with additions and the C locale.
    ///
    /// The caller frees each entry. Inherited entries are copied as bytes, as some are not UTF-8.
    private static func environment(
        with additions: [String: String]
    ) -> [UnsafeMutablePointer<CChar>?] {
        let additions = ["LC_ALL": "C.UTF-8", "LANGUAGE": ""].merging(additions) { $1 }
        var kept: [UnsafeMutablePointer<CChar>?] = []
        var entry = environ
        while let text = entry.pointee {
            let name = String(String(cString: text).prefix { $0 != "=" })
            if additions[name] == nil { kept.append(strdup(text)) }
            entry += 1
        }
        return kept + additions.map { strdup("\($0)=\($1)") }
    }
}
