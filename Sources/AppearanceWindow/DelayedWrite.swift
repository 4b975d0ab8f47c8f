import CAdw

/// A write some time after the last step of a number, and at the latest when the window closes.
@MainActor final class DelayedWrite {
    private static let delayMilliseconds: UInt32 = 400
    /// Those that are due.
    private static var due: [ObjectIdentifier: DelayedWrite] = [:]

    /// The timer; 0 for none.
    private var timer: UInt32 = 0
    private var body: (@MainActor () -> Void)?

    var isDue: Bool { timer != 0 }

    /// Calls a closure once no other call has followed for a while.
    func schedule(_ body: @escaping @MainActor () -> Void) {
        if isDue { g_source_remove(timer) }
        self.body = body
        Self.due[ObjectIdentifier(self)] = self
        timer = Signal.call(afterMilliseconds: Self.delayMilliseconds) { [weak self] in self?.run()
        }
    }

    /// Writes everything that is due, now.
    static func runAll() {
        for write in Array(due.values) {
            g_source_remove(write.timer)
            write.run()
        }
    }

    private func run() {
        (timer, Self.due[ObjectIdentifier(self)]) = (0, nil)
        let body = body
        self.body = nil
        body?()
    }
}
