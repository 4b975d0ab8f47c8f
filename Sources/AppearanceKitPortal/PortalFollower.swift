public import AppearanceKit
internal import AppearanceModel
internal import Glibc

/// Follows the appearance that the desktop portal tells, from a main loop.
///
/// It is used as an ``AppearanceFollower`` is, and can take its place in an app:
///
/// ```swift
/// let app = try AppAppearance(id: "org.example.Reader", following: PortalFollower())
/// ```
///
/// A change is always read again, so a portal that passes on what another backend says misleads
/// nobody. The portal tells contrast and reduced motion too. It belongs to the thread or the actor
/// that made it.
public final class PortalFollower: AppearanceSource {
    /// How long the portal may take over its first answer.
    private static let patience = Duration.seconds(1)
    private static let shortestPause = Duration.milliseconds(100)
    private static let longestPause = Duration.seconds(60)

    /// The newest status; light, where no portal has been heard of yet.
    public private(set) var status: AppearanceStatus

    /// A descriptor that is readable when `process` has something to do; always the same.
    ///
    /// Only watch it, for input: reading, writing and closing are not yours.
    public var fileDescriptor: Int32 { readiness.number }

    private let address: String?
    private let readiness: EpollSet
    private let alarm: TimerFD
    private var conversation: PortalConversation?
    private var retryAt: ContinuousClock.Instant?
    private var pause = shortestPause

    /// Follows the portal of this session.
    ///
    /// It returns with the present status at once, or within a second from a portal that hangs.
    public convenience init() throws(FollowError) {
        try self.init(address: Self.sessionBus)
    }

    /// Follows the portal on a bus; nil: there is none.
    package init(address: String?) throws(FollowError) {
        let fake = FakeAppearance.present
        status = fake.map { .environment($0) } ?? .fallback
        self.address = fake == nil ? address : nil
        readiness = try EpollSet()
        alarm = try TimerFD()
        try readiness.add(alarm.number)
        guard self.address != nil else { return }
        retryAt = .now
        let deadline = ContinuousClock.now + Self.patience
        while process() == nil, conversation?.isReading ?? false, deadline > .now {
            let left = (deadline - .now).inMilliseconds
            _ = try? wait(for: fileDescriptor, within: left, unlessHungUp: nil)
        }
    }

    deinit { conversation?.end() }

    /// The address of the session bus in the environment.
    private static var sessionBus: String? {
        if let value = getenv("DBUS_SESSION_BUS_ADDRESS"), value.pointee != 0 {
            return String(cString: value)
        }
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/")
        else { return nil }
        return "unix:path=" + String(cString: value) + "/bus"
    }

    /// Takes what has come, without waiting; returns the newest status if there is a new one.
    @discardableResult public func process() -> AppearanceStatus? {
        let before = status
        if conversation == nil, let due = retryAt, due <= .now, let address {
            conversation = PortalConversation(on: address, readiness)
            if conversation == nil { retryLater() }
        }
        if let conversation {
            while let answer = conversation.next() { take(answer) }
            if !conversation.isAlive {
                conversation.end()
                self.conversation = nil
                if status.origin == .portal { status = status.remembered }
                retryLater()
            }
        }
        alarm.set(to: conversation == nil ? retryAt : nil)
        return status == before ? nil : status
    }

    private func retryLater() {
        retryAt = .now + pause
        pause = min(pause * 2, Self.longestPause)
    }

    private func take(_ answer: PortalAnswer) {
        pause = Self.shortestPause
        status = .minimal(
            answer.shown, from: .portal, "The desktop portal says \(answer.shown.rawValue).",
            after: status.origin == .fallback ? nil : status,
            contrast: answer.contrast == 1 ? .high : .standard,
            reducedMotion: answer.reducedMotion == 1)
    }
}
