import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct SysfsAttributeTests {
    let directory = TemporaryDirectory()

    @Test func `every read starts at the beginning`() throws {
        directory.write("12\n", to: "raw")
        #expect(Descriptor.readAttribute(directory.file("raw")) == .success(Array("12\n".utf8)))
        directory.write("7\n", to: "raw")
        #expect(Descriptor.readAttribute(directory.file("raw")) == .success(Array("7\n".utf8)))
    }

    @Test func `an attribute is computed again at every read`() throws {
        let path = "/proc/sys/kernel/random/uuid"
        let first = try #require(Descriptor.readAttribute(path).value)
        #expect(first.count == 37)
        #expect(try #require(Descriptor.readAttribute(path).value) != first)
    }

    @Test func `a read returns at most a page`() throws {
        directory.write(String(repeating: "x", count: 5_000), to: "raw")
        #expect(try #require(Descriptor.readAttribute(directory.file("raw")).value).count == 4_096)
    }

    @Test func `opening for one read returns the current value`() {
        #expect(Descriptor.readAttribute(directory.file("raw")) == .failure(.noSuchFile))
        directory.write("3\n", to: "raw")
        #expect(Descriptor.readAttribute(directory.file("raw")) == .success(Array("3\n".utf8)))
    }

    @Test func `a failed read returns its reason`() {
        #expect(Descriptor.readAttribute(directory.path) == .failure(Errno(rawValue: EISDIR)))
    }
}
