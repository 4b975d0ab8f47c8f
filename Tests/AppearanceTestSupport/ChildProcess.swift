import Foundation

/// A real program under test: exactly the given environment, its own process group.
///
/// The whole group is killed with the last reference, so no test leaves processes behind.
/// Waiting is done on conditions with a deadline; the deadline is for a broken program only, so a
/// test that passes never waits longer than the program takes.
package final class ChildProcess: Sendable {
    /// Which of a program's two streams a line came from.
    package enum Stream: Int, Sendable {
        case output, errors
    }

    /// The value of `JOURNAL_STREAM` that stands for the standard error of the program itself.
    package static let ownErrors = "standard error"

    /// The timeout of every wait: far more than anything takes, on a busy machine too.
    package static let timeout = Duration.seconds(120)

    /// The program and its arguments.
    package let command: [String]
    /// Its process id, which is its group's too; not reused before this object goes.
    package let processIdentifier: Int32
    private let output: Awaited<ProcessOutput>
    private let input: Int32?
    private let stopReading: Int32

    /// Starts a program, found by its path or in this process's PATH.
    ///
    /// With `keepsInput`, `write` reaches its standard input; else that is empty. The descriptors
    /// `passing` become 3, 4 and so on in the program; every other one is closed. `atEnd` is called
    /// on another thread when the program has exited.
    package init(
        _ program: String, _ arguments: [String] = [], environment: [String: String],
        directory: String? = nil, keepsInput: Bool = false, passing: [Int32] = [],
        atEnd: @escaping @Sendable () -> Void = {}
    ) throws {
        command = [program] + arguments
        let spawned = try SpawnedProcess(
            try Self.path(of: program), arguments: command, environment: environment,
            directory: directory, keepsInput: keepsInput, passing: passing)
        processIdentifier = spawned.processIdentifier
        Guardian.watch(group: processIdentifier)
        input = spawned.input
        let stop = try makePipe()
        stopReading = stop.write
        let descriptors = [spawned.output, spawned.errors]
        let output = Awaited(ProcessOutput(streams: descriptors.map(ProcessOutput.Stream.init)))
        self.output = output
        Thread.detachNewThread { readStreams(descriptors, stop: stop.read, into: output) }
        Thread.detachNewThread {
            let status = awaitEnd(of: spawned.processIdentifier)
            output.change { $0.status = status }
            atEnd()
        }
    }

    deinit {
        signalGroup(SIGKILL)
        signal(SIGKILL)
        _ = output.wait(within: .seconds(10)) { $0.status }
        Guardian.forget(group: processIdentifier)
        // Only now may the process id be used again.
        _ = waitpid(processIdentifier, nil, 0)
        close(stopReading)
        if let input { close(input) }
    }

    /// The output on a stream so far, with everything that the program has written before the call.
    package func text(on stream: Stream = .output) -> String {
        output.change {
            $0.streams[stream.rawValue].read()
            return $0.streams[stream.rawValue].text
        }
    }

    /// Writes one line to the program's standard input.
    package func write(line: String) throws {
        guard let input else { throw HarnessFailure("\(command[0]) was started without an input") }
        try writeAll(Array((line + "\n").utf8), to: input)
    }

    /// Sends a signal to the program alone.
    package func signal(_ number: Int32) { _ = kill(processIdentifier, number) }

    /// Stops the program; the kernel reports it stopped when this returns.
    package func stop() throws {
        signal(SIGSTOP)
        var information = siginfo_t()
        try retrying("waitid") {
            waitid(P_PID, id_t(processIdentifier), &information, WSTOPPED | WEXITED | WNOWAIT)
        }
        guard information.si_code == CLD_STOPPED else { throw failure("exited, and cannot stop") }
    }

    /// Sends a signal to the program and everything it started.
    package func signalGroup(_ number: Int32) { _ = kill(-processIdentifier, number) }

    /// Sends SIGTERM, and waits until the program has exited.
    @discardableResult
    package func terminate(within timeout: Duration = timeout) throws -> ExitStatus {
        signal(SIGTERM)
        return try expectExit(within: timeout)
    }

    /// The next line for which `matches` holds; the lines before it are passed over.
    ///
    /// Throws as soon as the stream has ended without it, or after `timeout`.
    @discardableResult
    package func waitForLine(
        _ what: String, on stream: Stream = .output, within timeout: Duration = timeout,
        where matches: (String) throws -> Bool
    ) throws -> String {
        try wait(for: what, on: stream, within: timeout) { lines in
            while !lines.isEmpty {
                let line = lines.removeFirst()
                if try matches(line) { return line }
            }
            return nil
        }
    }

    /// The next line for which `matches` holds; the lines before it stay for later waits.
    @discardableResult
    package func waitForLineLeavingOthers(
        _ what: String, on stream: Stream = .output, within timeout: Duration = timeout,
        where matches: (String) throws -> Bool
    ) throws -> String {
        try wait(for: what, on: stream, within: timeout) { lines in
            try lines.firstIndex(where: matches).map { lines.remove(at: $0) }
        }
    }

    private func wait(
        for what: String, on stream: Stream, within timeout: Duration,
        _ take: (inout [String]) throws -> String?
    ) throws -> String {
        let taken = output.wait(within: timeout) { output in
            let line = Result { try take(&output.streams[stream.rawValue].waiting) }
            switch line {
            case .success(let line?): return Result<String, any Error>.success(line)
            case .failure(let error): return .failure(error)
            case .success(nil):
                let ended = output.streams[stream.rawValue].isAtEnd
                return ended ? .failure(HarnessFailure("the stream ended without it")) : nil
            }
        }
        switch taken {
        case .success(let line)?: return line
        case .failure(let error)?: throw failure("waited for \(what): \(error)")
        case nil: throw failure("waited \(timeout) for \(what)")
        }
    }

    /// The next line that contains a text.
    @discardableResult
    package func waitForLine(
        containing text: String, on stream: Stream = .output, within timeout: Duration = timeout
    ) throws -> String {
        try waitForLine("a line with “\(text)”", on: stream, within: timeout) { $0.contains(text) }
    }

    /// The exit status, with the complete output already read.
    @discardableResult
    package func expectExit(within timeout: Duration = timeout) throws -> ExitStatus {
        guard let status = output.wait(within: timeout, { $0.status }) else {
            throw failure("did not end within \(timeout)")
        }
        // A program that it left behind may hold the streams open: that is not waited for long.
        _ = output.wait(within: .seconds(1)) { $0.streams.allSatisfy(\.isAtEnd) ? true : nil }
        return status
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { output.read { $0.status } == nil }

    private func failure(_ what: String) -> HarnessFailure {
        HarnessFailure(
            """
            \(command.joined(separator: " ")): \(what)
            --- it said:
            \(text(on: .output).suffix(4000))
            --- and as errors:
            \(text(on: .errors).suffix(4000))
            ---
            """)
    }

    private static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        guard let path = Requirement.executable(program) else {
            throw HarnessFailure("no program \(program) in PATH")
        }
        return path
    }
}

