internal import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
internal import DesktopControl
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The timeout of a reply of a display server.
let displayTimeout = Duration.seconds(5)
/// The number of outputs or CRTCs of a display that are used; no machine has as many.
let mostOutputs = 256

/// The outputs of a display server, by a method that can turn them red.
protocol ScreenBackend: AnyObject {
    /// The initial progress of the screens towards night, above 0 after a killed filter.
    var initialProgress: Double { get }

    /// Applies a transformation; without progress it restores the original. A server with its own fade
    /// takes this long.
    func show(_ transform: NightTransform, over span: Microseconds)

    /// Checks after a change that the screens show it.
    func verify()

    /// Calls `handler` on the loop for events of the server.
    func follow(on loop: EventLoop, _ handler: @escaping (ScreenEvent) -> Void) throws(IOError)

    /// Restores the screens; one without green and blue and without a saved original gets normal
    /// colours.
    func reset()

    /// The reason, with the remedy, why an original is not restored by `reset`; `nil` if there is none.
    var unrestored: String? { get }

    /// The status of each output.
    var outputs: [OutputReport] { get }

    /// The reason, for a person, why the colours of the evening are not shown; `nil` if they are.
    var eveningLoss: String? { get }

    /// Whether the server fades by itself, so that a fade is one step.
    var hasOwnFade: Bool { get }

    /// Whether its own fade takes the time that `show` receives.
    var keepsFadeTime: Bool { get }

    /// The reason, for a person, why the method cannot be used in this night; `nil` if it can, or if
    /// that is not known yet.
    var refusal: String? { get }

    /// Whether a transformation waits until it is known that the method can be used.
    var isUndecided: Bool { get }

    /// Forgets the refusal, at the start of a night.
    func reconsider()

    /// The settings of the desktop that it changes.
    var nightLights: [NightLight] { get }

    /// Calls `then` when the last change is complete, so that the program may exit, or when one of
    /// its steps takes longer than the timeout.
    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void)

    /// Takes no further step, since the session has ended; the next filter restores what is left.
    func abandon()
}

extension ScreenBackend {
    var initialProgress: Double { 0 }
    var hasOwnFade: Bool { false }
    var keepsFadeTime: Bool { false }
    var refusal: String? { nil }
    var isUndecided: Bool { false }
    var nightLights: [NightLight] { [] }

    var eveningLoss: String? {
        let outputs = outputs
        return outputs.contains(where: \.turnsRed) ? nil : outputs.first?.loss
    }

    func reconsider() {}
    func verify() {}
    func reset() {}
    func abandon() {}
    var unrestored: String? { nil }

    /// Applies a transformation at once.
    func show(_ transform: NightTransform) { show(transform, over: .zero) }

    func whenRestored(within timeout: Duration, _ then: @escaping () -> Void) { then() }
}

/// An event of a display server.
enum ScreenEvent: Hashable, Sendable {
    /// Outputs were added or removed, and have the transformation.
    case changed
    /// The server has closed the connection, and none has its name any more.
    case missing
    /// The server has closed the connection.
    case gone
}

// The reasons why the screens cannot be turned red, with their remedies.
extension DesktopError {
    /// The environment names no display.
    static let noDisplay = DesktopError(
        "no display: neither WAYLAND_DISPLAY nor DISPLAY is set; start this "
            + "program from the graphical session")

    /// There is no X server, or it refuses the connection.
    static func unreachable(_ display: String) -> DesktopError {
        DesktopError(
            "cannot connect to the display \(display); check that it is running and that XAUTHORITY "
                + "names its key")
    }

    /// The X server accepts the connection, but hangs.
    static func unansweredServer(_ display: String) -> DesktopError {
        DesktopError(
            "the X server at \(display) does not answer; wait, or end it from a text console: its "
                + "colours end with it", isTemporary: true)
    }

    /// No compositor answers.
    static func withoutCompositor(_ display: String) -> DesktopError {
        DesktopError(
            "no compositor answers at \(display); check that it is running and that its "
                + "WAYLAND_DISPLAY is the same")
    }

    /// The compositor accepts the connection, but hangs.
    static func unanswered(_ display: String) -> DesktopError {
        DesktopError(
            "the compositor at \(display) does not answer; wait, or end it from a text console: it "
                + "restores its colours when it continues or exits", isTemporary: true)
    }

    /// The compositor has no protocol by which a program could change its colours, and there is no
    /// desktop whose settings could.
    static func withoutGammaControl(_ display: String) -> DesktopError {
        DesktopError(
            "the compositor at \(display) has no zwlr_gamma_control_manager_v1, unlike sway, river, "
                + "niri, labwc, Wayfire and Hyprland, and "
                + "XDG_CURRENT_DESKTOP names neither GNOME nor KDE, which have a night light instead"
        )
    }

    /// The X server lets no program change its colours.
    static func withoutGamma(_ display: String) -> DesktopError {
        DesktopError(
            "the display \(display) lets no program change its colours (RandR 1.3 is missing)")
    }
}
