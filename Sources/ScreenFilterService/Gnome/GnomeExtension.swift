internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of GNOME, by our extension of its shell, which owns a bus name while it is enabled.
///
/// The extension restores the colours as soon as the filter leaves the bus, so nothing is saved.
final class GnomeExtension: ScreenBackend {
    private static let busName = "io.github.appearanced.GnomeShell"
    private static let path = "/io/github/appearanced/GnomeShell"
    private static let interface = "io.github.appearanced.NightFilter1"
    private static let timeout = Duration.seconds(2)

    private let address: String?
    private var connection: BusConnection?
    /// The unique name of the extension; `nil` without one.
    private var owner: String?
    private var shown = NightTransform.none
    /// The last transformation that the extension has received.
    private var sent = NightTransform.none
    private var unanswered = 0
    private var whenAnswered: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private(set) var refusal: String?
    let initialProgress = 0.0
    let hasOwnFade = true

    init(at address: String?) { self.address = address }

    deinit { connection?.close() }

    var outputs: [OutputReport] {
        let isBeingSet = unanswered > 0 || owner == nil
        return [
            OutputReport(
                name: "GNOME Shell", method: isBeingSet ? .nothing : .luminance,
                loss: isBeingSet ? "it is being set" : GnomeScreens.loss)
        ]
    }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        guard let address, let connection = try? BusConnection(loop: loop, address: address) else {
            return refuse("there is no session bus")
        }
        self.connection = connection
        connection.followOwner(of: Self.busName) { [weak self] in self?.learn($0) }
    }

    func show(_ transform: NightTransform) { show(transform, over: .zero) }

    func show(_ transform: NightTransform, over span: Microseconds) {
        shown = transform
        if owner != nil { send(over: span) }
    }

    func settle() {}

    func reset() {}

    func reconsider() {
        if owner != nil { refusal = nil }
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
            handler(.changed)
            send(over: .zero)
        } else {
            refuse(
                "it is not enabled (run appearancectl setup, and log in again)")
        }
    }

    private func refuse(_ reason: String?) {
        guard reason != refusal else { return }
        refusal = reason
        handler(.changed)
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
            to: Self.busName, path: Self.path, interface: Self.interface, member: "Show"
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
