import AppearanceEngine
import AppearanceLimits
import AppearanceModel
import AppearanceProtocol
import DBus
import Linux

/// The members of `io.github.appearanced.Appearance1`, as `config/` describes them.
final class AppearanceInterface {
    private let requests: any RequestHandler
    private unowned let connection: BusConnection
    private let inhibitors: Inhibitors
    private let changes: ChangeRequests
    private let presence: PresenceReports
    /// The requests whose callers the bus is asked for; later ones are handled after them.
    private var waiting = 0
    private var holders: [UInt32: Holder] = [:]
    /// The callers that report the user's presence, by their unique names.
    private var reporters: [String: (number: UInt32, subscription: Subscription)] = [:]

    /// A caller that holds the appearance, for as long as it is on the bus.
    private struct Holder {
        let owner: String
        let subscription: Subscription
    }

    init(
        _ requests: any RequestHandler, _ inhibitors: Inhibitors, _ changes: ChangeRequests,
        _ presence: PresenceReports, on connection: BusConnection
    ) {
        self.changes = changes
        self.presence = presence
        self.requests = requests
        self.inhibitors = inhibitors
        self.connection = connection
    }

    var snapshot: Snapshot? { requests.snapshot }
    var rationale: Rationale { requests.rationale }

    func listSensors(_ call: MethodCall) {
        requests.listSensors { call.reply(.array(of: "a{sv}", $0.map(\.dbusValue))) }
    }

    /// The interface with the code of its members.
    var exported: ExportedInterface {
        ExportedInterface(
            DBusPublisher.interface,
            methods: Self.methods.map { method in
                ExportedMethod(method.description) { call throws(DBusError) in
                    try method.answer(self, call)
                }
            },
            properties: Self.properties.map { property in
                ExportedProperty(
                    property.description.name, property.description.type,
                    set: property.description.isWritable ? self.setMode : nil)
            },
            signals: [ExportedSignal(Self.appearanceChanged)],
            reader: {
                let snapshot = self.snapshot
                return { index in
                    let property = Self.properties[index]
                    return snapshot.map(property.value) ?? property.empty
                }
            })
    }

    private func setMode(_ value: DBusValue, _ call: MethodCall) throws(DBusError) {
        try apply(.modeChosen(CallArguments.mode(value), end: nil), call)
    }

    func apply(_ event: Event, _ call: MethodCall) throws(DBusError) {
        try apply(event, call) { call.reply() }
    }

    /// Submits an event, and replies afterwards: at once, or while a hook may be the caller, as soon as the bus
    /// has named the caller's process.
    func apply(
        _ event: Event, _ call: MethodCall, _ reply: @escaping () -> Void
    ) throws(DBusError) {
        let now = SystemClock.now().boot
        guard waiting > 0 || ChangeRequests.isRefusedToHooks(event) && changes.hooks.mayCall else {
            try submit(event, of: call, by: 0, at: now)
            return reply()
        }
        waiting += 1
        connection.findProcess(of: call.sender) { [weak self] process in
            guard let self else { return }
            waiting -= 1
            do throws(DBusError) {
                try submit(event, of: call, by: process ?? 0, at: now)
                reply()
            } catch {
                call.refuse(error)
            }
        }
    }

    private func submit(
        _ event: Event, of call: MethodCall, by process: UInt32, at time: Int64
    ) throws(DBusError) {
        let outcome = changes.submit(event, by: process, connectedAt: time) { [connection] name in
            connection.findProcess(of: call.sender) { name($0 ?? 0) }
        }
        switch outcome {
        case .done: return
        case .refusedToHook(let hook):
            throw DBusError(
                name: "io.github.appearanced.Error.CalledByHook",
                message: "the hook \(hook.echo) \(ChangeRequests.reason)")
        case .rejected(.noSuchEvent(let end, let next)):
            throw DBusError(
                name: "io.github.appearanced.Error.NoSuchEvent",
                message: NoSuchEvent.message(end, next: next))
        case .rejected(.autoCannotEnd):
            throw .invalidArgs("auto has no end, so it takes no for or until")
        case .rejected(.tooManyInhibitors(let limit)):
            throw .limitsExceeded("\(limit) inhibitors are held already")
        }
    }

    // MARK: Inhibitors

    /// Adds an inhibitor after asking the bus for the caller's process, whose limit applies.
    func inhibit(_ call: MethodCall) throws(DBusError) {
        let inhibitor = try CallArguments.inhibitor(call.arguments)
        findCaller(of: call) { interface, caller in interface.inhibit(inhibitor, caller, call) }
    }

    /// Asks the bus for the caller's process; the answers come in the order of the calls.
    private func findCaller(
        of call: MethodCall, _ answer: @escaping (AppearanceInterface, Caller) -> Void
    ) {
        connection.findProcess(of: call.sender) { [weak self] process in
            guard let self else { return }
            answer(self, process.map { .process($0) } ?? .connection(call.sender))
        }
    }

    private func inhibit(_ inhibitor: Inhibitor, _ caller: Caller, _ call: MethodCall) {
        switch inhibitors.add(inhibitor, of: caller) {
        case .admitted(let cookie):
            let subscription = connection.followOwner(of: call.sender) { [weak self] owner in
                if owner == nil { self?.release(cookie) }
            }
            holders[cookie] = Holder(owner: call.sender, subscription: subscription)
            call.reply(.uint32(cookie))
        case .tooMany(let limit):
            call.refuse(.limitsExceeded("\(limit) inhibitors are held already"))
        case .tooManyOfProcess(let limit):
            call.refuse(.limitsExceeded("one process may have at most \(limit) inhibitors"))
        }
    }

    func uninhibit(_ call: MethodCall) throws(DBusError) {
        guard case .uint32(let cookie) = call.arguments[0], holders[cookie]?.owner == call.sender
        else { throw .invalidArgs("the cookie is not yours, or was released already") }
        release(cookie)
        call.reply()
    }

    private func release(_ cookie: UInt32) {
        guard let holder = holders.removeValue(forKey: cookie) else { return }
        holder.subscription.cancel()
        inhibitors.remove(cookie)
    }

    // MARK: The user's presence

    /// Replaces the caller's report, which ends when it leaves the bus.
    func reportPresence(_ call: MethodCall) throws(DBusError) {
        let report = try CallArguments.presence(call.arguments)
        findCaller(of: call) { interface, caller in interface.receive(report, of: caller, call) }
    }

    private func receive(_ report: PresenceReport, of caller: Caller, _ call: MethodCall) {
        let sender = call.sender
        let number: UInt32
        switch presence.submit(report, of: reporters[sender]?.number, by: caller) {
        case .admitted(let own): number = own
        case .tooMany(let limit):
            return call.refuse(.limitsExceeded("\(limit) programs report already"))
        case .tooManyOfProcess(let limit):
            return call.refuse(.limitsExceeded("one process may have at most \(limit) reports"))
        }
        if reporters[sender] == nil {
            let subscription = connection.followOwner(of: sender) { [weak self] owner in
                guard owner == nil, let gone = self?.reporters.removeValue(forKey: sender)
                else { return }
                gone.subscription.cancel()
                self?.presence.end(gone.number)
            }
            reporters[sender] = (number, subscription)
        }
        call.reply()
    }
}
