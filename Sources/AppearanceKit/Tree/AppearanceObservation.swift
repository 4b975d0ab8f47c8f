/// The time during which changes are told: until it is cancelled, or let go of.
///
/// It keeps what it observes, so whoever holds it need not.
public final class AppearanceObservation {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) { self.end = end }

    deinit { cancel() }

    /// Ends it; again is nothing.
    public func cancel() {
        end?()
        end = nil
    }
}
