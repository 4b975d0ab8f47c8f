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
