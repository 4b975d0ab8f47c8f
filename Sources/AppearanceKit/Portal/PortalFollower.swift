internal import Glibc

/// Follows the settings of the desktop portal, and reconnects to a bus that restarts.
final class PortalFollower: SettingsSource {
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(60)

    private(set) var settings: DesktopSettings?
    private(set) var isLost = false

    var fileDescriptor: Int32 { readiness.number }
    var isWaiting: Bool { settings == nil && conversation?.isReading ?? false }

    private let address: String
    private let readiness: EpollSet
    private let alarm: TimerFD
    private var conversation: PortalConversation?
    private var retryAt: ContinuousClock.Instant? = .now
    private var pause = shortestPause

    /// Follows the portal on the bus at an address.
    init(address: String) throws(FollowError) {
        self.address = address
        readiness = try EpollSet()
        alarm = try TimerFD()
        try readiness.add(alarm.number)
        process()
    }

    /// The address of the session bus in the environment; `nil` without a session.
    static var sessionBus: String? {
        if let value = getenv("DBUS_SESSION_BUS_ADDRESS"), value.pointee != 0 {
            return String(cString: value)
        }
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/")
        else { return nil }
        return "unix:path=" + String(cString: value) + "/bus"
    }

    func process() {
        if conversation == nil, let due = retryAt, due <= .now {
            conversation = PortalConversation(on: address, readiness)
            if conversation == nil { retryLater() }
        }
        do throws(BusConnectionError) {
            while let next = try conversation?.next() {
                pause = Self.shortestPause
                isLost = false
                settings = next
            }
        } catch {
            disconnect()
        }
        alarm.set(to: conversation == nil ? retryAt : nil)
    }

    func reload() {
        do throws(BusConnectionError) { try conversation?.read() } catch { disconnect() }
    }

    private func disconnect() {
        conversation = nil
        isLost = settings != nil
        retryLater()
    }

    private func retryLater() {
        retryAt = .now + pause
        pause = min(pause * 2, Self.longestPause)
    }
}
