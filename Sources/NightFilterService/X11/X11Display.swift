// What a screen showed before is kept in a property of the root window, which is written before the
// first change: it outlives a filter that is killed, and ends with the server and its ramps. The
// server takes requests in the order in which they are sent, so nothing is ever changed that is not
// kept.

internal import LinuxIO
internal import NightFilter

/// The screens of an X server.
final class X11Display: NightScreens {
    private static let propertyName = "_APPEARANCE_NIGHTFILTER"
    private static let matrixName = "CTM"

    private let server: X11Connection
    private let log: Log
    private let property: UInt32
    private let matrixProperty: UInt32
    /// What is to be given back; nil while nothing is changed.
    private var saved: SavedScreen?
    private var shown: NightTransform?
    /// What the server says of what was set last.
    private var written: [UInt32: GammaRamps] = [:]
    /// The outputs whose matrix the driver does not take.
    private var refusing: Set<UInt32> = []
    /// The CRTCs all of whose outputs have a matrix, and so need no ramps; nil: to be found out.
    private var covered: Set<UInt32>?
    private var source: IOSource?
    private var later: DeferSource?
    let progressFound: Double

    /// Connects to a display, and takes over what a killed filter has left.
    init(_ display: String, log: Log) throws(DisplayFailure) {
        server = try X11Connection(display: display)
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
        for (crtc, base) in saved?.ramps ?? [:] {
            let progress = server.ramps(of: crtc).flatMap {
                saved?.transform.progress(from: base, to: $0)
            }
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
            return OutputReport(name: name, method: hasMatrix(output) ? .luminance : .redChannel)
        }
    }

    func show(_ transform: NightTransform) {
        defer { later?.schedule() }
        guard transform.progress > 0 else { return giveBack() }
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
        for crtc in written.keys { written[crtc] = server.ramps(of: crtc) }
    }

    func follow(
        on loop: EventLoop, _ told: @escaping (ScreensNews) -> Void
    ) throws(IOFailure) {
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
                guard saved != nil else { continue }
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
        for crtc in crtcs where saved.ramps[crtc] == nil {
            saved.ramps[crtc] = server.ramps(of: crtc)
        }
        saved.matrices = saved.matrices.filter { outputs.contains($0.key) }
        for output in outputs where saved.matrices[output] == nil {
            saved.matrices[output] = server.matrixWords(of: output, matrixProperty)
        }
        self.saved = saved
        covered = crtcsWithMatrix()
        keep()
    }

    /// What another program has set since is what lies below the night from now on.
    private func takeOverForeignRamps() {
        for (crtc, ours) in written {
            guard let present = server.ramps(of: crtc),
                present.distance(to: ours) ?? .max > GammaRamps.invisible
            else { continue }
            saved?.ramps[crtc] = present
            keep()
        }
    }

    private func keep() {
        guard let saved else { return }
        server.setRootProperty(property, to: saved.bytes)
    }

    private func apply() {
        guard let saved, let shown else { return }
        for (output, _) in saved.matrices where !refusing.contains(output) {
            server.setMatrix(matrix(shown, output), of: output, matrixProperty)
        }
        for (crtc, base) in saved.ramps {
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
            saved = nil
            shown = nil
            written = [:]
            covered = nil
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
        server.deleteRootProperty(property)
    }

    /// Whether a CRTC still shows what this filter made; if not, it is another program's by now.
    private func isOurs(_ crtc: UInt32, _ base: GammaRamps, _ saved: SavedScreen) -> Bool {
        guard let present = server.ramps(of: crtc), present != base else { return false }
        if let ours = written[crtc], ours.distance(to: present) ?? .max <= GammaRamps.invisible {
            return true
        }
        return saved.transform.progress(from: base, to: present) != nil
    }
}
