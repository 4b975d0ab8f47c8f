import Glibc
import LinuxIO
import Testing

struct DescriptorTests {
    @Test func isClosedWithItsOwner() {
        let pipe = Pipe()
        do {
            let descriptor = Descriptor(owning: dup(pipe.writer))
            pipe.closeWriter()
            #expect(!hasHangup(pipe.reader))
            #expect(descriptor.rawValue >= 0)
        }
        #expect(hasHangup(pipe.reader))
    }

    private func hasHangup(_ reader: Int32) -> Bool {
        var request = pollfd(fd: reader, events: 0, revents: 0)
        return poll(&request, 1, 0) == 1 && request.revents & Int16(POLLHUP) != 0
    }
}
