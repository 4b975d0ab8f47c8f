// A compositor restores an output when its gamma control is released, so nothing is saved here, and
// a killed filter leaves nothing behind.

internal import AppearanceModel
internal import AppearanceProtocol
internal import DesktopControl
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of a Wayland compositor.
final class WaylandDisplay: ScreenBackend {
    /// The pauses before a refused output is requested again, in microseconds: the compositor does
    /// not report its release.
    private static let pauses: [Int64] = [2, 5, 15, 60, 300].map { $0 * 1_000_000 }

    /// The number of connections and attempts of one until the socket changes, and their interval.
    private static let mostAttempts = 50
    private static let attemptPause = Duration.milliseconds(200)

    private let display: String
    private let socketPath: String
    private let log: Log
    private var connection: WaylandConnection?
    /// The connection to the next compositor, until that has answered.
    private var candidate: WaylandConnection?
    private var shown = NightTransform.none
    private var loop: EventLoop?
    private var source: IOSource?
    private var socketWatch: PathWatch?
    /// The watch for sockets of other names, without a connection.
    private var newcomers: DirectoryWatch?
    private var retry: TimerSource?
    private var refusals = 0
    /// The program that probably has the refused control.
    private var holder: String?
    private var isRetrying = false
    private var attemptsLeft = mostAttempts
    private var handler: (ScreenEvent) -> Void = { _ in }

    /// Connects to a display by the name of its socket below the runtime directory; `nil` if the
    /// compositor has no protocol for colours.
    init?(
        _ display: String, runtimeDirectory: String, log: Log
    ) throws(DesktopError) {
        self.display = display
        socketPath = display.hasPrefix("/") ? display : "\(runtimeDirectory)/\(display)"
        self.log = log
        let connection = try WaylandConnection(display: display)
        try connection.becomeReady(display)
        guard connection.canSetColors else { return nil }
        self.connection = connection
    }

    var outputs: [OutputReport] {
        let outputs = connection?.outputs.sorted { $0.key < $1.key }.map(\.value) ?? []
        return outputs.map { output in
            if usableMatrices != nil { return OutputReport(name: output.name, method: .luminance) }
            return output.hasFailed
                ? OutputReport(
                    name: output.name, method: .nothing, holder: holder, loss: output.error)
                : OutputReport(name: output.name, method: .redChannel)
        }
    }

