package import EventLoop
package import Linux
package import ScreenFilter

/// The screens of one display server, or whatever can turn them red.
package protocol ScreenBackend: AnyObject {
    /// How far the screens are on their way to night as they are found, 0 to 1: more than 0 where a
    /// filter that was killed has left them so.
    var progressFound: Double { get }

    /// Shows the screens so; without any progress they are given back what they were found with.
    func show(_ transform: NightTransform)

    /// What was shown last stays for a while: time to look whether it is shown.
    func settle()

    /// Listens to the server from now on, which the loop alone calls `told` for.
    func follow(on loop: EventLoop, _ told: @escaping (ScreensNews) -> Void) throws(IOError)

    /// Gives the screens back, whoever has taken them: a screen without green and blue gets plain
    /// colours even where nobody has kept what it showed before.
    func reset()

    /// Each output, and what can be done with it.
    var outputs: [OutputReport] { get }

    /// Whether they go from one picture to another by themselves, so that a fade is one step.
    var fadesByItself: Bool { get }

    /// Calls `then` when what was shown last is shown and kept, so that this program may end; at once
    /// where the server takes care of it, and after so long in any case.
    func whenGivenBack(within patience: Duration, _ then: @escaping () -> Void)
}

extension ScreenBackend {
    package var fadesByItself: Bool { false }

    package func whenGivenBack(within patience: Duration, _ then: @escaping () -> Void) { then() }
}

/// What became of screens.
package enum ScreensNews: Hashable, Sendable {
    case nothing
    /// There are others, and they are shown as the rest.
    case changed
    /// Their server is gone.
    case gone
}

/// What can be done with one output.
package struct OutputReport: Hashable, Sendable {
    package let name: String
    package let method: NightMethod
    /// The program that has its colours; nil where none is known.
    package let holder: String?
    /// What is lost, for a person; nil for nothing.
    package let loss: String?

    /// What the method loses, unless something else is to be said of it.
    package init(name: String, method: NightMethod, holder: String? = nil, loss: String? = nil) {
        self.name = name
        self.method = method
        self.holder = holder
        self.loss = loss ?? holder.map { "\($0) has its colours" } ?? method.loss
    }
}

/// The ways of turning a screen red; the raw value is the word in the status.
package enum NightMethod: String, CaseIterable, Sendable {
    /// Every pixel's luminance in red, by the display hardware's colour matrix.
    case luminance
    /// The red channel alone, by gamma ramps.
    case redChannel = "red channel"
    /// The desktop's own night light at its warmest.
    case nightLight = "night light"
    /// None: the output stays as it is.
    case nothing = "none"

    /// What it loses, for a person; nil for nothing.
    package var loss: String? {
        switch self {
        case .luminance: nil
        case .redChannel: "what is pure green or blue turns black"
        case .nightLight:
            "the desktop allows no more than 1000 K: white becomes a reddish orange, as 2 % of the "
                + "light of green is left; what is pure green turns next to black, and blue black"
        case .nothing: "another program has its colours, or they cannot be changed"
        }
    }
}

/// Why the screens cannot be turned red.
package enum DisplayError: Error, Hashable {
    /// The environment names no display.
    case noDisplay
    /// Nobody answers there, or not to us.
    case unreachable(String)
    /// No compositor answers there.
    case withoutCompositor(String)
    /// The compositor has no protocol by which a program could change its colours.
    case withoutGammaControl(String)
    /// The display server lets no program change its colours.
    case withoutGamma(String)
}

extension DisplayError: CustomStringConvertible {
    /// What is wrong and what to do, for a person.
    package var description: String {
        switch self {
        case .noDisplay:
            "there is no display to filter: neither WAYLAND_DISPLAY nor DISPLAY is set; start this "
                + "program from the graphical session"
        case .unreachable(let display):
            "the display \(display) does not let us in; is it running, and does XAUTHORITY lead "
                + "to its key?"
        case .withoutCompositor(let display):
            "no compositor answers at \(display); is it running, and is that what its "
                + "WAYLAND_DISPLAY says?"
        case .withoutGammaControl(let display):
            "the compositor at \(display) has no zwlr_gamma_control_manager_v1, unlike sway, river, "
                + "niri, labwc, Wayfire and Hyprland, and XDG_CURRENT_DESKTOP names neither GNOME nor KDE, which have a night light instead"
        case .withoutGamma(let display):
            "the display \(display) lets no program change its colours (RandR 1.3 is missing)"
        }
    }
}
