// The original is saved in a property of the root window before the first change: it survives a
// killed filter, and ends with the server and its ramps. The server processes requests in order, so
// a change is always saved.

internal import AppearanceModel
internal import AppearanceProtocol
internal import DesktopControl
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of an X server.
final class X11Display: ScreenBackend {
    private static let propertyName = "_APPEARANCE_NIGHTFILTER"
    /// The property that keeps an invalid state.
    private static let invalidName = propertyName + "_INVALID"
    private static let matrixName = "CTM"
    /// The interval of requests for the disconnect of a client that keeps a screen.
    private static let keeperInterval = Duration.seconds(2)

    let server: X11Connection
    let log: Log
    private let display: String
    private let property: UInt32
    private let matrixProperty: UInt32
    /// The original; `nil` while nothing is changed.
    var saved: SavedScreen?
    /// The transformation in effect; `nil` during the day.
    var shown: NightTransform?
    /// The last ramps set, as the server reports them.
    var written: [UInt32: GammaRamps] = [:]
    /// The outputs whose driver refuses the matrix.
    private var refusing: Set<UInt32> = []
    /// The CRTCs whose outputs all have a matrix and need no ramps; `nil` if unknown.
    private var covered: Set<UInt32>?
    private var loop: EventLoop?
    private var source: IOSource?
    private var later: DeferSource?
    private var handler: (ScreenEvent) -> Void = { _ in }
    private var watch: GammaWatch?
    private var keeperTimer: TimerSource?
    var others = OtherClients()
    /// The original ramps before those that a client set once, by client and CRTC.
    var bases: [UInt32: [UInt32: GammaRamps]] = [:]
    /// The programs of the clients that read or set ramps at night.
    var programs: [UInt32: ClientProgram] = [:]
    /// The clients that were logged.
    var named: Set<UInt32> = []
    let initialProgress: Double

    /// Connects to a display, and adopts the state of a killed filter.
    init(_ display: String, log: Log) throws(DesktopError) {
        server = try X11Connection(display: display)
        self.display = display
        self.log = log
        property = server.atom(Self.propertyName)
        matrixProperty = server.atom(Self.matrixName)
        let left = try server.rootProperty(property)
        var saved = left.flatMap(SavedScreen.init)
        if let left, saved == nil {
            let invalid = server.atom(Self.invalidName)
            // The first has the original; a later one may have been made on top of it.
            if try server.rootProperty(invalid) == nil { server.setRootProperty(invalid, to: left) }
            server.deleteRootProperty(property)
            log.warning(
                "the saved state of another filter on this display is invalid; it is kept as the property"
                    + " \(Self.invalidName) of the root window")
            Self.removeRed(server, matrixProperty)
        }
        var found = 0.0
        for crtc in (saved?.ramps ?? [:]).keys {
            let present = server.ramps(of: crtc)
            let progress = present.flatMap { saved?.progress(of: crtc, showing: $0) }
            // Ramps that this filter cannot produce belong to another program.
            if progress == nil, present?.isAlmostBlack != true { saved?.ramps[crtc] = nil }
            found = max(found, progress ?? 0)
        }
        for (output, words) in saved?.matrices ?? [:] {
            let base = ColorMatrix(words: words) ?? .identity
            let present = server.matrixWords(of: output, matrixProperty)
            let isEvening =
                saved?.evenings.contains { $0.matrix(over: base).words == present } ?? false
            if !isEvening { found = 1 }
        }
        initialProgress = found
        self.saved = saved
        shown = saved.map { $0.transform.at(found) }
    }

    var outputs: [OutputReport] {
        server.screenNumbers().outputs.compactMap { output in
            guard let (name, crtc) = server.connectedOutput(output), crtc != 0 else { return nil }
            if hasMatrix(output) { return OutputReport(name: name, method: .luminance) }
            let keeper = others.keepers[crtc]
            let isSettable = keeper == nil && server.ramps(of: crtc) != nil
            return OutputReport(
                name: name, method: isSettable ? .redChannel : .nothing,
                holder: keeper.flatMap { programs[$0]?.text })
        }
    }

