internal import AppearanceModel
internal import DaemonClient
internal import Linux

/// Follows the settings of the desktop portal, and reconnects to a bus that restarts.
final class PortalFollower: SettingsSource {
    private(set) var settings: DesktopSettings?
    var isLost: Bool { settings != nil && !(conversation?.isAnswered ?? false) }

    var fileDescriptor: Int32 { readiness.rawValue }
    var isWaiting: Bool { settings == nil && conversation?.isReading ?? false }

    private let address: String
    private let readiness: EpollSet
    private let timer: TimerDescriptor
    private var conversation: PortalConversation?
    private var retryAt: ContinuousClock.Instant? = .now
    private var backoff = Backoff(first: .milliseconds(100), longest: .seconds(60))

    init(address: String) throws(AppearanceError) {
        self.address = address
        timer = try AppearanceError.following { () throws(IOError) in try TimerDescriptor() }
        readiness = try .following([timer.rawValue])
        process()
    }

    func process() {
        if conversation == nil, let due = retryAt, due <= .now {
            conversation = PortalConversation(on: address, readiness)
            if conversation == nil { retryLater() }
        }
        do throws(DaemonError) {
            while let next = try conversation?.next() {
                backoff.reset()
                settings = next
            }
        } catch {
            disconnect()
        }
        timer.set(to: conversation == nil ? retryAt : nil)
    }

    func reload() {
        do throws(DaemonError) { try conversation?.read() } catch { disconnect() }
    }

    private func disconnect() {
        conversation = nil
        retryLater()
    }

    private func retryLater() {
        retryAt = .now + backoff.next()
    }
}

/// The exchange with the portal on one connection to the bus.
///
/// It subscribes to changes and reads the settings: at the start, after each change, and when
/// another portal starts. No call waits for its reply.
struct PortalConversation: ~Copyable {
    private enum Portal {
        static let name = "org.freedesktop.portal.Desktop"
        static let path = "/org/freedesktop/portal/desktop"
        static let interface = "org.freedesktop.portal.Settings"
        static let change = "SettingChanged"
        /// The bus's signal of a name; it sends others too, such as that of the connection's own name.
        static let ownerChange = "NameOwnerChanged"
    }

    private var connection: BusStream
    /// The serial number of the call that reads the settings; `nil` if none is under way.
    private var reading: UInt32?
    /// Whether a portal has answered the last call.
    private(set) var isAnswered = false
    /// Whether a setting has changed since that call.
    private var isStale = false

    /// Connects; `nil` if no bus accepts at the address.
    init?(on address: String, _ readiness: borrowing EpollSet) {
        guard var connection = BusStream(to: address, readiness) else { return nil }
        let rules = [
            "type='signal',sender='\(Portal.name)',path='\(Portal.path)',"
                + "interface='\(Portal.interface)',member='\(Portal.change)'",
            "type='signal',sender='org.freedesktop.DBus',member='\(Portal.ownerChange)',"
                + "arg0='\(Portal.name)'",
        ]
        do {
            _ = try connection.send(.ofTheBus("Hello"))
            for rule in rules { _ = try connection.send(.ofTheBus("AddMatch", .text(rule))) }
            reading = try connection.send(Self.readAll(startingPortal: true))
        } catch {
            return nil
        }
        self.connection = connection
    }

    /// Whether a reply is still to come.
    var isReading: Bool { reading != nil }

    /// Reads the settings, now or as soon as the reply under way has arrived.
    mutating func read() throws(DaemonError) {
        guard reading == nil else { return isStale = true }
        isStale = false
        reading = try connection.send(Self.readAll())
    }

    /// Returns the call that reads the settings.
    ///
    /// Only the first one lets the bus start a portal; one that exits may stay away.
    private static func readAll(startingPortal: Bool = false) -> BusCall {
        BusCall(
            destination: Portal.name, path: Portal.path, interface: Portal.interface,
            member: "ReadAll",
            arguments: [
                .texts([
                    DesktopSettings.namespace, DesktopSettings.ownNamespace,
                    DesktopSettings.interfaceNamespace,
                ])
            ],
            startsDestination: startingPortal)
    }

    /// Returns the next settings; `nil` if there are none now.
    mutating func next() throws(DaemonError) -> DesktopSettings? {
        while let message = try connection.next() {
            if let settings = try receive(message) { return settings }
        }
        return nil
    }

    private mutating func receive(
        _ message: BusMessage
    ) throws(DaemonError) -> DesktopSettings? {
        switch message.type {
        case BusMessage.signal
        where [Portal.change, Portal.ownerChange].contains(message.member):
            // The values are read again, so a forged signal has no effect.
            try read()
        case BusMessage.methodReturn where message.replySerial == reading:
            reading = nil
            guard isStale else {
                isAnswered = true
                return try? DesktopSettings(message)
            }
            try read()
        case BusMessage.errorReply where message.replySerial == reading:
            // There is no portal, or one without settings: the next one that starts is asked.
            reading = nil
            isAnswered = false
            if isStale { try read() }
        default: break  // Replies to the subscriptions, and calls of other programs.
        }
        return nil
    }
}
