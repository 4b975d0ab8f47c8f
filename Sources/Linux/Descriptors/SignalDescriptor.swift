import CLinux
import Glibc

/// Signals that are read from a descriptor, for a program whose work none may interrupt.
package struct SignalDescriptor: ~Copyable {
    private let descriptor: Descriptor

    /// Blocks signals until the process exits; each makes the descriptor readable.
    package init(for signals: Signal...) throws(IOError) {
        SignalMask.block(signals)
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.rawValue) }
        descriptor = try Descriptor(
            owning: SystemCall.run("signalfd") {
                signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
            })
    }

    /// The descriptor to watch for input.
    package var rawValue: Int32 { descriptor.rawValue }
}
