internal import AppearanceDesktop
internal import AppearanceModel
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of GNOME under Wayland, by the best method that is allowed and can be used: the
/// extension of GNOME Shell, the settings of its magnifier, or its Night Light.
final class GnomeScreens: ScreenBackend {
    /// The limitation of a method that changes the shell's own picture, for a person.
    static let loss =
        "screenshots and recordings of the screen are red too, and the pointer may not be"

    private let methods: [(kind: GnomeMethod, backend: any ScreenBackend)]
    private let allowed: () -> GnomeMethod
    private let log: Log
    private var shown = NightTransform.none
    private var current: Int?
    /// The method that was logged in this night.
    private var reported: Int?
    private var handler: (ScreenEvent) -> Void = { _ in }
    let initialProgress: Double
    let hasOwnFade = true

    init(in place: NightLightPlace, allowing allowed: @escaping () -> GnomeMethod, log: Log) {
        methods = [
            (.shellExtension, GnomeExtension(at: place.busAddress)),
            (.magnifier, NightLightBackend(.magnifier, in: place, log: log)),
            (.nightLight, NightLightBackend(.gnome, in: place, log: log)),
        ]
        self.allowed = allowed
        self.log = log
        initialProgress = methods.map(\.backend.initialProgress).max() ?? 0
    }

    var outputs: [OutputReport] {
        guard let current else {
            let loss =
                allowed() == .off ? "nightfilter.gnome is off" : refusals(before: methods.count)
            return [OutputReport(name: "GNOME", method: .nothing, loss: loss)]
        }
        return methods[current].backend.outputs.map { output in
            let losses = [output.loss ?? "", refusals(before: current)].filter { !$0.isEmpty }
            return OutputReport(
                name: output.name, method: output.method, holder: output.holder,
                loss: losses.isEmpty ? nil : losses.joined(separator: "; "))
        }
    }

    /// The reasons why better methods are not used.
    private func refusals(before end: Int) -> String {
        methods[..<end].filter { isAllowed($0.kind) }.compactMap { method in
            method.backend.refusal.map { "\(method.kind.name): \($0)" }
        }.joined(separator: "; ")
    }

    var nightLights: [NightLight] { methods.flatMap(\.backend.nightLights) }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        for method in methods {
            try method.backend.follow(on: loop) { [weak self] in self?.receive($0) }
        }
    }

    func show(_ transform: NightTransform) { show(transform, over: .zero) }

    func show(_ transform: NightTransform, over span: Microseconds) {
        if shown.progress == 0, transform.progress > 0 {
            for method in methods { method.backend.reconsider() }
        }
        shown = transform
        apply(over: span)
    }

    func settle() {}

    func reset() {
        for method in methods { method.backend.reset() }
    }

    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void) {
        var unfinished = methods.count
        for method in methods {
            method.backend.whenRestored(within: timeout) {
                unfinished -= 1
                if unfinished == 0 { then() }
            }
        }
    }

    private func isAllowed(_ kind: GnomeMethod) -> Bool {
        let allowed = allowed()
        return allowed == .auto || allowed == kind
    }

    private var best: Int? {
        methods.firstIndex { isAllowed($0.kind) && $0.backend.refusal == nil }
    }

    private func apply(over span: Microseconds) {
        current = best
        // The new method first, so that the screens stay red.
        if let current { methods[current].backend.show(shown, over: span) }
        for index in methods.indices where index != current {
            methods[index].backend.show(.none)
        }
        report()
    }

    /// Logs the method once it has turned the screens red.
    private func report() {
        if shown.progress == 0 { reported = nil }
        guard shown.progress > 0, let current, current != reported,
            methods[current].backend.outputs.contains(where: { $0.method != .nothing })
        else { return }
        reported = current
        let reasons = refusals(before: current)
        log.notice(
            "GNOME is red by \(methods[current].kind.name)"
                + (reasons.isEmpty ? "" : "; \(reasons)"))
    }

    private func receive(_ event: ScreenEvent) {
        if event == .changed, best != current { apply(over: .zero) }
        report()
        handler(event)
    }
}

extension GnomeMethod {
    /// The name for people.
    fileprivate var name: String {
        switch self {
        case .auto: "the best method"
        case .shellExtension: "the shell extension"
        case .magnifier: "the magnifier"
        case .nightLight: "Night Light"
        case .off: "no method"
        }
    }
}
