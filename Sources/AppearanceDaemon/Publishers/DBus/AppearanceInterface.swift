import AppearanceEngine
import AppearanceModel
import AppearanceProtocol
import DBus

/// The members of `io.github.appearanced.Appearance1`, as `config/` describes them.
final class AppearanceInterface {
    /// A property that is a part of the published state.
    struct Property: Sendable {
        let name: String
        let signature: String
        let value: @Sendable (Snapshot) -> DBusValue
    }

    static let properties: [Property] = [
        .init(name: "Mode", signature: "s") { .string($0.mode.rawValue) },
        .init(name: "Appearance", signature: "s") { .string($0.appearance.rawValue) },
        .init(name: "Reason", signature: "s") { .string($0.reason.rawValue) },
        .init(name: "Explanation", signature: "s") { .string($0.explanation) },
        .init(name: "ModeUntil", signature: "t") { .time($0.until) },
        .init(name: "NextChange", signature: "t") { .time($0.next?.at) },
        .init(name: "NextAppearance", signature: "s") {
            .string($0.next?.appearance.rawValue ?? "")
        },
        .init(name: "PendingChange", signature: "t") { .time($0.pending?.at) },
        .init(name: "PendingAppearance", signature: "s") {
            .string($0.pending?.appearance.rawValue ?? "")
        },
        .init(name: "LightLevel", signature: "d") { .double($0.light?.value ?? -1) },
        .init(name: "LightLevelUnit", signature: "s") {
            .string(($0.light?.unit ?? .lux).rawValue)
        },
        .init(name: "ReportedBy", signature: "s") { .string($0.reported?.source ?? "") },
        .init(name: "ReportedUntil", signature: "t") { .time($0.reported?.until) },
        .init(name: "SensorState", signature: "s") { .string($0.sensor.rawValue) },
        .init(name: "Paused", signature: "b") { .boolean($0.paused) },
        .init(name: "PausedUntil", signature: "t") { .time($0.pausedUntil) },
        .init(name: "Inhibitors", signature: "a(ss)") { snapshot in
            .array(
                of: "(ss)",
                snapshot.inhibitors.map { .structure([.string($0.who), .string($0.why)]) })
        },
        .init(name: "ConfigurationError", signature: "s") {
            .string($0.configurationError ?? "")
        },
        .init(name: "TimeZone", signature: "s") { .string($0.timeZone ?? "") },
        .init(name: "Version", signature: "s") { _ in .string(serviceVersion) },
    ]

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

    var exported: ExportedInterface {
        ExportedInterface(
            DBusPublisher.interface,
            methods: [
                ExportedMethod("SetMode", takes: "sa{sv}") { call throws(DBusError) in
                    try self.apply(
                        .modeChosen(
                            CallArguments.mode(call.arguments[0]),
                            end: CallArguments.end(call.arguments[1])), call)
                },
                ExportedMethod("Toggle", returns: "s") { call throws(DBusError) in
                    try self.submit(.toggled)
                    call.reply(.string(self.requests.snapshot?.appearance.rawValue ?? ""))
                },
                ExportedMethod("Pause", takes: "a{sv}") { call throws(DBusError) in
                    try self.apply(.paused(end: CallArguments.end(call.arguments[0])), call)
                },
                ExportedMethod("Resume") { call throws(DBusError) in try self.apply(.resumed, call)
                },
                ExportedMethod("Inhibit", takes: "ss", returns: "u") { call throws(DBusError) in
                    try self.inhibit(call)
                },
                ExportedMethod("Uninhibit", takes: "u") { call throws(DBusError) in
                    try self.uninhibit(call)
                },
                ExportedMethod("FeedLight", takes: "sd") { call throws(DBusError) in
                    try self.apply(CallArguments.feed(call.arguments), call)
                },
                ExportedMethod("Explain", returns: "a{sv}") { call throws(DBusError) in
                    call.reply(self.requests.rationale.dbusValue)
                },
            ],
            properties: Self.properties.map { property in
                ExportedProperty(
                    property.name, property.signature,
                    get: { self.requests.snapshot.map(property.value) ?? property.empty },
                    set: property.name == "Mode" ? self.setMode : nil)
            },
            signals: [ExportedSignal("AppearanceChanged", "sss")])
    }

    private func setMode(_ value: DBusValue, _ call: MethodCall) throws(DBusError) {
        try apply(.modeChosen(CallArguments.mode(value), end: nil), call)
    }

    private func apply(_ event: Event, _ call: MethodCall) throws(DBusError) {
        try submit(event)
        call.reply()
    }

    private func submit(_ event: Event) throws(DBusError) {
        switch requests.submit(event) {
        case .noSuchEvent(let end, let next):
            throw DBusError(
                name: "io.github.appearanced.Error.NoSuchEvent",
                message: NoSuchEvent.message(end, next: next))
        case .autoCannotEnd: throw .invalidArgs("auto has no end, so it takes no for or until")
        case .tooManyInhibitors(let limit):
            throw DBusError(
                name: "org.freedesktop.DBus.Error.LimitsExceeded",
                message: "\(limit) programs inhibit changes already")
        case nil: return
        }
    }

    // MARK: Inhibitors

    /// Adds an inhibitor after asking the bus for the caller's process, whose limit applies.
    private func inhibit(_ call: MethodCall) throws(DBusError) {
        let inhibitor = try CallArguments.inhibitor(call.arguments)
        connection.findProcess(of: call.sender) { [weak self] process in
            self?.inhibit(
                inhibitor, process.map { .process($0) } ?? .connection(call.sender), call)
        }
    }

    private func inhibit(
        _ inhibitor: Inhibitor, _ client: Inhibitors.Client, _ call: MethodCall
    ) {
        do throws(InhibitorError) {
            let cookie = try inhibitors.add(inhibitor, of: client)
            let subscription = connection.followOwner(of: call.sender) { [weak self] owner in
                if owner == nil { self?.release(cookie) }
            }
            holders[cookie] = Holder(owner: call.sender, subscription: subscription)
            call.reply(.uint32(cookie))
        } catch {
            call.refuse(DBusError(error))
        }
    }

    private func uninhibit(_ call: MethodCall) throws(DBusError) {
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

extension DBusError {
    fileprivate init(_ error: InhibitorError) {
        switch error {
        case .tooMany(let limit):
            self = .limitsExceeded("\(limit) programs inhibit changes already")
        case .tooManyOfProcess(let limit):
            self = .limitsExceeded("one process may have at most \(limit) inhibitors")
        }
    }
}

extension AppearanceInterface.Property {
    /// The value before the first decision, which no caller can read.
    fileprivate var empty: DBusValue {
        switch signature {
        case "t": .uint64(0)
        case "d": .double(-1)
        case "b": .boolean(false)
        case "a(ss)": .array(of: "(ss)", [])
        default: .string("")
        }
    }
}

extension DBusValue {
    /// Returns microseconds since the epoch; 0 for none.
    static func time(_ time: WallTime?) -> DBusValue {
        .uint64(UInt64(max(0, time?.microsecondsSinceEpoch ?? 0)))
    }
}
