import CLinux
import Glibc

/// A signal that this program has to do with.
package enum Signal: Sendable {
    /// Sent to a process to make it reload its configuration.
    case hangup
    /// Sent by Ctrl-C.
    case interrupt
    /// Sent to what is to end.
    case terminate
    /// Raised by writing to what nobody reads.
    case brokenPipe
    /// Raised by writing beyond the allowed size of a file.
    case fileSizeExceeded

    /// The number in the kernel.
    package var rawValue: Int32 {
        switch self {
        case .hangup: SIGHUP
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .brokenPipe: SIGPIPE
        case .fileSizeExceeded: SIGXFSZ
        }
    }
}

/// The process that this is.
package enum CurrentProcess {
    /// The user that it runs as.
    package static var userID: UInt32 { geteuid() }

    /// Lets signals come and go without ending the process; what raised them fails instead.
    package static func ignore(_ signals: Signal...) {
        for signal in signals { Glibc.signal(signal.rawValue, SIG_IGN) }
    }

    /// Lets signals wait, from here to the end, until a source of a loop takes them.
    package static func hold(_ signals: Signal...) {
        SignalMask.block(signals)
    }

    /// The objects in use until the process ends.
    nonisolated(unsafe) private static var kept: [AnyObject] = []

    /// Keeps a part of the program until the process ends, beyond the function that made it.
    ///
    /// A leak checker then reports only what nothing in use refers to. Call it on the main thread.
    package static func keep(_ part: AnyObject) { kept.append(part) }

    /// Ends the process.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// A variable of the environment; nil when it is not set.
    package static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

extension CurrentProcess {
    /// Gives back the pages of the program and of its libraries that only its start needed.
    ///
    /// They are clean copies of files, so the kernel maps them again if they are needed after all;
    /// what is needed stays, and what is not no longer counts as memory in use.
    package static func releaseStartPages() {
        _ = dl_iterate_phdr(
            { image, _, _ in
                guard let image else { return 0 }
                CurrentProcess.releasePages(
                    of: UnsafeRawPointer(image).load(as: loaded_image.self))
                return 0
            }, nil)
    }

    private static func releasePages(of image: loaded_image) {
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        for segment in UnsafeBufferPointer(
            start: image.segments, count: Int(image.segment_count))
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
            let start = UInt(image.base + segment.p_vaddr)
            let first = start / page * page
            madvise(
                UnsafeMutableRawPointer(bitPattern: first),
                Int(start + UInt(segment.p_memsz) - first), MADV_DONTNEED)
        }
    }
}
