package import AppearanceModel

/// Notices a suspend by the clocks: while the machine is suspended the boot clock runs on and the
/// monotonic one stands still.
package struct SuspendWatch {
    /// Less than this is no suspend worth the name.
    private static let shortest = Microseconds.seconds(1)

    private var known: Microseconds

    /// Begins with the time for which the machine has been suspended until now.
    package init(suspended total: Microseconds) { known = total }

    /// Takes the time for which it has been suspended in all; answers how long it was since the last
    /// look, and nil where it was not.
    package mutating func look(at total: Microseconds) -> Microseconds? {
        let span = total - known
        known = max(known, total)
        return span >= Self.shortest ? span : nil
    }
}
