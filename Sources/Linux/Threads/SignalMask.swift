import CLinux
import Glibc

/// The signals that a thread leaves to others.
struct SignalMask {
    private var signals = sigset_t()

    /// Those that report a fault of the thread itself, which it cannot leave to another.
    private static let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT]

    /// Blocks all but the faults in the calling thread; returns what was blocked before.
    static func blockAll() -> SignalMask {
        var all = sigset_t()
        sigfillset(&all)
        for signal in faults { sigdelset(&all, signal) }
        var before = SignalMask()
        pthread_sigmask(SIG_SETMASK, &all, &before.signals)
        return before
    }

    /// Blocks some more in the calling thread, and in those that it will start.
    static func block(_ signals: [Signal]) {
        var more = sigset_t()
        sigemptyset(&more)
        for signal in signals { sigaddset(&more, signal.rawValue) }
        pthread_sigmask(SIG_BLOCK, &more, nil)
    }

    func restore() {
        var signals = signals
        pthread_sigmask(SIG_SETMASK, &signals, nil)
    }
}
