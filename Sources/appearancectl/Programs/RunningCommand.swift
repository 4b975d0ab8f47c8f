internal import Glibc

/// A program that was asked something, while it answers.
final class RunningCommand {
    /// More than any of the answers that are of use, in bytes.
    private static let limit = 4 << 20

    /// Negative where it could not be started.
    private let process: pid_t
    private let startError: Int32
    /// Where its output and its complaints are read; -1 once they have ended.
    private(set) var streams: [Int32] = [-1, -1]
    private var texts: [[UInt8]] = [[], []]
    private var isEndless = false

    init(_ question: Command) {
        guard let output = Self.pipe(), let complaints = Self.pipe() else {
            process = -1
            startError = errno
            return
        }
        (process, startError) = Self.spawn(question, output[1], complaints[1])
        close(output[1])
        close(complaints[1])
        streams = [output[0], complaints[0]]
    }

    deinit {
        for stream in streams where stream >= 0 { close(stream) }
    }

    var isTalking: Bool { streams.contains { $0 >= 0 } }

    /// Takes what has come on a stream.
    func hear(stream: Int) {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = read(streams[stream], &room, room.count)
        if count > 0 {
            texts[stream] += room[..<count]
            if texts[stream].count > Self.limit { isEndless = true }
        }
        guard count <= 0 || isEndless else { return }
        close(streams[stream])
        streams[stream] = -1
        if isEndless { kill(-process, SIGKILL) }
    }

    /// What it said; one that has not ended by then is ended.
    func answer(endingBy deadline: ContinuousClock.Instant) -> CommandResult {
        guard process > 0 else {
            return startError == ENOENT || startError == EACCES
                ? .missing : .refused(String(cString: strerror(startError)))
        }
        if isTalking { kill(-process, SIGKILL) }
        let status = status(by: isTalking ? .now : deadline)
        guard !isEndless else { return .endless }
        guard let status, !isTalking else { return .silent }
        guard status != 0 else { return .said(Self.text(texts[0])) }
        let complaint = Self.text(texts[1]).split(separator: "\n").last.map(String.init)
        return .refused(complaint ?? "it ended with status \(status >> 8 & 0xFF)")
    }

    /// As `waitpid` puts it; nil for one that had to be killed.
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

    /// A pipe that no program inherits as it is; nil with errno where there is none to be had.
    private static func pipe() -> [Int32]? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    /// In a process group of its own, with signals as at a login, and nothing open but its streams.
    private static func spawn(
        _ question: Command, _ output: Int32, _ complaints: Int32
    ) -> (pid_t, Int32) {
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO)
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

        var arguments = ([question.program] + question.arguments).map { strdup($0) } + [nil]
        var environment = Self.environment(with: question.environment) + [nil]
        defer { (arguments + environment).forEach { free($0) } }
        var process: pid_t = -1
        let error = posix_spawnp(
            &process, question.program, &files, &attributes, &arguments, &environment)
        return error == 0 ? (process, 0) : (-1, error)
    }

    /// Ours, but that what programs say is to be read by a program.
    ///
    /// Each entry is to be freed; ours are kept byte by byte, as not all are UTF-8.
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
