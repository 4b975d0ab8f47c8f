internal import Glibc

/// Runs `body` on a thread of its own, which takes none of the process's signals.
///
/// - Returns: whether there is such a thread now.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    var everySignal = sigset_t()
    var before = sigset_t()
    sigfillset(&everySignal)
    // A thread inherits the mask: blocked before it exists, not a signal slips in.
    pthread_sigmask(SIG_SETMASK, &everySignal, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let box = Unmanaged.passRetained(Body(run: body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        return false
    }
    pthread_detach(thread)
    return true
}

private final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
}
