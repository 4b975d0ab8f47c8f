// A program that runs while the loop turns. Its end is an event of the loop: the kernel's descriptor
// of the process becomes readable, so no signal is handled, and no thread waits.

import CLinux
import Glibc
package import Linux

/// A running program; it exists until its end was reported, even without another reference.
package final class ChildProcess {
    private enum Stage { case running, asked, killed, ended }

    /// The time that `endNow` waits for programs that it has asked to end, and again for killed ones.
    private static let lastGrace = Duration.milliseconds(50)

    private let process: pid_t
    /// The time for which one that was asked to end may continue, and one that was killed may be
    /// stuck in the kernel.
    private let grace: Duration
    private let mayLeaveProcesses: Bool
    private let descriptor: Descriptor
    private let output: ChildOutput
    private let errorOutput: ChildOutput
    private var ended: ((ChildOutcome) -> Void)?
    private var stage = Stage.running
    private var exit: IOSource?
    private var timer: TimerSource?

    /// Starts a program; `ended` is called once, by the loop.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - loop: The loop that calls both functions.
    ///   - line: Receives each line of either stream as it comes, within the limit.
    ///   - ended: Receives the result.
    /// - Returns: The running program.
    /// - Throws: `IOError`, with the errno `noSuchFile` if the program is missing.
    @discardableResult
    package static func start(
        _ program: ChildProgram, on loop: EventLoop, line: ((String) -> Void)? = nil,
        _ ended: @escaping (ChildOutcome) -> Void
    ) throws(IOError) -> ChildProcess {
        try ChildProcess(program, on: loop, line, ended)
    }

    private init(
        _ program: ChildProgram, on loop: EventLoop, _ line: ((String) -> Void)?,
        _ ended: @escaping (ChildOutcome) -> Void
    ) throws(IOError) {
        grace = program.grace
        mayLeaveProcesses = program.mayLeaveProcesses
        let outputPipe = try Pipe()
        let errorPipe = try Pipe()
        process = try ChildSpawning.start(
            program, output: outputPipe.write.rawValue, errorOutput: errorPipe.write.rawValue)
        do throws(IOError) {
            let process = process
            descriptor = try Descriptor(
                owning: SystemCall.run("pidfd_open", program.name) {
                    process_open(process)
                })
            output = try ChildOutput(
                reading: outputPipe.reader(), limit: program.limitBytes, on: loop, line)
            errorOutput = try ChildOutput(
                reading: errorPipe.reader(), limit: program.limitBytes, on: loop, line)
            // The loop's sources keep this object until it has ended.
            timer = try loop.timer(.monotonic) { self.timeIsUp() }
            exit = try loop.watch(descriptor.rawValue, for: .readable) { _ in self.reap() }
        } catch {
            // Out of descriptors, watches or memory: it must not run unseen.
            kill(-process, SIGKILL)
            waitpid(process, nil, 0)
            timer = nil
            throw error
        }
        self.ended = ended
        timer?.arm(after: program.timeout)
    }

    /// Its number, which is also that of its process group.
    package var number: Int32 { process }

    /// Asks it and the processes of its group to end now.
    package func end() {
        guard stage == .running else { return }
        stage = .asked
        kill(-process, SIGTERM)
        timer?.arm(after: grace)
    }

    /// Ends programs and their process groups now, without the loop, which need not turn any more.
    ///
    /// Those that ignore being asked are killed after a moment, which is the same for all. One that not even
    /// the kernel can end now is left behind. Their ends are not reported.
    package static func endNow(_ children: [ChildProcess]) {
        let running = children.filter { $0.stage != .ended }
        for signal in [SIGTERM, SIGKILL] {
            for child in running { kill(-child.process, signal) }
            let deadline = SystemClock.monotonic() + lastGrace.microseconds
            for child in running {
                let number = child.descriptor.rawValue
                var watched = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
                let left = Duration.microseconds(deadline - SystemClock.monotonic())
                _ = SystemCall.attempt { poll(&watched, 1, left.pollMilliseconds) }
            }
        }
        for child in running { child.forget() }
    }

    private func forget() {
        waitpid(process, nil, WNOHANG)
        ended = nil
        stage = .ended
        (exit, timer) = (nil, nil)
        output.close()
        errorOutput.close()
    }

    private func timeIsUp() {
        switch stage {
        case .running: end()
        case .asked:
            stage = .killed
            kill(-process, SIGKILL)
            timer?.arm(after: grace)
        // Not even the kernel can end it now. It is reaped whenever it does end.
        case .killed: finish(.stuck)
        case .ended: break
        }
    }

    private func reap() {
        let wasStopped = stage != .running
        // What it leaves behind in its group would run on unseen. The group is its own for as long
        // as it has not been reaped.
        if wasStopped { kill(-process, SIGKILL) }
        var status: Int32 = 0
        let outcome = SystemCall.attempt { waitpid(process, &status, WNOHANG) }
        if case .success(0) = outcome { return }
        stage = .ended
        (exit, timer) = (nil, nil)
        if case .failure = outcome { return finish(.unknown) }
        finish(wasStopped ? .stuck : Self.ending(status))
    }

    private func finish(_ ending: ChildOutcome.Ending) {
        guard let ended else { return }
        self.ended = nil
        for stream in [output, errorOutput] {
            stream.take()
            stream.finish(discardingMore: mayLeaveProcesses)
        }
        ended(
            ChildOutcome(ending: ending, output: output.bytes, errorOutput: errorOutput.bytes))
    }

    /// As `waitpid` puts it, wait(2).
    private static func ending(_ status: Int32) -> ChildOutcome.Ending {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
