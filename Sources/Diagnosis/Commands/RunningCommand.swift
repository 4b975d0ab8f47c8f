internal import Glibc
internal import Linux

/// A command that is running.
package final class RunningCommand {
    /// The limit on the output, in bytes.
    private static let limitBytes = 4 << 20

    /// The process, or the reason why it could not be started.
    private let process: Result<pid_t, IOError>
    /// Standard output and standard error.
    private let outputs: [Output]
    private var isTooLong = false

    /// Starts a command; one that cannot be started has a result at once.
    package init(_ command: Command) {
        // In the C locale the words of a command are always the same.
        let program = ChildProgram(
            command.program, command.arguments,
            environment: ChildProgram.plainLocale.merging(command.environment) { $1 },
            timeout: CommandRunner.timeout)
        do throws(IOError) {
            let output = try Pipe()
            let errors = try Pipe()
            process = .success(
                try ChildSpawning.start(
                    program, output: output.write.rawValue, errorOutput: errors.write.rawValue))
            outputs = [Output(output.reader()), Output(errors.reader())]
        } catch {
            process = .failure(error)
            outputs = []
        }
    }

    /// The descriptors of the outputs that are not at their end.
    package var descriptors: [Int32] { outputs.compactMap(\.descriptor) }

    /// Reads the available bytes; closes an output at its end or at the limit.
    package func read() {
        for output in outputs {
            output.read()
            if output.bytes.count > Self.limitBytes {
                isTooLong = true
                output.close()
                kill()
            }
        }
    }

    /// Returns the result; kills a command that runs past the deadline.
    package func result(by deadline: ContinuousClock.Instant) -> CommandResult {
        switch process {
        case .failure(let error):
            return error.errno == .noSuchFile || error.errno == .permissionDenied
                ? .missing : .failed("\(error)")
        case .success(let process):
            let isReading = !descriptors.isEmpty
            if isReading { kill() }
            let status = Self.status(of: process, by: isReading ? .now : deadline)
            guard !isTooLong else { return .tooLong }
            guard let status, !isReading else { return .timedOut }
            guard status != 0 else { return .output(outputs[0].text) }
            let message = outputs[1].text.split(separator: "\n").last.map(String.init)
            let signal = status & 0x7F
            return .failed(
                message
                    ?? (signal == 0
                        ? "it exited with status \(status >> 8 & 0xFF)"
                        : "signal \(signal) ended it"))
        }
    }

    /// Kills its process group.
    package func kill() {
        if case .success(let process) = process { _ = Glibc.kill(-process, SIGKILL) }
    }

    /// Returns the status of `waitpid`; `nil` if the command had to be killed.
    ///
    /// It waits for the process itself: in a program with several threads, SIGCHLD may reach another one.
    private static func status(of process: pid_t, by deadline: ContinuousClock.Instant) -> Int32? {
        let left = deadline - .now
        do throws(IOError) {
            let child = try OtherProcess(process)
            _ = try child?.hasEnded(within: left > .zero ? left.pollMilliseconds : 0)
        } catch {
            // Without a descriptor of it, only an end until now counts.
        }
        var status: Int32 = 0
        if waitpid(process, &status, WNOHANG) == process { return status }
        _ = Glibc.kill(-process, SIGKILL)
        waitpid(process, nil, 0)
        return nil
    }

    private final class Output {
        private var pipe: Descriptor?
        private(set) var bytes: [UInt8] = []

        init(_ pipe: consuming Descriptor) { self.pipe = consume pipe }

        /// The descriptor to wait for; `nil` once it is closed.
        var descriptor: Int32? {
            switch pipe {
            case .some(let pipe): pipe.rawValue
            case .none: nil
            }
        }

        /// Reads the available bytes; closes the pipe at its end.
        func read() {
            guard let descriptor else { return }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let outcome = SystemCall.attempt { Glibc.read(descriptor, &chunk, chunk.count) }
            switch outcome {
            case .success(let count) where count > 0: bytes += chunk[..<count]
            case .failure(.wouldBlock): break
            case .success, .failure: close()
            }
        }

        func close() { pipe = nil }

        /// The text without the line ends after it.
        var text: String {
            var text = bytes[...]
            while text.last == UInt8(ascii: "\n") { text.removeLast() }
            return String(decoding: text, as: UTF8.self)
        }
    }
}
