import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct SysfsAttributeTests {
    let directory = TemporaryDirectory()

    @Test func `every read starts at the beginning`() throws {
        directory.write("12\n", to: "raw")
        let attribute = try SysfsAttribute(path: directory.file("raw"))
        #expect(attribute.read() == .success(Array("12\n".utf8)))
        directory.write("7\n", to: "raw")
        #expect(attribute.read() == .success(Array("7\n".utf8)))
    }

    @Test func `an open attribute is computed again at every read`() throws {
        let attribute = try SysfsAttribute(path: "/proc/sys/kernel/random/uuid")
        let first = try #require(attribute.read().value)
        #expect(first.count == 37)
        #expect(try #require(attribute.read().value) != first)
    }

    @Test func `a read returns at most a page`() throws {
        directory.write(String(repeating: "x", count: 5_000), to: "raw")
        #expect(SysfsAttribute.read(directory.file("raw")).value?.count == 4_096)
    }

    @Test func `opening for one read returns the current value`() {
        #expect(SysfsAttribute.read(directory.file("raw")) == .failure(.noSuchFile))
        directory.write("3\n", to: "raw")
        #expect(SysfsAttribute.read(directory.file("raw")) == .success(Array("3\n".utf8)))
    }

    @Test func `a failed read returns its reason`() throws {
        let attribute = try SysfsAttribute(path: directory.path)
        #expect(attribute.read() == .failure(Errno(rawValue: EISDIR)))
    }
}
