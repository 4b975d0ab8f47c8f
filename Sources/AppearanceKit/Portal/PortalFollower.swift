internal import AppearanceModel
internal import Glibc
internal import Linux

/// Follows the settings of the desktop portal, and reconnects to a bus that restarts.
final class PortalFollower: SettingsSource {
    private(set) var settings: DesktopSettings?
    private(set) var isLost = false

    var fileDescriptor: Int32 { readiness.rawValue }
    var isWaiting: Bool { settings == nil && conversation?.isReading ?? false }

    private let address: String
    private let readiness: EpollSet
    private let timer: TimerDescriptor
    private var conversation: PortalConversation?
    private var retryAt: ContinuousClock.Instant? = .now
    private var backoff = Backoff(first: .milliseconds(100), longest: .seconds(60))

    /// Follows the portal on the bus at an address.
    init(address: String) throws(AppearanceError) {
        self.address = address
        timer = try .forFollower()
        readiness = try .watching([timer.rawValue])
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
                backoff.reset()
                isLost = false
                settings = next
            }
        } catch {
            disconnect()
        }
        timer.set(to: conversation == nil ? retryAt : nil)
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
        retryAt = .now + backoff.next()
    }
}
