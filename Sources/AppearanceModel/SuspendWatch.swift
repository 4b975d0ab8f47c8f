/// Detects a suspend by the clocks: in suspend the boot clock advances and the monotonic one does
/// not.
package struct SuspendWatch {
    /// The shortest span that counts as a suspend.
    private static let shortest = Microseconds.seconds(1)

    private var passed: Microseconds

    /// Starts with the total time in suspend until now.
    package init(suspended total: Microseconds) { passed = total }

    /// Returns the time in suspend since the last call, from the total; `nil` for none.
    package mutating func update(total: Microseconds) -> Microseconds? {
        let span = total - passed
        passed = max(passed, total)
        return span >= Self.shortest ? span : nil
    }
}
