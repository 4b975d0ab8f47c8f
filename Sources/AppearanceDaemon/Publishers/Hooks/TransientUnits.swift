// https://www.freedesktop.org/software/systemd/man/latest/org.freedesktop.systemd1.html

import DBus
import EventLoop
import Linux

/// Programs that the user's service manager runs, outside of the daemon's sandbox: each is a unit
/// that exists while it runs.
final class TransientUnits {
    /// A program to run, and the limits on it.
    struct Program {
        /// The name of the unit, without its type.
        let unit: String
        let description: String
        /// The name of its lines in the journal.
        let identifier: String
        let command: [String]
        let environment: [String: String]
        let timeout: Duration
        /// The time between the request to end and the kill.
        let grace: Duration
    }

    private static let manager = "org.freedesktop.systemd1"
    /// The time within which an expected service manager comes to the bus.
    private static let longestWait = Duration.seconds(10)
    private static let objects = "/org/freedesktop/systemd1"

    /// Whether there is a service manager; `nil` until that is known.
    private(set) var isAvailable: Bool?
    private let connection: BusConnection
    /// Whether the service manager has started this process, and so comes to the bus soon.
    private let isExpected: Bool
    private var waiting: TimerSource?
    /// The units that wait for the end of a job.
    private var jobs: [String: (_ path: String?, _ isDone: Bool) -> Void] = [:]
    private var subscriptions: [Subscription] = []

    init(on connection: BusConnection, expected isExpected: Bool) {
        self.connection = connection
        self.isExpected = isExpected
    }

    deinit {
        waiting = nil
        for subscription in subscriptions { subscription.cancel() }
    }

    /// Looks for the service manager; `known` is called whenever it comes or goes.
    func follow(_ known: @escaping () -> Void) {
        let removed = MatchRule(
            sender: Self.manager, path: Self.objects, interface: Self.manager + ".Manager",
            member: "JobRemoved")
        subscriptions = [
            connection.subscribe(to: removed) { [weak self] signal in self?.jobRemoved(signal) },
            connection.followOwner(of: Self.manager) { [weak self] owner in
                guard let self else { return }
                if owner == nil, isAvailable == nil, waits(known) { return }
                waiting = nil
                isAvailable = owner != nil
                if owner == nil { loseJobs() } else { call("Subscribe") }
                known()
            },
        ]
    }

    /// Waits for a service manager that is expected; returns whether it does.
    ///
    /// The manager joins a bus that has just been started a moment after its first clients.
    private func waits(_ known: @escaping () -> Void) -> Bool {
        guard isExpected, waiting == nil else { return waiting != nil }
        waiting = try? connection.loop.timer(.monotonic) { [weak self] in
            guard let self, isAvailable == nil else { return }
            isAvailable = false
            known()
        }
        waiting?.arm(after: Self.longestWait)
        return waiting != nil
    }

    /// Runs a program; `starting` is called with the name of each unit that it may run in, and `ended` once.
    func run(
        _ program: Program, _ starting: @escaping (_ unit: String) -> Void,
        _ ended: @escaping (TransientRun.Ending) -> Void
    ) {
        TransientRun(program, by: self, on: connection.loop, starting, ended).start()
    }

    // MARK: Calls

    func call(
        _ member: String, _ body: @escaping Message.Body = { _ in },
        _ answer: @escaping (BusConnection.Reply) -> Void = { _ in }
    ) {
        do throws(DBusError) {
            let message = try Message.call(
                to: Self.manager, path: Self.objects, interface: Self.manager + ".Manager",
                member: member, body)
            connection.call(message.startingNobody(), answer: answer)
        } catch {
            answer(.failure(error))
        }
    }

    /// Requests the properties of a unit as a service.
    func service(_ unit: String, _ answer: @escaping ([String: DBusValue]) -> Void) {
        let message = try? Message.call(
            to: Self.manager, path: Self.objects + "/unit/" + Self.label(unit),
            interface: Message.propertiesInterface, member: "GetAll"
        ) { $0.string(Self.manager + ".Service") }
        guard let message else { return answer([:]) }
        connection.call(message.startingNobody()) { result in
            answer((try? result.get())?.first?.properties ?? [:])
        }
    }

    /// Returns a name as a part of an object path.
    private static func label(_ name: String) -> String {
        name.utf8.map { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9": String(Unicode.Scalar(byte))
            default: "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }.joined()
    }

    // MARK: Jobs

    /// Calls `ended` for each job of a unit that ends, with a `nil` path if the manager is gone.
    func watchJobs(of unit: String, _ ended: @escaping (_ path: String?, _ isDone: Bool) -> Void) {
        jobs[unit] = ended
    }

    func ignoreJobs(of unit: String) { jobs[unit] = nil }

    private func jobRemoved(_ signal: Message) {
        guard let arguments = try? signal.arguments(), arguments.count == 4,
            case .objectPath(let path) = arguments[1], let unit = arguments[2].text
        else { return }
        jobs[unit]?(path, arguments[3].text == "done")
    }

    private func loseJobs() {
        let lost = jobs
        jobs = [:]
        for ended in lost.values { ended(nil, false) }
    }
}

/// One program that the service manager runs.
final class TransientRun {
    enum Ending {
        /// It has run; the result is unknown if the manager has exited or does not report it.
        case ended(ChildOutcome.Ending)
        /// The manager did not start it.
        case refused(DBusError)
    }

    private enum Stage { case starting, replacing, running, asked, killed, ended }

