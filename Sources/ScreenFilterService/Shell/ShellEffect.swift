internal import AppearanceModel
internal import AppearanceProtocol
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// A program that draws a whole desktop, and can contain an effect of ours; the raw value is its name
/// for people.
enum DesktopShell: String, Sendable {
    /// GNOME Shell, with our extension, which owns a bus name while it is enabled.
    case gnome = "GNOME Shell"
    /// KWin, with our effect, which owns a bus name while it is loaded.
    case kwin = "KWin"

    fileprivate var busName: String {
        switch self {
        case .gnome: "io.github.appearanced.GnomeShell"
        case .kwin: "io.github.appearanced.KWin"
        }
    }

    fileprivate var path: String { "/" + busName.split(separator: ".").joined(separator: "/") }
}

/// The screens of a desktop, by our effect in the program that draws them.
///
/// The effect restores the colours as soon as the filter leaves the bus, so nothing is saved.
final class ShellEffect: ScreenBackend {
    private static let interface = "io.github.appearanced.NightFilter1"
    private static let kwin = "org.kde.KWin"
    private static let timeout = Duration.seconds(2)

    private let shell: DesktopShell
    private let address: String?
    private var connection: BusConnection?
    /// The unique name of the effect; `nil` without one.
    private var owner: String?
    private var isAsking = false
    private var shown = NightTransform.none
    /// The duration of the fade that waits for the effect.
    private var waitingSpan = Microseconds.zero
    /// The last transformation that the effect has received.
    private var sent = NightTransform.none
    private var unanswered = 0
    private var whenAnswered: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private(set) var refusal: String?
    let hasOwnFade = true
    let keepsFadeTime = true

    init(in shell: DesktopShell, at address: String?) {
        self.shell = shell
        self.address = address
    }

    deinit { connection?.close() }

    var outputs: [OutputReport] {
        let isBeingSet = unanswered > 0 || isUndecided
        return [
            OutputReport(
                name: shell.rawValue, method: isBeingSet ? .nothing : .luminance,
                loss: isBeingSet ? "it is being set" : DesktopScreens.loss)
        ]
    }

    var isUndecided: Bool { shown.progress > 0 && owner == nil && refusal == nil }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        guard let address, let connection = try? BusConnection(loop: loop, address: address) else {
            return refuse("there is no session bus")
        }
        self.connection = connection
        connection.followOwner(of: shell.busName) { [weak self] in self?.learn($0) }
        if shell == .kwin {
            connection.followOwner(of: Self.kwin) { [weak self] owner in
                guard let self, owner != nil, self.owner == nil else { return }
                refusal = nil
                self.handler(.changed)
                askKWin()
            }
        }
    }

    func show(_ transform: NightTransform, over span: Microseconds) {
        shown = transform
        if owner != nil {
            send(over: span)
        } else {
            waitingSpan = span
            if transform.progress > 0 { askKWin() }
        }
    }

    func reconsider() {
        if owner != nil || shell == .kwin, connection != nil { refusal = nil }
    }

    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void) {
        guard unanswered > 0 else { return then() }
        whenAnswered.append(then)
    }

    private func learn(_ owner: String?) {
        self.owner = owner
        sent = .none
        if owner != nil {
            refusal = nil
            send(over: waitingSpan)
            waitingSpan = .zero
            handler(.changed)
            return
        }
        switch shell {
        case .gnome: refuse("it is not enabled (run appearancectl setup, and log in again)")
        case .kwin: if shown.progress > 0 { askKWin() }
        }
    }

    private func refuse(_ reason: String?) {
        guard reason != refusal else { return }
        refusal = reason
        handler(.changed)
    }

    /// Asks KWin by day whether it could load the effect, and at night to load it; then the effect
    /// appears on the bus.
    private func askKWin() {
        let isNight = shown.progress > 0
        guard shell == .kwin, owner == nil, !isAsking, let connection,
            let message = try? Message.call(
                to: Self.kwin, path: "/Effects", interface: "org.kde.kwin.Effects",
                member: isNight ? "loadEffect" : "isEffectSupported",
                { $0.string("appearance_nightfilter") })
        else { return }
        isAsking = true
        connection.call(message, timeout: Self.timeout) { [weak self] answer in
            self?.receiveKWin(answer, isNight: isNight)
        }
    }

    private func receiveKWin(_ answer: BusConnection.Reply, isNight: Bool) {
        isAsking = false
        guard owner == nil else { return }
        switch answer {
        case .success([.boolean(true)]) where !isNight:
            // Night may have begun meanwhile.
            if shown.progress > 0 { askKWin() }
        case .success:
            refuse(
                "KWin cannot load it: it is not installed (appearance-nightfilter(1) has the "
                    + "commands), was built for another version of KWin, or KWin does not use OpenGL"
            )
        case .failure(let error): refuse("KWin does not answer: \(error)")
        }
    }

    private func send(over span: Microseconds) {
        let isDifferent =
            shown.progress > 0 ? shown != sent : sent.progress > 0
        guard isDifferent, let connection, let message = try? message(over: span) else { return }
        sent = shown
        unanswered += 1
        connection.call(message, timeout: Self.timeout) { [weak self] answer in
            self?.receive(answer)
        }
    }

    private func message(over span: Microseconds) throws(DBusError) -> Message {
        let milliseconds = UInt32(clamping: span.count / 1_000)
        return try .call(
            to: shell.busName, path: shell.path, interface: Self.interface, member: "Show"
        ) { [shown] body in
            body.double(shown.progress)
            body.structure { tint in
                tint.double(shown.tint.red)
                tint.double(shown.tint.green)
                tint.double(shown.tint.blue)
            }
            body.uint32(milliseconds)
        }
    }

    private func receive(_ answer: BusConnection.Reply) {
        unanswered -= 1
        if case .failure(let error) = answer, owner != nil { refuse("it failed: \(error)") }
        guard unanswered == 0 else { return }
        handler(.changed)
        let waiting = whenAnswered
        whenAnswered = []
        for then in waiting { then() }
    }
}
