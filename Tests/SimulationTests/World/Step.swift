import AppearanceEngine
import AppearanceModel

/// One thing that happens in a simulated day.
enum Step: Equatable {
    case pass(Microseconds)
    case suspend(Microseconds, SuspendReport)
    case setClock(to: WallTime)
    case stepClock(by: Microseconds)
    case lightens(Room.Course)
    case alarmsAreLate(by: Microseconds)
    case plug(String)
    case unplug
    case sensorTurns(World.Mood)
    /// The sensor appears and disappears a number of times, and has no reading.
    case sensorComesAndGoes(up: Microseconds, down: Microseconds, times: Int)
    /// A program turns the appearance again and again.
    case toggles(Int, every: Microseconds)
    /// A request of a person, a program or a file.
    case ask(Event)
    case restart(Restart)
    /// Wait without events until the announced next change.
    case foresee

    /// The ways in which a suspend is reported.
    enum SuspendReport: CaseIterable {
        /// Both its beginning and its end are announced.
        case both
        /// Only that it begins; its end is lost.
        case beginning
        /// The clocks show it, and its end is announced after that.
        case end
        /// The clocks alone show it.
        case clocks
        /// Neither announces it, and the clocks do not show it.
        case none
    }

    /// How a service ends, and how long until the next one starts.
    struct Restart: Equatable {
        var isKilled: Bool
        var after: Microseconds
    }
}
