import AppearanceEngine
import AppearanceModel
import AppearanceProtocol
import DBus

/// The members of `io.github.appearanced.Appearance1`, as `config/` describes them.
final class AppearanceInterface {
    private let requests: any RequestHandler
    private unowned let connection: BusConnection
    private let inhibitors: Inhibitors
    private var holders: [UInt32: Holder] = [:]

    /// A caller that holds the appearance, for as long as it is on the bus.
    private struct Holder {
        let owner: String
        let subscription: Subscription
    }

    init(_ requests: any RequestHandler, _ inhibitors: Inhibitors, on connection: BusConnection) {
        self.requests = requests
        self.inhibitors = inhibitors
        self.connection = connection
    }

    var snapshot: Snapshot? { requests.snapshot }
    var rationale: Rationale { requests.rationale }

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
                    get: { self.snapshot.map(property.value) ?? property.empty },
                    set: property.description.isWritable ? self.setMode : nil)
            },
            signals: [ExportedSignal(Self.appearanceChanged)])
    }

    private func setMode(_ value: DBusValue, _ call: MethodCall) throws(DBusError) {
        try apply(.modeChosen(CallArguments.mode(value), end: nil), call)
    }

    func apply(_ event: Event, _ call: MethodCall) throws(DBusError) {
        try submit(event)
        call.reply()
    }

    func submit(_ event: Event) throws(DBusError) {
        switch requests.submit(event) {
        case .noSuchEvent(let end, let next):
            throw DBusError(
                name: "io.github.appearanced.Error.NoSuchEvent",
                message: NoSuchEvent.message(end, next: next))
        case .autoCannotEnd: throw .invalidArgs("auto has no end, so it takes no for or until")
        case .tooManyInhibitors(let limit):
            throw .limitsExceeded("\(limit) inhibitors are held already")
        case nil: return
        }
    }

    // MARK: Inhibitors

    /// Adds an inhibitor after asking the bus for the caller's process, whose limit applies.
    func inhibit(_ call: MethodCall) throws(DBusError) {
        let inhibitor = try CallArguments.inhibitor(call.arguments)
        connection.findProcess(of: call.sender) { [weak self] process in
            self?.inhibit(
                inhibitor, process.map { .process($0) } ?? .connection(call.sender), call)
        }
    }

    private func inhibit(
        _ inhibitor: Inhibitor, _ client: Inhibitors.Client, _ call: MethodCall
    ) {
        switch inhibitors.add(inhibitor, of: client) {
        case .added(let cookie):
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
}