    func show(_ transform: NightTransform, over _: Microseconds) {
        defer { later?.schedule() }
        guard !transform.isNone else { return restore() }
        listenToOthers()
        // Ramps set during the day are the new original.
        if shown == nil { saved = nil }
        shown = transform
        let whole = transform.at(1)
        if saved?.transform != whole || covered == nil {
            let isNextEvening = saved?.transform == whole.over(saved?.transform.evening ?? .none)
            saved = saved ?? SavedScreen(whole.over(.none))
            saved?.advance(to: whole)
            if isNextEvening, covered != nil { keep() } else { adoptNewScreens() }
        }
        apply()
    }

    func verify() {
        defer { later?.schedule() }
        guard let shown, saved != nil else { return }
        for output in (saved?.matrices ?? [:]).keys.sorted() where !refusing.contains(output) {
            let wanted = matrix(shown, output)
            guard server.matrixWords(of: output, matrixProperty) != wanted else { continue }
            refusing.insert(output)
            covered = crtcsWithMatrix()
            log.warning("an output does not take a colour matrix; its red channel is used instead")
        }
        apply()
        for (crtc, ours) in written {
            let present = server.ramps(of: crtc)
            // Ramps set by another client meanwhile are not a rounding of the hardware.
            if watch == nil || present?.isNear(ours) ?? true { written[crtc] = present }
        }
    }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.loop = loop
        self.handler = handler
        let listen: () -> Void = { [weak self] in
            guard let self, let event = process() else { return }
            later?.schedule()
            handler(event)
        }
        // Replies may bring events along, for which the descriptor does not become readable again.
        later = loop.deferred(listen)
        keeperTimer = try loop.timer(.monotonic) { [weak self] in
            // The server reports a disconnect only together with its next reply.
            self?.server.synchronize()
            self?.awaitKeepers()
        }
        source = try loop.watch(server.descriptor, for: .readable) { _ in listen() }
    }

    private func process() -> ScreenEvent? {
        var result: ScreenEvent?
        // Requests in an event handler may read further events.
        while let event = server.nextEvent() {
            switch event {
            case .screensChanged:
                result = .changed
                guard shown != nil else { continue }
                adoptNewScreens()
                adoptForeignRamps()
                verify()
            case .refused(let request, let error):
                log.warning("the X server refused RandR request \(request) with error \(error)")
            case .gone: return .gone
            }
        }
        return result
    }

    func reset() {
        restore()
        Self.removeRed(server, matrixProperty)
    }

    var unrestored: String? {
        do throws(DesktopError) {
            guard try server.rootProperty(server.atom(Self.invalidName)) != nil else { return nil }
            return
                "the saved state of an earlier filter is invalid, so the original colours of the display are "
                + "unknown; if they were not plain, set them yourself, then forget the state: "
                + "xprop -root -remove \(Self.invalidName)"
        } catch {
            return error.description
        }
    }

    /// Gives screens without green and blue plain colours.
    private static func removeRed(_ server: X11Connection, _ matrixProperty: UInt32) {
        let (crtcs, outputs) = server.screenNumbers()
        for crtc in crtcs {
            guard let ramps = server.ramps(of: crtc),
                ramps.hasNoGreenOrBlue || ramps.isAlmostBlack
            else { continue }
            server.set(.plain(count: ramps.count), of: crtc)
        }
        for output in outputs {
            guard let words = server.matrixWords(of: output, matrixProperty),
                ColorMatrix(words: words)?.hasNoGreenOrBlue ?? false
            else { continue }
            server.setMatrix(ColorMatrix.identity.words, of: output, matrixProperty)
        }
        server.synchronize()
    }

    /// Saves the original of new outputs, and forgets removed ones.
    private func adoptNewScreens() {
        guard var saved else { return }
        let (crtcs, outputs) = server.screenNumbers()
        saved.ramps = saved.ramps.filter { crtcs.contains($0.key) }
        for crtc in crtcs {
            guard let present = server.ramps(of: crtc) else { continue }
            // Ramps of another length belong to another mode or other hardware.
            if let base = saved.ramps[crtc], base.count == present.count { continue }
            saved.ramps[crtc] = present
            written[crtc] = nil
        }
        saved.matrices = saved.matrices.filter { outputs.contains($0.key) }
        for output in outputs where saved.matrices[output] == nil {
            saved.matrices[output] = server.matrixWords(of: output, matrixProperty)
        }
        self.saved = saved
        covered = crtcsWithMatrix()
        keep()
    }

    func keep() {
        guard let saved else { return }
        server.setRootProperty(property, to: saved.bytes)
    }

    func apply() {
        guard let saved, let shown else { return }
        for (output, _) in saved.matrices where !refusing.contains(output) {
            server.setMatrix(matrix(shown, output), of: output, matrixProperty)
        }
        for (crtc, base) in saved.ramps where others.keepers[crtc] == nil {
            let isCovered = covered?.contains(crtc) ?? false
            if isCovered, written[crtc] == nil { continue }
            let ramps = isCovered ? base.restorable : shown.ramps(over: base)
            guard written[crtc] != ramps else { continue }
            server.set(ramps, of: crtc)
            written[crtc] = isCovered ? nil : ramps
        }
        server.flush()
    }

    private func matrix(_ transform: NightTransform, _ output: UInt32) -> [UInt32] {
        let base = saved?.matrices[output].flatMap(ColorMatrix.init(words:)) ?? .identity
        return transform.matrix(over: base).words
    }

    private func hasMatrix(_ output: UInt32) -> Bool {
        if refusing.contains(output) { return false }
        if let saved { return saved.matrices[output] != nil }
        return server.matrixWords(of: output, matrixProperty) != nil
    }

    private func crtcsWithMatrix() -> Set<UInt32> {
        var with: Set<UInt32> = []
        var without: Set<UInt32> = []
        for output in server.screenNumbers().outputs {
            guard let crtc = server.connectedOutput(output)?.crtc, crtc != 0 else { continue }
            if hasMatrix(output) { with.insert(crtc) } else { without.insert(crtc) }
        }
        return with.subtracting(without)
    }

    private func restore() {
        defer {
            server.synchronize()
            shown = nil
            written = [:]
            covered = nil
            bases = [:]
            others.forgetChanges()
            awaitKeepers()
        }
        guard let saved else { return }
        for (crtc, base) in saved.ramps where isOurs(crtc, base, saved) {
            server.set(base.restorable, of: crtc)
        }
        for (output, words) in saved.matrices {
            let isBlack = ColorMatrix(words: words)?.isBlack ?? false
            server.setMatrix(
                isBlack ? ColorMatrix.identity.words : words, of: output, matrixProperty)
        }
        if !others.hasReaders { forget() }
    }

    /// Removes the saved original, as no client can restore the ramps of the night.
    func forget() {
        saved = nil
        named = []
        programs = [:]
        watch = nil
        server.deleteRootProperty(property)
        server.flush()
    }

    /// Returns whether a CRTC still has ramps of this filter.
    private func isOurs(_ crtc: UInt32, _ base: GammaRamps, _ saved: SavedScreen) -> Bool {
        guard others.keepers[crtc] == nil, let present = server.ramps(of: crtc), present != base
        else { return false }
        if let ours = written[crtc], ours.isNear(present) { return true }
        if present.isAlmostBlack, !base.isAlmostBlack { return true }
        return saved.progress(of: crtc, showing: present) != nil
    }

    /// Requests the disconnect of clients that keep screens again and again, as one may close its display and
    /// live on.
    func awaitKeepers() {
        if others.keepers.isEmpty {
            keeperTimer?.disarm()
        } else {
            keeperTimer?.arm(after: Self.keeperInterval)
        }
    }

    private func listenToOthers() {
        guard watch == nil, let loop else { return }
        watch = GammaWatch(display, besides: server, on: loop) { [weak self] events in
            self?.receive(events)
        }
    }

    private func receive(_ events: [GammaWatch.Event]) {
        later?.schedule()
        if handle(events) { handler(.changed) }
    }

    /// Returns whether a client is connected; its disconnect is reported then.
    func awaitEnd(of client: UInt32) -> Bool {
        guard programs[client] == nil else { return true }
        guard let loop, watch?.reportEnd(of: client) ?? false else { return false }
        guard let process = server.process(of: client) else { return true }
        programs[client] = ClientProgram(process, on: loop) { [weak self] in
            guard let self else { return }
            // Once for its pending requests, and once for its disconnect.
            server.synchronize()
            server.synchronize()
            receive([.hasEnded(client)])
        }
        return programs[client] != nil
    }
}
