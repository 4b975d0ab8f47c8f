import CLinux
import Glibc

/// Another process, which stays the same one even if its number is given to a new one.
package struct OtherProcess: ~Copyable {
    private let descriptor: Descriptor
    private let number: Int32

    /// Nil when there is no such process any more.
    package init?(_ number: Int32) throws(IOError) {
        switch SystemCall.attempt({ process_open(number) }) {
        case .success(let rawValue): descriptor = Descriptor(owning: rawValue)
        case .failure(.noSuchProcess): return nil
        case .failure(let errno):
            throw .system(call: "pidfd_open", subject: "\(number)", errno: errno)
        }
        self.number = number
    }

    /// The number to watch while this object lives; readable once the process has ended.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Asks it to end, and ends it when it has not within so many milliseconds.
    package borrowing func end(within milliseconds: Int32) throws(IOError) {
        for signal in [SIGTERM, SIGKILL] {
            let outcome = SystemCall.attempt { process_signal(descriptor.rawValue, signal) }
            switch outcome {
            case .success: if try hasEnded(within: milliseconds) { return }
            case .failure(.noSuchProcess): return
            case .failure(let errno):
                throw .system(call: "pidfd_send_signal", subject: "\(number)", errno: errno)
            }
        }
    }

    /// Whether it ends within so many milliseconds.
    package borrowing func hasEnded(within milliseconds: Int32) throws(IOError) -> Bool {
        var watched = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return try SystemCall.run("poll") { poll(&watched, 1, milliseconds) } > 0
    }
}
