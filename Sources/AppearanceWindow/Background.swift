import Linux

/// Work that may take seconds, on a thread of its own.
enum Background {
    /// Does some work, and then calls the main thread with its result; with `nil` if no thread can be started.
    static func run<Value: Sendable>(
        _ name: String, _ work: @escaping @Sendable () -> Value,
        then finish: @escaping @MainActor @Sendable (Value?) -> Void
    ) {
        let thread = try? BackgroundThread.start(name: name, stackBytes: 8 << 20) {
            let value = work()
            Signal.callOnMainThread { finish(value) }
        }
        if thread == nil { Signal.callOnMainThread { finish(nil) } }
    }
}
