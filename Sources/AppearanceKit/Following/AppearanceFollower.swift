internal import AppearanceModel
internal import AppearanceProtocol
package import DaemonClient
internal import Glibc
internal import Linux

/// Follows the desktop's appearance from a main loop: one descriptor to watch, no thread.
///
/// ```swift
/// let follower = try AppearanceFollower()
/// apply(follower.status)
/// var polled = pollfd(fd: follower.fileDescriptor, events: Int16(POLLIN), revents: 0)
/// while poll(&polled, 1, -1) > 0 {
///     if let status = follower.process() { apply(status) }
/// }
/// ```
///
/// The daemon appearanced decides the appearance; contrast, reduced motion and the accent colour are
/// those of the desktop portal. While no daemon runs, and in a sandbox, the appearance is that of the
/// portal too.
///
/// The follower survives restarts of both. If the daemon is gone for more than two seconds and no
/// portal reports an appearance, the last status stays in effect and has the origin
/// ``AppearanceStatus/Origin/remembered``. A follower belongs to the thread or actor that created it.
public final class AppearanceFollower: AppearanceSource {
    /// The timeout of the first status.
    private static let timeout = Duration.seconds(1)
    /// The time after which a missing daemon is reported.
    private static let grace = Duration.seconds(2)

    /// The newest status; light until the first one arrives.
    public private(set) var status: AppearanceStatus

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    public var fileDescriptor: Int32 { readiness.rawValue }

    private let readiness: EpollSet
    /// The connection to the daemon; `nil` if there can be none.
    private var connection: StatusConnection?
    /// The newest status of the daemon alone.
    private var service: AppearanceStatus
    private let desktop: (any SettingsSource)?

    /// Follows the desktop of this session.
    ///
    /// It returns with the current status at once, or after a second if the daemon or the portal
    /// hangs.
    public convenience init() throws(AppearanceError) {
        try self.init(bus: BusAddress.ofSession(CurrentProcess.variable))
    }

    /// Follows the daemon of this session, and the portal at the address of a bus; `nil` without one.
    package convenience init(bus: String?) throws(AppearanceError) {
        if let fake = FakeAppearance.status {
            try self.init(showing: fake)
        } else {
            try self.init(socket: .ofThisSession, bus: bus)
        }
    }

    /// Follows nothing.
    private init(showing fake: AppearanceStatus) throws(AppearanceError) {
        readiness = try .following([])
        status = fake
        service = fake
        desktop = nil
    }

    /// Follows the daemon at a socket and the portal at the address of a bus; `nil` without one.
    package convenience init(socket: DaemonSocket?, bus: String? = nil) throws(AppearanceError) {
        try self.init(socket: socket) { () throws(AppearanceError) in
            guard let bus else { return nil }
            return try PortalFollower(address: bus)
        }
    }

    /// Follows the daemon at a socket and a source of the desktop's settings.
    package init(
        socket: DaemonSocket?,
        desktop makeDesktop: () throws(AppearanceError) -> (any SettingsSource)?
    ) throws(AppearanceError) {
        status = .fallback
        service = .fallback
        let desktop = try makeDesktop()
        self.desktop = desktop
        if let socket {
            let connection = try AppearanceError.following { () throws(IOError) in
                try StatusConnection(to: socket, grace: Self.grace)
            }
            readiness = try .following([connection.descriptor, desktop?.fileDescriptor])
            self.connection = consume connection
        } else {
            readiness = try .following([desktop?.fileDescriptor])
        }
        waitForFirst()
    }

    private func waitForFirst() {
        let deadline = ContinuousClock.now + Self.timeout
        process()
        while isWaitingForService || desktop?.isWaiting ?? false, deadline > .now {
            let left = (deadline - .now).pollMilliseconds
            _ = try? wait(for: fileDescriptor, within: left, unlessHungUp: nil)
            process()
        }
    }

    /// Whether the first status of a daemon may still come soon.
    private var isWaitingForService: Bool {
        service.origin == .fallback && connection?.isConnected ?? false
    }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult public func process() -> AppearanceStatus? {
        let (before, wasServed) = (status, service.origin == .daemon)
        while let event = connection?.nextEvent() {
            switch event {
            case .status(let json):
                // An invalid status comes from an incompatible daemon and is ignored.
                if let status = try? AppearanceStatus(json) { service = status }
            case .lost: service.origin = .remembered
            }
        }
        // A portal whose backend was the daemon has other settings without it.
        if wasServed, service.origin != .daemon { desktop?.reload() }
        desktop?.process()
        status = combined()
        return status == before ? nil : status
    }

    /// Returns the status of the daemon with the settings of the desktop.
    private func combined() -> AppearanceStatus {
        guard let desktop, let settings = desktop.settings else { return service }
        var next = service
        if service.origin != .daemon {
            let isUnknown = service.origin == .fallback
            if desktop.isLost {
                // The last status stays: the portal's, unless the daemon has decided since then.
                if [.portal, .remembered].contains(status.origin) {
                    next = status
                    next.origin = .remembered
                }
            } else if let appearance = settings.appearance ?? (isUnknown ? .light : nil) {
                next = portalStatus(appearance, isDefault: settings.appearance == nil)
            }
        }
        next.contrast = settings.contrast
        next.reducedMotion = settings.reducedMotion
        next.accent = settings.accent
        next.textScale = settings.textScale
        return next
    }

    private func portalStatus(_ appearance: Appearance, isDefault: Bool) -> AppearanceStatus {
        let explanation =
            isDefault
            ? "Light: the desktop portal reports no preference."
            : "\(appearance.rawValue.capitalizedFirst), as the desktop portal reports."
        return AppearanceStatus(
            appearance, from: .portal, explanation,
            after: status.origin == .fallback ? nil : status)
    }
}
