import Glibc

/// The two ends of a pipe, closed with the object unless closed before.
final class Pipe {
    private(set) var reader: Int32
    private(set) var writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        (reader, writer) = (ends[0], ends[1])
    }

    deinit {
        closeReader()
        closeWriter()
    }

    func write(_ text: StaticString) {
        precondition(Glibc.write(writer, text.utf8Start, text.utf8CodeUnitCount) > 0)
    }

    func drain() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        _ = read(reader, &bytes, bytes.count)
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