/// Reads both streams until both have ended, or until `stop`'s other end is closed.
private func readStreams(_ streams: [Int32], stop: Int32, into output: Awaited<ProcessOutput>) {
    defer {
        output.change { for index in streams.indices { $0.streams[index].end() } }
        (streams + [stop]).forEach { close($0) }
    }
    // Ends when both streams do, or `stop` is closed.
    while true {
        let open = output.read { output in
            streams.indices.map { output.streams[$0].isAtEnd ? -1 : streams[$0] }
        }
        guard open != [-1, -1] else { return }
        var polled = [pollfd(fd: stop, events: 0, revents: 0)]
        polled += open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return }
        output.change { output in
            for index in streams.indices where polled[index + 1].revents != 0 {
                output.streams[index].read()
            }
        }
        if polled[0].revents != 0 { return }
    }
}

/// Waits for a process to end and leaves it a zombie, so that its id stays its own.
private func awaitEnd(of processIdentifier: Int32) -> ExitStatus {
    var information = siginfo_t()
    // Ends with the process, which `deinit` kills.
    while waitid(P_PID, id_t(processIdentifier), &information, WEXITED | WNOWAIT) != 0 {
        guard errno == EINTR else { return .exited(-1) }
    }
    let status = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? .exited(status) : .killed(signal: status)
}
