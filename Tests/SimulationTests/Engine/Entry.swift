import AppearanceEngine
import AppearanceModel

/// One event of a simulated run, and the engine's effects.
struct Entry: Equatable {
    var event: Event
    var at: Moment
    var effects: [Effect]
    var rejection: Rejection?
}
