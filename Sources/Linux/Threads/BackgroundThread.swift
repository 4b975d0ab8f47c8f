import CLinux
import Glibc

/// A second thread, for work that must not delay the loop.
package final class BackgroundThread {
    private let thread: pthread_t
    private var isJoined = false

    /// Starts a thread with a small stack, on which no signal is handled; it ends with its body.
    ///
    /// The kernel keeps 15 bytes of its name.
    package static func start(
        name: String, stackBytes: Int = 262_144, body: @escaping @Sendable () -> Void
    ) throws(IOError) -> BackgroundThread {
        try BackgroundThread(name: name, stackBytes: stackBytes, body: body)
    }

    private init(
        name: String, stackBytes: Int, body: @escaping @Sendable () -> Void
    ) throws(IOError) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        try SystemCall.check(
            "pthread_attr_setstacksize", -pthread_attr_setstacksize(&attributes, stackBytes), name)
        // A thread inherits the mask of its creator.
        let mask = SignalMask.blockAll()
        defer { mask.restore() }
        var thread = pthread_t()
        let start = Unmanaged.passRetained(ThreadBody(name, body))
        let result = pthread_create(&thread, &attributes, runThread, start.toOpaque())
        guard result == 0 else {
            start.release()
            throw .system(
                call: "pthread_create", subject: name, errno: Errno(rawValue: result))
        }
        self.thread = thread
    }

    /// Waits until the body has returned.
    package func join() {
        guard !isJoined else { return }
        isJoined = true
        pthread_join(thread, nil)
    }

    /// A thread that was not joined continues.
    deinit { if !isJoined { pthread_detach(thread) } }
}

private final class ThreadBody: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }

    /// Names the calling thread, which takes one system call, from another thread three, and runs the body.
    func run() {
        pthread_setname_np(pthread_self(), String(decoding: name.utf8.prefix(15), as: UTF8.self))
        body()
    }
}

private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let start else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(start).takeRetainedValue().run()
    return nil
}

/// The signals that a thread blocks, for others to handle.
struct SignalMask {
    private var signals = sigset_t()

    /// The signals of a fault of the thread itself, which no other thread can handle.
    private static let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT]

    /// Blocks all but the faults in the calling thread; returns the previous mask.
    static func blockAll() -> SignalMask {
        var all = sigset_t()
        sigfillset(&all)
        for signal in faults { sigdelset(&all, signal) }
        var before = SignalMask()
        pthread_sigmask(SIG_SETMASK, &all, &before.signals)
        return before
    }

    /// Blocks further signals in the calling thread, and in those that it starts.
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
