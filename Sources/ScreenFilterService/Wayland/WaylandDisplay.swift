// A compositor gives an output what it showed before as soon as the control of its ramps is let go
// of, so there is nothing to be kept here, and a filter that is killed leaves nothing behind.

internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of a Wayland compositor.
final class WaylandDisplay: ScreenBackend {
    /// How long after a refusal an output is asked for again, in microseconds: nobody tells when
    /// another program lets go of it.
    private static let pauses: [Int64] = [2, 5, 15, 60, 300].map { $0 * 1_000_000 }

    /// How often, and how soon after each other, a compositor that has just come is tried.
    private static let mostAttempts = 50
    private static let attemptPause = Duration.milliseconds(200)

    private let display: String
    private let socketPath: String
    private let log: Log
    private var connection: WaylandConnection?
    private var shown = NightTransform.none
    private var loop: EventLoop?
    private var source: IOSource?
    private var socketWatch: PathWatch?
    private var retry: TimerSource?
    private var refusals = 0
    /// Who is thought to have what is refused.
    private var holder: String?
    private var isRetrying = false
    private var attemptsLeft = 0
    private var told: (ScreensNews) -> Void = { _ in }
    let progressFound = 0.0

    /// Connects to a display, whose name is that of a socket below the runtime directory.
    init(
        _ display: String, runtimeDirectory: String, log: Log
    ) throws(DisplayError) {
        self.display = display
        socketPath = display.hasPrefix("/") ? display : "\(runtimeDirectory)/\(display)"
        self.log = log
        connection = try WaylandConnection(display: display)
    }

    var outputs: [OutputReport] {
        let outputs = connection?.outputs.sorted { $0.key < $1.key }.map(\.value) ?? []
        return outputs.map { output in
            output.control == .failed
                ? OutputReport(name: output.name, method: .nothing, holder: holder)
                : OutputReport(name: output.name, method: .redChannel)
        }
    }

    func follow(
        on loop: EventLoop, _ told: @escaping (ScreensNews) -> Void
    ) throws(IOError) {
        self.loop = loop
        self.told = told
        retry = try loop.timer(.monotonic) { [weak self] in
            guard let self else { return }
            connection == nil ? reconnect() : askAgain()
        }
        socketWatch = PathWatch(on: loop, path: socketPath) { [weak self] _ in
            self?.attemptsLeft = Self.mostAttempts
            self?.reconnect()
        }
        try watch()
    }

    private func watch() throws(IOError) {
        guard let connection, let loop else { return }
        source = try loop.watch(connection.descriptor, for: .readable) { [weak self] _ in
            self?.listen()
        }
    }

    func show(_ transform: NightTransform) {
        shown = transform
        guard let connection else { return }
        for output in connection.outputs.values {
            guard transform.progress > 0 else {
                output.giveBack()
                continue
            }
            switch output.control {
            case .none: connection.takeControl(of: output)
            case .asked, .failed: break
            case .ours: output.show(transform)
            }
        }
        if transform.progress > 0 {
            connection.flush()
        } else {
            refusals = 0
            isRetrying = false
            retry?.disarm()
            connection.synchronize()
        }
    }

    func settle() {
        guard let connection, shown.progress > 0 else { return }
        // The first answers are how long the ramps are, or that they are not to be had.
        connection.synchronize()
        // wlroots 0.15 takes the control from its owner and tells who asks nothing: the next request
        // is granted.
        for output in connection.outputs.values where output.control == .asked {
            output.giveBack()
            connection.takeControl(of: output)
        }
        connection.synchronize()
        show(shown)
        connection.synchronize()
        complainOfRefusals()
    }

    func reset() {}

    private func listen() {
        guard let connection else { return }
        let before = outputs
        guard connection.process() else { return lose() }
        // An output that has just come, or whose ramps' length is known now, is shown as the rest.
        if shown.progress > 0 { show(shown) }
        complainOfRefusals()
        if outputs != before { told(.changed) }
    }

    /// Says once that outputs are not ours, and asks for them again, less and less often.
    private func complainOfRefusals() {
        let refused = connection?.outputs.values.filter { $0.control == .failed } ?? []
        guard shown.progress > 0, !refused.isEmpty, !isRetrying, let retry else { return }
        isRetrying = true
        let others = OtherFilters.running(at: socketPath)
        holder = others.isEmpty ? nil : others.joined(separator: " and ")
        if refusals == 0 {
            let names = refused.map(\.name).sorted().joined(separator: ", ")
            let reason =
                holder.map { "\($0) has its colours; end it, or let it rest at night" }
                ?? "another program has its colours, or they cannot be changed"
            log.warning("\(names) stays as it is: \(reason); it is tried again by and by")
        }
        retry.arm(after: .microseconds(Self.pauses[min(refusals, Self.pauses.count - 1)]))
        refusals += 1
    }

    private func askAgain() {
        isRetrying = false
        guard let connection, shown.progress > 0 else { return }
        // Some compositors give a control to who asks last: a program that still runs would lose it.
        guard OtherFilters.running(at: socketPath).isEmpty else { return complainOfRefusals() }
        for output in connection.outputs.values where output.control == .failed {
            output.giveBack()
        }
        show(shown)
        settle()
        if !isRetrying { refusals = 0 }
        told(.changed)
    }

    /// A compositor that is gone may come again, at the same place.
    private func lose() {
        log.notice("the compositor is gone; it is waited for")
        source = nil
        connection = nil
        isRetrying = false
        retry?.disarm()
        told(.changed)
    }

    private func reconnect() {
        guard connection == nil else { return }
        guard let connection = try? WaylandConnection(display: display) else {
            // A socket has its name before anybody answers at it.
            guard attemptsLeft > 0 else { return }
            attemptsLeft -= 1
            retry?.arm(after: Self.attemptPause)
            return
        }
        self.connection = connection
        log.notice("the compositor is back")
        do throws(IOError) { try watch() } catch {
            log.error("the compositor cannot be listened to: \(error)")
            told(.gone)
            return
        }
        show(shown)
        settle()
        told(.changed)
    }
}
