import AppearanceEngine
import AppearanceModel

/// One thing that happens in a simulated day.
enum Step: Equatable {
    case pass(Microseconds)
    case suspend(Microseconds, SuspendWord)
    case setClock(to: WallTime)
    case stepClock(by: Microseconds)
    case lightens(Room.Course)
    case alarmsAreLate(by: Microseconds)
    case plug(String)
    case unplug
    case sensorTurns(World.Mood)
    /// Something that a person, a program or a file asks for.
    case ask(Event)
    case restart(Restart)
    /// Let all be as it is until the change that was foretold.
    case foresee

    /// The ways in which a suspend is reported.
    enum SuspendWord: CaseIterable {
        /// Both its beginning and its end are announced.
        case both
        /// Only that it begins; its end is lost.
        case beginning
        /// The clocks show it, and its end is announced after that.
        case end
        /// The clocks alone show it.
        case clocks
        /// Nobody.
        case none
    }

    /// How a service ends, and how long until the next one starts.
    struct Restart: Equatable {
        var isKilled: Bool
        var after: Microseconds
    }
}
