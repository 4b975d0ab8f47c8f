internal import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The screens of a desktop under Wayland whose compositor has no gamma control, by the best method
/// that is allowed and can be used.
final class DesktopScreens: ScreenBackend {
    /// The limitation of a method that changes the shell's own picture, for a person.
    static let loss =
        "screenshots and recordings of the screen are red too, and the pointer may not be"

    /// A method, the best first.
    private struct Method {
        /// The name for people.
        let name: String
        let backend: any ScreenBackend
        let isAllowed: () -> Bool
        /// Whether it shows the colours of the evening.
        let hasEvening: Bool

        /// Creates a method for the choices of the configuration that allow it.
        init<Choice: Equatable>(
            _ name: String, _ choices: [Choice], of choice: @escaping () -> Choice,
            _ backend: any ScreenBackend, hasEvening: Bool = false
        ) {
            self.name = name
            self.backend = backend
            self.hasEvening = hasEvening
            isAllowed = { choices.contains(choice()) }
        }
    }

    private let desktop: String
    /// The key of the configuration that allows methods.
    private let key: String
    private let methods: [Method]
    private let log: Log
    private var shown = NightTransform.none
    private var current: Int?
    /// Whether it is still unknown that the current method can be used.
    private var isTrying = false
    /// The method that was logged in this night.
    private var reported: Int?
    private var handler: (ScreenEvent) -> Void = { _ in }
    let initialProgress: Double
    let hasOwnFade = true

    private init(of desktop: String, by key: String, _ methods: [Method], log: Log) {
        self.desktop = desktop
        self.key = key
        self.methods = methods
        self.log = log
        initialProgress = methods.map(\.backend.initialProgress).max() ?? 0
    }

    /// The screens of GNOME: by the extension of its shell, the settings of its magnifier, or its
    /// Night Light.
    ///
    /// elementary has the settings of the magnifier too, but only GNOME Shell shows it.
    static func gnome(
        in place: NightLightPlace, allowing allowed: @escaping () -> GnomeMethod, log: Log
    ) -> DesktopScreens {
        DesktopScreens(
            of: "GNOME", by: "nightfilter.gnome",
            [
                Method(
                    "the shell extension", [.auto, .shellExtension], of: allowed,
                    ShellEffect(in: .gnome, at: place.busAddress, log: log)),
                Method(
                    "the magnifier", place.hasGnomeShell ? [.auto, .magnifier] : [.magnifier],
                    of: allowed,
                    NightLightBackend(.magnifier, in: place, log: log)),
                Method(
                    "Night Light", [.auto, .nightLight], of: allowed,
                    NightLightBackend(.gnome, in: place, log: log), hasEvening: true),
            ], log: log)
    }

    /// The screens of Plasma: by an effect of KWin, or its Night Light.
    static func plasma(
        in place: NightLightPlace, allowing allowed: @escaping () -> PlasmaMethod, log: Log
    ) -> DesktopScreens {
        DesktopScreens(
            of: "Plasma", by: "nightfilter.plasma",
            [
                Method(
                    "KWin's effect", [.auto, .effect], of: allowed,
                    ShellEffect(in: .kwin, at: place.busAddress, log: log)),
                Method(
                    "Night Light", [.auto, .nightLight], of: allowed,
                    NightLightBackend(.kwin, in: place, log: log), hasEvening: true),
            ], log: log)
    }

    var outputs: [OutputReport] {
        guard let current else {
            let loss = isOff ? "\(key) is off" : refusals(before: methods.count)
            return [OutputReport(name: desktop, method: .nothing, loss: loss)]
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
        methods[..<end].filter { $0.isAllowed() }.compactMap { method in
            method.backend.refusal.map { "\(method.name): \($0)" }
        }.joined(separator: "; ")
    }

    var keepsFadeTime: Bool { current.map { methods[$0].backend.keepsFadeTime } ?? false }

    var nightLights: [NightLight] { methods.flatMap(\.backend.nightLights) }

    func follow(
        on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void
    ) throws(IOError) {
        self.handler = handler
        for method in methods {
            try method.backend.follow(on: loop) { [weak self] in self?.receive($0) }
        }
    }

    func show(_ transform: NightTransform, over span: Microseconds) {
        if shown.progress == 0, transform.progress > 0 {
            for method in methods { method.backend.reconsider() }
        }
        shown = transform
        apply(over: span)
    }

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

    /// Whether the configuration allows any method.
    private var isOff: Bool { !methods.contains { $0.isAllowed() } }

    var eveningLoss: String? {
        isOff
            ? "\(key) is off"
            : methods.lazy.filter(\.hasEvening).compactMap(\.backend.eveningLoss).first
    }

    /// Returns the transformation by a method: that of night by the current one, and that of the evening by the
    /// night light, whose colours stay below red.
    private func transform(at index: Int) -> NightTransform {
        let night = index == current ? shown.over(.none) : .none
        return methods[index].hasEvening && !isOff ? night.over(shown.evening) : night
    }

    private var best: Int? {
        methods.firstIndex { $0.isAllowed() && $0.backend.refusal == nil }
    }

    private func apply(over span: Microseconds) {
        current = best
        // The new method first, so that the screens stay red.
        if let current { methods[current].backend.show(transform(at: current), over: span) }
        isTrying = current.map { methods[$0].backend.isUndecided } ?? false
        // The previous method stays until the new one works.
        if !isTrying {
            for index in methods.indices where index != current {
                methods[index].backend.show(transform(at: index))
            }
        }
        report()
    }

    /// Logs the method once it has changed the screens.
    private func report() {
        if shown.progress == 0 { reported = nil }
        guard shown.progress > 0, let current, current != reported,
            let method = methods[current].backend.outputs.map(\.method).first(where: {
                $0 != .nothing
            })
        else { return }
        reported = current
        let reasons = refusals(before: current)
        log.notice(
            "\(desktop) is \(method == .nightLight ? "orange" : "red") by \(methods[current].name)"
                + (reasons.isEmpty ? "" : "; \(reasons)"))
    }

    private func receive(_ event: ScreenEvent) {
        // The first loss ends the filter, before the other methods have noticed theirs.
        if event == .gone { for method in methods { method.backend.abandon() } }
        if event == .changed, best != current || isTrying { apply(over: .zero) }
        report()
        handler(event)
    }
}
