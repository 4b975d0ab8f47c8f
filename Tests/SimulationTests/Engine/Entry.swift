import AppearanceEngine
import AppearanceModel

/// One event of a simulated run, and what the engine made of it.
struct Entry: Equatable {
    var event: Event
    var at: Moment
    var effects: [Effect]
    var rejection: Rejection?
}
