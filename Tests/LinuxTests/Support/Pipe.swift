import Glibc

// Tests run side by side, and some start processes. A child has a copy of every descriptor until
// it is executed, so all are marked to be closed then, and a hang-up is waited for.

/// The two ends of a pipe, closed with the object unless closed before.
final class Pipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() {
        let directory = TemporaryDirectory()
        let path = directory.file("pipe")
        precondition(mkfifo(path, 0o600) == 0)
        reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        writer = open(path, O_WRONLY | O_CLOEXEC)
        precondition(reader >= 0 && writer >= 0)
    }

    deinit {
        closeReader()
        closeWriter()
    }

    func write(_ text: StaticString) {
        precondition(Glibc.write(writer, text.utf8Start, text.utf8CodeUnitCount) > 0)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        _ = read(reader, &bytes, bytes.count)
    }

    /// Everything that has been written and not read.
    func readAll() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(reader, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }

    func closeReader() {
        if reader >= 0 { close(reader) }
        reader = -1
    }

    func closeWriter() {
        if writer >= 0 { close(writer) }
        writer = -1
    }
}

/// A second descriptor of the same file.
func duplicate(_ descriptor: Int32) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    precondition(copy >= 0)
    return copy
}

/// Whether the other end hangs up within the time, in milliseconds.
func hangsUp(_ descriptor: Int32, within timeout: Int32 = 30_000) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, timeout) == 1 && request.revents & Int16(POLLHUP) != 0
}