    /// The colour matrices, unless another client controls them.
    private var usableMatrices: WaylandMatrices? {
        connection?.matrices.flatMap { $0.isBlocked ? nil : $0 }
    }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.loop = loop
        self.handler = handler
        retry = try loop.timer(.monotonic) { [weak self] in
            guard let self else { return }
            // A candidate has not answered in time.
            guard candidate == nil else { return fail() }
            connection == nil ? reconnect() : requestRefused()
        }
        socketWatch = PathWatch(on: loop, path: socketPath) { [weak self] _ in
            guard let self else { return }
            attemptsLeft = Self.mostAttempts
            guard connection == nil else { return }
            dropCandidate()
            reconnect()
        }
        if let connection { try watch(connection, on: loop) }
    }

    private func watch(_ connection: WaylandConnection, on loop: EventLoop) throws(IOError) {
        source = try loop.watch(connection.descriptor, for: .readable) { [weak self] _ in
            self?.connection == nil ? self?.welcome() : self?.listen()
        }
    }

    func show(_ transform: NightTransform, over _: Microseconds) {
        shown = transform
        guard let connection else { return }
        connection.forgetLostColors()
        if transform.isNone {
            connection.matrices?.release()
        } else if let matrices = usableMatrices {
            matrices.show(transform, on: connection.outputs)
            connection.flush()
            return
        }
        for output in connection.outputs.values {
            guard !transform.isNone else {
                output.release()
                continue
            }
            switch output.control {
            case .none: connection.requestControl(of: output)
            case .requested, .failed: break
            case .granted: output.show(transform)
            }
        }
        if !transform.isNone {
            connection.flush()
        } else {
            refusals = 0
            isRetrying = false
            retry?.disarm()
            connection.synchronize()
        }
    }

    func verify() {
        guard let connection, !shown.isNone else { return }
        // The first events are the sizes of the ramps, or refusals.
        guard connection.synchronize() else { return }
        if connection.matrices?.isBlocked == true {
            show(shown)
            connection.synchronize()
        }
        // wlroots 0.15 revokes the control of the owner without an event to the requester; the next
        // request is granted.
        for output in connection.outputs.values where output.control == .requested {
            output.release()
            connection.requestControl(of: output)
        }
        connection.synchronize()
        show(shown)
        connection.synchronize()
        reportRefusals()
    }

    private func listen() {
        guard let connection else { return }
        let before = outputs
        guard connection.process() else { return lose() }
        // A new output, one that came on, or one whose ramp size is known now, gets the transformation.
        if !shown.isNone { show(shown) }
        reportRefusals()
        if outputs != before { handler(.changed) }
    }

    /// Logs refused outputs once and retries with growing pauses.
    private func reportRefusals() {
        let refused = connection?.outputs.values.filter(\.hasFailed) ?? []
        guard !shown.isNone, !refused.isEmpty, !isRetrying, let retry else { return }
        isRetrying = true
        let others = OtherFilters.running(at: socketPath)
        holder = others.isEmpty ? nil : others.joined(separator: " and ")
        if refusals == 0 {
            let names = refused.map(\.name).sorted().joined(separator: ", ")
            let reason =
                refused.compactMap(\.error).first
                ?? holder.map { "\($0) controls its colours; stop it, or let it pause at night" }
                ?? "another program controls its colours, or they cannot be changed"
            log.warning("\(names) is unchanged: \(reason); retrying with growing pauses")
        }
        retry.arm(after: .microseconds(Self.pauses[min(refusals, Self.pauses.count - 1)]))
        refusals += 1
    }

    private func requestRefused() {
        isRetrying = false
        guard let connection, !shown.isNone else { return }
        // Some compositors grant the control to the last requester: a running program would lose
        // it.
        guard OtherFilters.running(at: socketPath).isEmpty else { return reportRefusals() }
        connection.matrices?.release()
        for output in connection.outputs.values where output.control == .failed {
            output.release()
        }
        show(shown)
        verify()
        if !isRetrying { refusals = 0 }
        handler(.changed)
    }

    /// Handles the end of the connection: the compositor may restart with the same socket, or still run.
    private func lose() {
        log.notice("the connection to the compositor has ended; waiting for the compositor")
        source = nil
        connection = nil
        isRetrying = false
        retry?.arm(after: Self.attemptPause)
        newcomers = loop.flatMap { loop in
            try? DirectoryWatch(on: loop, directory: Path.directory(of: socketPath)) {
                [weak self] event in
                guard let self, event.name?.hasPrefix("wayland-") == true else { return }
                attemptsLeft = Self.mostAttempts
                if candidate == nil { retry?.arm(after: Self.attemptPause) }
            }
        }
        handler(.changed)
    }

    private func reconnect() {
        guard attemptsLeft > 0, let loop else { return }
        attemptsLeft -= 1
        guard let candidate = try? WaylandConnection(display: display) else { return fail() }
        do throws(IOError) { try watch(candidate, on: loop) } catch {
            log.error("cannot watch the compositor: \(error)")
            handler(.gone)
            return
        }
        self.candidate = candidate
        retry?.arm(after: displayTimeout)
    }

    /// Handles an attempt in vain: a socket exists before the compositor accepts connections.
    private func fail() {
        dropCandidate()
        if attemptsLeft > 0 {
            retry?.arm(after: Self.attemptPause)
        } else {
            handler(.missing)
        }
    }

    private func dropCandidate() {
        source = nil
        candidate = nil
    }

    /// Reads the outputs of the next compositor.
    private func welcome() {
        guard let candidate else { return }
        guard candidate.process() else { return fail() }
        guard candidate.isReady else { return }
        guard candidate.canSetColors else { return fail() }
        retry?.disarm()
        newcomers = nil
        self.candidate = nil
        connection = candidate
        log.notice("connected to the compositor again")
        show(shown)
        verify()
        handler(.changed)
    }
}
