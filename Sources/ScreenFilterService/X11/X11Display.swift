// What a screen showed before is kept in a property of the root window, which is written before the
// first change: it outlives a filter that is killed, and ends with the server and its ramps. The
// server takes requests in the order in which they are sent, so nothing is ever changed that is not
// kept.

internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of an X server.
final class X11Display: ScreenBackend {
    private static let propertyName = "_APPEARANCE_NIGHTFILTER"
    private static let matrixName = "CTM"

    let server: X11Connection
    let log: Log
    private let display: String
    private let property: UInt32
    private let matrixProperty: UInt32
    /// What is to be given back; nil while nothing is changed.
    var saved: SavedScreen?
    /// Nil while it is day.
    var shown: NightTransform?
    /// What the server says of what was set last.
    var written: [UInt32: GammaRamps] = [:]
    /// The outputs whose matrix the driver does not take.
    private var refusing: Set<UInt32> = []
    /// The CRTCs all of whose outputs have a matrix, and so need no ramps; nil: to be found out.
    private var covered: Set<UInt32>?
    private var loop: EventLoop?
    private var source: IOSource?
    private var later: DeferSource?
    private var told: (ScreensNews) -> Void = { _ in }
    private var watch: GammaWatch?
    var others = OtherClients()
    /// The programs behind clients that read ramps at night or set them.
    var programs: [UInt32: ClientProgram] = [:]
    /// The clients that were complained of.
    var named: Set<UInt32> = []
    let progressFound: Double

    /// Connects to a display, and takes over what a killed filter has left.
    init(_ display: String, log: Log) throws(DisplayError) {
        server = try X11Connection(display: display)
        self.display = display
        self.log = log
        property = server.atom(Self.propertyName)
        matrixProperty = server.atom(Self.matrixName)
        let left = server.rootProperty(property)
        var saved = left.flatMap(SavedScreen.init)
        if left != nil, saved == nil {
            server.deleteRootProperty(property)
            log.warning("what another filter has kept at this display makes no sense; it is left")
        }
        var found = 0.0
        for crtc in (saved?.ramps ?? [:]).keys {
            let progress = server.ramps(of: crtc).flatMap { saved?.progress(of: crtc, showing: $0) }
            // Ramps that this filter never makes are another program's, and no fault of ours.
            if progress == nil { saved?.ramps[crtc] = nil }
            found = max(found, progress ?? 0)
        }
        progressFound = saved?.matrices.isEmpty == false ? 1 : found
        self.saved = saved
        shown = saved.map { $0.transform.at(found) }
    }

    var outputs: [OutputReport] {
        server.screenNumbers().outputs.compactMap { output in
            guard let (name, crtc) = server.connectedOutput(output), crtc != 0 else { return nil }
            if hasMatrix(output) { return OutputReport(name: name, method: .luminance) }
            guard let keeper = others.keepers[crtc]
            else { return OutputReport(name: name, method: .redChannel) }
            return OutputReport(name: name, method: .nothing, holder: programs[keeper]?.words)
        }
    }

    func show(_ transform: NightTransform) {
        defer { later?.schedule() }
        guard transform.progress > 0 else { return giveBack() }
        listenToOthers()
        // What others have set by day is what lies below this night.
        if shown == nil { saved = nil }
        shown = transform
        let whole = transform.at(1)
        if saved?.transform != whole || covered == nil {
            saved = saved ?? SavedScreen(whole)
            saved?.transform = whole
            takeInNewScreens()
        }
        apply()
    }

    func settle() {
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
            // What another has set meanwhile is no rounding of the hardware's.
            if watch == nil || present?.isNear(ours) ?? true { written[crtc] = present }
        }
    }

    func follow(
        on loop: EventLoop, _ told: @escaping (ScreensNews) -> Void
    ) throws(IOError) {
        self.loop = loop
        self.told = told
        let listen: () -> Void = { [weak self] in
            guard let news = self?.process(), news != .nothing else { return }
            told(news)
        }
        // Answers bring news along, which no descriptor tells of any more.
        later = loop.deferred(listen)
        source = try loop.watch(server.descriptor, for: .readable) { _ in listen() }
    }

    private func process() -> ScreensNews {
        var result = ScreensNews.nothing
        // What is asked of the server in answer to news may find more of them come.
        while let news = server.nextNews() {
            switch news {
            case .screensChanged:
                result = .changed
                guard shown != nil else { continue }
                takeInNewScreens()
                takeOverForeignRamps()
                settle()
            case .refused(let request, let error):
                log.warning("the X server refused RandR request \(request) with error \(error)")
            case .gone: return .gone
            }
        }
        return result
    }

    func reset() {
        giveBack()
        let (crtcs, outputs) = server.screenNumbers()
        for crtc in crtcs {
            guard let ramps = server.ramps(of: crtc), ramps.hasNoGreenOrBlue else { continue }
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

    /// Keeps what screens show that were not there before, and forgets those that are gone.
    private func takeInNewScreens() {
        guard var saved else { return }
        let (crtcs, outputs) = server.screenNumbers()
        saved.ramps = saved.ramps.filter { crtcs.contains($0.key) }
        for crtc in crtcs {
            guard let present = server.ramps(of: crtc) else { continue }
            // Ramps of another length are those of another mode, or of other hardware.
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
            let ramps = isCovered ? base.worthGivingBack : shown.ramps(over: base)
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

    private func giveBack() {
        defer {
            server.synchronize()
            shown = nil
            written = [:]
            covered = nil
            others.forgetChanges()
        }
        guard let saved else { return }
        for (crtc, base) in saved.ramps where isOurs(crtc, base, saved) {
            server.set(base.worthGivingBack, of: crtc)
        }
        for (output, words) in saved.matrices {
            let isBlack = ColorMatrix(words: words)?.isBlack ?? false
            server.setMatrix(
                isBlack ? ColorMatrix.identity.words : words, of: output, matrixProperty)
        }
        if !others.hasReaders { forget() }
    }

    /// Keeps nothing any more, as nobody is left who could bring the night back.
    func forget() {
        saved = nil
        named = []
        programs = [:]
        watch = nil
        server.deleteRootProperty(property)
        server.flush()
    }

    /// Whether a CRTC still shows what this filter made; if not, it is another program's by now.
    private func isOurs(_ crtc: UInt32, _ base: GammaRamps, _ saved: SavedScreen) -> Bool {
        guard others.keepers[crtc] == nil, let present = server.ramps(of: crtc), present != base
        else { return false }
        if let ours = written[crtc], ours.isNear(present) { return true }
        return saved.progress(of: crtc, showing: present) != nil
    }

    private func listenToOthers() {
        guard watch == nil, let loop else { return }
        watch = GammaWatch(display, besides: server, on: loop) { [weak self] news in
            guard let self else { return }
            if take(news) { told(.changed) }
        }
    }

    /// Whether a client lives, whose end will be told then.
    func awaitEnd(of client: UInt32) -> Bool {
        guard programs[client] == nil else { return true }
        guard let loop, watch?.tellOfEnd(of: client) ?? false else { return false }
        guard let process = server.process(of: client) else { return true }
        programs[client] = ClientProgram(process, on: loop) { [weak self] in
            guard let self else { return }
            // Once for what it has still asked for, and once for its leave.
            server.synchronize()
            server.synchronize()
            if take([.hasEnded(client)]) { told(.changed) }
        }
        return programs[client] != nil
    }
}
