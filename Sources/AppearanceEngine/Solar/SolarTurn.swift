package import AppearanceModel

/// What becomes of one event of the sun in one solar day.
///
/// Where the sun does not cross the event's elevation, the turn still has an instant: the one
/// that the event moved towards as the days grew long or short. So every solar day has each
/// event exactly once, and a schedule needs no special case for the polar day and night.
package enum SolarTurn: Hashable, Sendable {
    /// The event comes.
    case comes(at: WallTime)
    /// The sun stays above: a night of no length, at its lowest point.
    case staysUp(at: WallTime)
    /// The sun stays below: a day of no length, at its highest point.
    case staysDown(at: WallTime)

    /// The instant, whether the event comes or not.
    package var at: WallTime {
        switch self {
        case .comes(let at), .staysUp(let at), .staysDown(let at): at
        }
    }
}
