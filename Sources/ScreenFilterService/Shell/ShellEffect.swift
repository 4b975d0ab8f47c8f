internal import AppearanceModel
internal import AppearanceProtocol
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// A program that draws a whole desktop, and can contain an effect of ours; the raw value is its name
/// for people.
enum DesktopShell: String, CaseIterable, Sendable {
    /// GNOME Shell, with our extension, which owns a bus name while it is enabled.
    case gnome = "GNOME Shell"
    /// KWin, with our effect, which owns a bus name while it is loaded.
    case kwin = "KWin"

    /// The bus name of our effect.
    fileprivate var busName: String {
        switch self {
        case .gnome: "io.github.appearanced.GnomeShell"
        case .kwin: "io.github.appearanced.KWin"
        }
    }

    private var path: String { "/" + busName.split(separator: ".").joined(separator: "/") }

    /// Returns the call that shows a transformation after a fade.
    func call(showing transform: NightTransform, over span: Microseconds) throws(DBusError)
        -> Message
    {
        try .call(
            to: busName, path: path, interface: "io.github.appearanced.NightFilter1",
            member: "Show"
        ) { body in
            body.double(transform.progress)
            body.structure { tint in
                tint.double(transform.tint.red)
                tint.double(transform.tint.green)
                tint.double(transform.tint.blue)
            }
            body.uint32(UInt32(clamping: span.count / 1_000))
        }.startingNobody()
    }
}

/// The screens of a desktop, by our effect in the program that draws them.
///
/// The effect serves the owner of the filter's bus name only, and restores the colours as soon as the
/// owner changes, so nothing is saved. Of several filters on a bus, the first one has the name, and the
/// others wait for it.
final class ShellEffect: ScreenBackend {
    /// The bus name of the filter while it uses effects.
    static let filterName = "io.github.appearanced.NightFilter"
    private static let kwin = "org.kde.KWin"
    private static let timeout = Duration.seconds(2)

    private let shell: DesktopShell
    private let address: String?
    private let log: Log
    private var connection: BusConnection?
    /// Whether the filter's name is ours.
    private var hasName = false
    /// The program that has the filter's name instead.
    private var rival: String?
    /// The reason why the bus does not let this program have the filter's name.
    private var nameRefusal: String?
    /// The unique name of the effect; `nil` without one.
    private var owner: String?
    private var isAsking = false
    private var shown = NightTransform.none
    /// The duration of the last fade, which may wait for the effect.
    private var waitingSpan = Microseconds.zero
    /// The last transformation that the effect has received; `nil` if it may show that of another filter.
    private var sent: NightTransform?
    private var unanswered = 0
    private var whenAnswered: [() -> Void] = []
    private var handler: (ScreenEvent) -> Void = { _ in }
    private(set) var refusal: String?
    let hasOwnFade = true
    let keepsFadeTime = true

    init(in shell: DesktopShell, at address: String?, log: Log) {
        self.shell = shell
        self.address = address
        self.log = log
    }

    deinit { connection?.close() }

    var outputs: [OutputReport] {
        if let rival {
            return [OutputReport(name: shell.rawValue, method: .nothing, holder: rival)]
        }
        let isBeingSet = unanswered > 0 || isUndecided || !hasName
        return [
            OutputReport(
                name: shell.rawValue, method: isBeingSet ? .nothing : .luminance,
                loss: isBeingSet ? "it is being set" : DesktopScreens.loss)
        ]
    }

    var isUndecided: Bool {
        shown.progress > 0 && (owner == nil || !hasName) && refusal == nil && rival == nil
    }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        guard let address, let connection = try? BusConnection(loop: loop, address: address) else {
            return refuse("there is no session bus")
        }
        self.connection = connection
        requestName(on: connection)
        connection.followOwner(of: shell.busName) { [weak self] in self?.changeOwner($0) }
        if shell == .kwin {
            connection.followOwner(of: Self.kwin) { [weak self] owner in
                guard let self, owner != nil, self.owner == nil else { return }
                refusal = nameRefusal
                self.handler(.changed)
                askKWin()
            }
        }
    }

    func show(_ transform: NightTransform, over span: Microseconds) {
        shown = transform
        waitingSpan = span
        send(over: span)
        if transform.progress > 0 { askKWin() }
    }

    func reconsider() {
        if owner != nil || shell == .kwin, connection != nil { refusal = nameRefusal }
    }

    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void) {
        guard unanswered > 0 else { return then() }
        whenAnswered.append(then)
    }

    private func requestName(on connection: BusConnection) {
        connection.onNameAcquired = { [weak self] name in
            guard let self, name == Self.filterName, !hasName else { return }
            hasName = true
            rival = nil
            send(over: waitingSpan)
            handler(.changed)
        }
        connection.requestName(Self.filterName, flags: .queue) { [weak self] result in
            guard let self, !hasName else { return }
            switch result {
            case .success(.owner), .success(.alreadyOwner), .success(.exists): return
            case .success(.inQueue): findRival(on: connection)
            case .failure(let error):
                nameRefusal = "the session bus refuses the name \(Self.filterName): \(error)"
                refuse(nameRefusal)
            }
        }
    }

    private func findRival(on connection: BusConnection) {
        connection.findProcess(of: Self.filterName) { [weak self] process in
            guard let self, !hasName else { return }
            let program = process.map { "process \($0)" } ?? "another program"
            rival = "\(program), which owns the bus name \(Self.filterName),"
            log.notice("\(program) owns the bus name \(Self.filterName); waiting for it")
            handler(.changed)
        }
    }

    private func changeOwner(_ owner: String?) {
        self.owner = owner
        sent = nil
        if owner != nil {
            refusal = nameRefusal
            send(over: waitingSpan)
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
        let isDifferent = shown.progress > 0 ? shown != sent : sent?.progress != 0
        guard hasName, owner != nil, isDifferent, let connection,
            let message = try? shell.call(showing: shown, over: span)
        else { return }
        sent = shown
        unanswered += 1
        connection.call(message, timeout: Self.timeout) { [weak self] answer in
            self?.receive(answer)
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
