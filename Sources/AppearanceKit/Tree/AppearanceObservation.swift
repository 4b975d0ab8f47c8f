/// The time during which changes are told: until it is cancelled, or let go of.
public final class AppearanceObservation {
    private var end: (() -> Void)?

    init<Value>(_ number: Int, of observers: Observers<Value>) {
        end = { [weak observers] in observers?.remove(number) }
    }

    deinit { cancel() }

    /// Ends it; again is nothing.
    public func cancel() {
        end?()
        end = nil
    }
}
