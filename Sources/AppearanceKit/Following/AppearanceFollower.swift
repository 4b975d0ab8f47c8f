internal import AppearanceModel
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

    /// The newest status; light until the first one arrives.
    public private(set) var status: AppearanceStatus

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    public var fileDescriptor: Int32 { readiness.rawValue }

    private let readiness: EpollSet
    private let service: ServiceFollower?
    private let desktop: (any SettingsSource)?

    /// Follows the desktop of this session.
    ///
    /// It returns with the current status at once, or after a second if the daemon or the portal
    /// hangs.
    public convenience init() throws(AppearanceError) {
        try self.init(socket: .ofThisSession, bus: PortalFollower.sessionBus)
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
        if let fake = FakeAppearance.status {
            readiness = try .watching([])
            status = fake
            service = nil
            desktop = nil
            return
        }
        let service = try ServiceFollower(socket: socket)
        let desktop = try makeDesktop()
        readiness = try .watching([service.fileDescriptor, desktop?.fileDescriptor])
        status = service.status
        self.service = service
        self.desktop = desktop
        waitForFirst()
    }

    private func waitForFirst() {
        let deadline = ContinuousClock.now + Self.timeout
        process()
        while service?.isWaiting ?? false || desktop?.isWaiting ?? false, deadline > .now {
            let left = (deadline - .now).pollMilliseconds
            _ = try? wait(for: fileDescriptor, within: left, unlessHungUp: nil)
            process()
        }
    }

    /// Processes pending changes without blocking and returns the newest status; `nil` if
    /// unchanged.
    @discardableResult public func process() -> AppearanceStatus? {
        guard let service else { return nil }
        let before = (status, service.status.origin)
        service.process()
        // A portal whose backend was the daemon has other settings without it.
        if before.1 == .service, service.status.origin != .service { desktop?.reload() }
        desktop?.process()
        status = combined(service.status)
        return status == before.0 ? nil : status
    }

    /// Returns the status of the daemon with the settings of the desktop.
    private func combined(_ service: AppearanceStatus) -> AppearanceStatus {
        guard let desktop, let settings = desktop.settings else { return service }
        var next = service
        if service.origin != .service {
            let isUnknown = service.origin == .fallback
            if let appearance = settings.appearance ?? (isUnknown ? .light : nil) {
                next = portalStatus(appearance, isDefault: settings.appearance == nil)
                if desktop.isLost { next.origin = .remembered }
            }
        }
        next.contrast = settings.contrast
        next.reducedMotion = settings.reducedMotion
        next.accent = settings.accent
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

extension String {
    /// The text with an uppercase first letter.
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The status that the environment sets instead of the desktop's, to try a program.
///
/// `APPEARANCE_FAKE` is an appearance, and optionally `high-contrast` and `reduced-motion`, separated
/// by commas.
enum FakeAppearance {
    private static let variable = "APPEARANCE_FAKE"

    /// The status in the environment; `nil` if the variable is unset or invalid.
    static var status: AppearanceStatus? {
        guard let value = getenv(variable), value.pointee != 0 else { return nil }
        let text = String(cString: value)
        guard let status = status(in: text) else {
            reportInvalid(text)
            return nil
        }
        return status
    }

    private static func status(in text: String) -> AppearanceStatus? {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let first = words.first, let appearance = Appearance(rawValue: String(first))
        else { return nil }
        var status = AppearanceStatus(
            appearance, from: .environment, "\(variable)=\(text) in the environment.")
        for word in words.dropFirst() {
            switch word {
            case "high-contrast": status.contrast = .high
            case "reduced-motion": status.reducedMotion = true
            default: return nil
            }
        }
        return status
    }

    private static func reportInvalid(_ text: String) {
        let line =
            "AppearanceKit: \(variable)=\(text) is invalid and ignored: use light, dark or night, "
            + "optionally with ,high-contrast or ,reduced-motion\n"
        _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