    private let program: TransientUnits.Program
    private let units: TransientUnits
    private let loop: EventLoop
    private let starting: (_ unit: String) -> Void
    private let ended: (Ending) -> Void
    private var stage = Stage.starting
    private var job: String?
    private var timer: TimerSource?
    private var hasReplaced = false
    /// A number in the name of the unit: a program that a run has left behind keeps the unit of that run.
    private var number = 1

    private var unit: String { program.unit + (number > 1 ? "-\(number)" : "") + ".service" }

    init(
        _ program: TransientUnits.Program, by units: TransientUnits, on loop: EventLoop,
        _ starting: @escaping (_ unit: String) -> Void, _ ended: @escaping (Ending) -> Void
    ) {
        self.starting = starting
        self.program = program
        self.units = units
        self.loop = loop
        self.ended = ended
    }

    func start() {
        stage = .starting
        // The timer and the manager's answers keep this object until it has ended.
        timer = timer ?? (try? loop.timer(.monotonic) { self.timeIsUp() })
        timer?.arm(after: program.timeout)
        starting(unit)
        units.watchJobs(of: unit) { self.jobEnded($0, isDone: $1) }
        units.call("StartTransientUnit", { [program, unit] in program.write(to: &$0, as: unit) }) {
            result in
            // It was given up meanwhile; what is started all the same, the next run replaces.
            guard self.stage != .ended else { return }
            switch result {
            case .success(let values):
                if case .objectPath(let path)? = values.first { self.job = path }
                if self.stage == .starting { self.stage = .running }
            case .failure(let error) where error.name == Self.exists:
                self.hasReplaced ? self.startBeside() : self.replace()
            // The manager has the request, and may start it yet: nobody else does.
            case .failure(let error) where error.name == DBusError.noReplyName:
                self.end(.ended(.unknown))
            case .failure(let error): self.end(.refused(error))
            }
        }
    }

    private static let exists = "org.freedesktop.systemd1.UnitExists"

    /// Ends the run that a daemon before this one has started, and starts again.
    private func replace() {
        hasReplaced = true
        stage = .replacing
        // The manager kills a run that ignores being asked after one such time.
        timer?.arm(after: program.grace + program.grace)
        let body: Message.Body = { [unit] in
            $0.string(unit)
            $0.string("replace")
        }
        units.call("StopUnit", body) { result in
            guard self.stage == .replacing else { return }
            if case .objectPath(let path)? = (try? result.get())?.first {
                self.job = path
            } else {
                self.start()
            }
        }
    }

    /// Starts in another unit: what has the present one has ended, but for what it has left behind.
    private func startBeside() {
        units.ignoreJobs(of: unit)
        number += 1
        hasReplaced = false
        start()
    }

    private func jobEnded(_ path: String?, isDone: Bool) {
        guard let path else { return end(.ended(.unknown)) }
        guard path == job else { return }
        job = nil
        if stage == .replacing { return start() }
        guard stage == .running else { return end(.ended(.stuck)) }
        if isDone { return end(.ended(.exited(0))) }
        units.service(unit) { self.end(.ended(Self.ending($0))) }
    }

    /// Returns the result in the words of waitid(2).
    private static func ending(_ service: [String: DBusValue]) -> ChildOutcome.Ending {
        guard case .int32(let code)? = service["ExecMainCode"],
            case .int32(let status)? = service["ExecMainStatus"]
        else { return .unknown }
        switch code {
        case 1: return .exited(status)
        case 2, 3: return .killed(signal: status)
        default: return .unknown
        }
    }

    private func timeIsUp() {
        switch stage {
        case .starting, .running:
            stage = .asked
            signal(15)
        case .asked:
            stage = .killed
            signal(9)
        case .replacing, .killed: return end(.ended(.stuck))
        case .ended: return
        }
        timer?.arm(after: program.grace)
    }

    private func signal(_ number: Int32) {
        units.call(
            "KillUnit",
            { [unit] in
                $0.string(unit)
                $0.string("all")
                $0.int32(number)
            })
    }

    private func end(_ ending: Ending) {
        guard stage != .ended else { return }
        stage = .ended
        timer = nil
        units.ignoreJobs(of: unit)
        units.call("UnrefUnit", { [unit] in $0.string(unit) })
        ended(ending)
    }
}

extension TransientUnits.Program {
    /// The lines that it may write in a minute.
    private static let lines: UInt32 = 500

    fileprivate func write(to message: inout MessageWriter, as unit: String) {
        let command: DBusValue = .structure([
            .string(self.command[0]), .strings(self.command), .boolean(false),
        ])
        let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let properties: [(String, DBusValue)] = [
            ("Description", .string(description)),
            ("Type", .string("oneshot")),
            ("ExecStart", .array(of: "(sasb)", [command])),
            ("Environment", .strings(variables)),
            ("StandardInput", .string("null")),
            ("StandardOutput", .string("journal")),
            ("StandardError", .string("journal")),
            ("SyslogIdentifier", .string(identifier)),
            ("LogRateLimitIntervalUSec", .uint64(60_000_000)),
            ("LogRateLimitBurst", .uint32(Self.lines)),
            // A program that it has started in the background stays, such as a wallpaper's.
            ("KillMode", .string("process")),
            // We end it in time; this is for a daemon that is gone.
            ("TimeoutStartUSec", .uint64(UInt64((timeout + grace + grace).microseconds))),
            ("TimeoutStopUSec", .uint64(UInt64(grace.microseconds))),
            ("CollectMode", .string("inactive-or-failed")),
            ("AddRef", .boolean(true)),
        ]
        message.string(unit)
        message.string("replace")
        message.array(of: "(sv)") { array in
            for (name, value) in properties {
                array.structure {
                    $0.string(name)
                    $0.variant(value)
                }
            }
        }
        message.array(of: "(sa(sv))") { _ in }
    }
}
