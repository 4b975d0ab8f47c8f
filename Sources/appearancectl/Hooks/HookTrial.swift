internal import AppearanceDesktop
internal import AppearanceModel
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

/// A run of a hook on this terminal.
enum HookTrial {
    /// The time between the request to end and the kill.
    private static let grace = Microseconds.seconds(5)

    /// Runs a hook with the output of this program, and waits for its end.
    ///
    /// Ctrl-C ends it.
    static func run(
        _ hook: Hook, in appearance: Appearance, _ snapshot: Snapshot?, timeout: Microseconds
    ) -> HookRun {
        run(
            ChildProgram(
                hook.path, [hook.argument(in: appearance)],
                environment: environment(of: hook, appearance, snapshot),
                timeout: .microseconds(timeout.count)))
    }

    private static func run(_ program: ChildProgram) -> HookRun {
        var signals = sigset_t([SIGCHLD, SIGINT, SIGTERM, SIGHUP])
        sigprocmask(SIG_BLOCK, &signals, nil)
        let started = WallTime.now
        let ending: HookRun.Ending
        let begin = SystemClock.monotonic()
        do throws(IOError) {
            let process = try ChildSpawning.start(
                program, output: STDOUT_FILENO, errorOutput: STDERR_FILENO)
            ending = wait(for: process, signals, within: Microseconds(program.timeout.microseconds))
        } catch {
            ending = .notStarted(program.startProblem(error))
        }
        return HookRun(
            argument: program.arguments[0], startedAt: started,
            duration: Microseconds(SystemClock.monotonic() - begin), ending: ending)
    }

    private static func environment(
        of hook: Hook, _ appearance: Appearance, _ snapshot: Snapshot?
    ) -> [String: String] {
        var snapshot = snapshot
        if let present = snapshot?.appearance, present != appearance {
            snapshot?.previous = present
        }
        return hook.environment(for: snapshot, in: appearance)
    }

    private static func wait(
        for process: pid_t, _ signals: sigset_t, within timeout: Microseconds
    ) -> HookRun.Ending {
        var signals = signals
        var deadline = SystemClock.monotonic() + timeout.count
        var stops = [SIGTERM, SIGKILL][...]
        var isLate = false
        while true {
            var status: Int32 = 0
            if waitpid(process, &status, WNOHANG) == process {
                if isLate { return .timedOut }
                let signal = status & 0x7F
                return signal == 0
                    ? .exited(Int64(status >> 8 & 0xFF)) : .killed(signal: Int64(signal))
            }
            let left = deadline - SystemClock.monotonic()
            if left <= 0, let stop = stops.popFirst() {
                isLate = true
                kill(-process, stop)
                deadline = SystemClock.monotonic() + grace.count
                continue
            }
            var span = timespec(
                tv_sec: Int(max(left, 0) / 1_000_000), tv_nsec: Int(max(left, 0) % 1_000_000) * 1000
            )
            let signal = sigtimedwait(&signals, nil, &span)
            if [SIGINT, SIGTERM, SIGHUP].contains(signal) { kill(-process, signal) }
            if stops.isEmpty, left <= 0 { return .timedOut }
        }
    }
}
