import AppearanceDesktop
import DBus
import EventLoop
import Linux

/// Runs hooks: by the user's service manager, so outside of the daemon's sandbox, or without one as
/// children of the daemon.
final class HookRunner {
    /// One run of a hook.
    struct Run {
        let hook: Hook
        let argument: String
        let environment: [String: String]
        let timeout: Duration
    }

    /// The time between the request to end and the kill.
    private static let grace = Duration.seconds(5)

    private let units: TransientUnits
    private let loop: EventLoop
    private let deferred: DeferredCalls
    private let log: Log
    private let runs: HookRuns
    private var children: [String: ChildProcess] = [:]
    /// The reasons for children of the daemon that were logged.
    private var loggedReasons: Set<String> = []

    init(
        on connection: BusConnection, managed isManaged: Bool, recordedIn runs: HookRuns, log: Log
    ) {
        self.runs = runs
        units = TransientUnits(on: connection, expected: isManaged)
        loop = connection.loop
        deferred = DeferredCalls(on: loop)
        self.log = log
    }

    /// Whether it is known how hooks are run.
    var isReady: Bool { units.isAvailable != nil }

    /// Looks for the service manager; `ready` is called when hooks can be run.
    func start(_ ready: @escaping () -> Void) { units.follow(ready) }

    /// Runs a hook; `ended` is called once, in a later turn of the loop.
    func run(_ run: Run, _ ended: @escaping (HookRun.Ending) -> Void) {
        let (name, sequence) = (run.hook.name, run.environment[Hook.sequenceVariable] ?? "")
        let ended = { [runs] (ending: HookRun.Ending) in
            runs.ended(name)
            ended(ending)
        }
        guard units.isAvailable == true else {
            logOnce(
                "hooks run as children of the daemon, within its limits: there is no service"
                    + " manager on the session bus")
            return runChild(run, ended)
        }
        let start = { [runs] (unit: String) in
            runs.began(name, at: .unit(unit), sequence: sequence)
        }
        units.run(run.program(grace: Self.grace), start) { [weak self] ending in
            switch ending {
            case .ended(.exited(Self.notExecuted)):
                ended(.notStarted("systemd could not execute it; \(ChildProgram.interpreterHint)"))
            case .ended(let ending): ended(HookRun.Ending(ending))
            case .refused(let error):
                self?.logOnce(
                    "hook \(run.hook.name) runs as a child of the daemon, within its limits:"
                        + " systemd refuses it: \(error.message)")
                self?.runChild(run, ended)
            }
        }
    }

    /// Ends the hooks that are children of the daemon; no other process would.
    func stop() {
        ChildProcess.endNow(Array(children.values))
        children = [:]
    }

    // MARK: Children

    private func logOnce(_ reason: String) {
        if loggedReasons.insert(reason).inserted { log.notice(reason) }
    }

    private func runChild(_ run: Run, _ ended: @escaping (HookRun.Ending) -> Void) {
        let program = ChildProgram(
            run.hook.path, [run.argument], environment: run.environment, timeout: run.timeout,
            grace: Self.grace, mayLeaveProcesses: true)
        let name = run.hook.name
        do throws(IOError) {
            let child = try ChildProcess.start(
                program, on: loop, line: { [log] in log.info("hook \(name): \($0)") }
            ) { [weak self] outcome in
                self?.children[name] = nil
                ended(HookRun.Ending(outcome.ending))
            }
            children[name] = child
            runs.began(
                name, at: .child(child.number),
                sequence: run.environment[Hook.sequenceVariable] ?? "")
        } catch {
            let reason = program.startProblem(error)
            deferred.add { ended(.notStarted(reason)) }
        }
    }

    /// The exit status by which systemd reports a failed execve(2).
    private static let notExecuted: Int32 = 203
}

extension HookRun.Ending {
    fileprivate init(_ ending: ChildOutcome.Ending) {
        self =
            switch ending {
            case .exited(let code): .exited(Int64(code))
            case .killed(let signal): .killed(signal: Int64(signal))
            case .stuck: .timedOut
            case .unknown: .unknown
            }
    }
}

extension HookRunner.Run {
    fileprivate func program(grace: Duration) -> TransientUnits.Program {
        TransientUnits.Program(
            unit: "appearanced-hook-\(Self.label(hook.name))",
            description: "Hook \(hook.name) of appearanced", identifier: hook.name,
            command: [hook.path, argument], environment: environment, timeout: timeout,
            grace: grace)
    }

    /// The length limit of that part, in bytes: the names of a unit and of the folder of its
    /// drop-ins have at most 255.
    private static let longestLabel = 200

    /// Returns a name as the part of a unit's that tells hooks apart.
    private static func label(_ name: String) -> String {
        let label = escaped(name)
        guard label.utf8.count > longestLabel else { return label }
        // The hash FNV-1a, which is the same in every process.
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return label.prefix(longestLabel - digits.utf8.count - 1) + "-" + digits
    }

    /// Returns a name as a part of a unit's, as systemd-escape(1) does.
    private static func escaped(_ name: String) -> String {
        name.utf8.map { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".": String(Unicode.Scalar(byte))
            case "/": "-"
            default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }
}
