/// Why the screens cannot be turned red.
package enum DisplayFailure: Error, Hashable {
    /// The environment names no display.
    case noDisplay
    /// Nobody answers there, or not to us.
    case unreachable(String)
    /// The display server lets no program change its colours.
    case withoutGamma(String)
}

extension DisplayFailure: CustomStringConvertible {
    /// What is wrong and what to do, for a person.
    package var description: String {
        switch self {
        case .noDisplay:
            "there is no display to filter: DISPLAY is not set; start this program from the "
                + "graphical session"
        case .unreachable(let display):
            "the display \(display) does not let us in; is it running, and does XAUTHORITY lead "
                + "to its key?"
        case .withoutGamma(let display):
            "the display \(display) lets no program change its colours (RandR 1.3 is missing)"
        }
    }
}
