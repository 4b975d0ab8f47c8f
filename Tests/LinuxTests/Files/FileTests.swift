import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded, .withExitTests) struct FileTests {
    let directory = TemporaryDirectory()

    @Test(arguments: ["", "x", String(repeating: "long", count: 10_000)])
    func `a read returns the whole content`(content: String) throws {
        directory.write(content, to: "file")
        #expect(try File.read(directory.file("file"), limit: 1 << 20) == Array(content.utf8))
    }

    @Test func `a file of exactly the limit is read`() throws {
        directory.write("12345", to: "file")
        let path = directory.file("file")
        #expect(try File.read(path, limit: 5).count == 5)
        #expect(throws: IOError.tooLarge(path: path, limitBytes: 4)) {
            try File.read(path, limit: 4)
        }
    }

    @Test func `a file with the size 0 is read to its end`() throws {
        #expect(try !File.read("/proc/self/status", limit: 1 << 20).isEmpty)
    }

    @Test func `a link to a missing file is resolved, and a loop is not`() throws {
        symlink("second", directory.file("first"))
        symlink(directory.file("missing"), directory.file("second"))
        symlink("loop", directory.file("loop"))
        #expect(File.resolved(directory.file("first")) == directory.file("missing"))
        #expect(File.resolved(directory.file("loop")) == directory.file("loop"))
    }

    @Test func `a link to a file is followed`() throws {
        directory.write("x", to: "file")
        symlink("file", directory.file("link"))
        #expect(try File.read(directory.file("link"), limit: 10) == [UInt8(ascii: "x")])
    }

    @Test func `a missing file is reported`() {
        let path = directory.file("file")
        let failure = #expect(throws: IOError.self) { try File.read(path, limit: 10) }
        #expect(failure?.description == "open \(path): No such file or directory")
        #expect(failure?.errno == .noSuchFile)
    }

    @Test func `a directory is refused`() {
        #expect(throws: IOError.notRegularFile(path: directory.path)) {
            try File.read(directory.path, limit: 10)
        }
    }

    @Test func `a FIFO is refused without waiting for its writer`() {
        let path = directory.file("fifo")
        mkfifo(path, 0o600)
        #expect(throws: IOError.notRegularFile(path: path)) { try File.read(path, limit: 10) }
    }

    @Test func `an endless device is refused`() {
        #expect(throws: IOError.notRegularFile(path: "/dev/zero")) {
            try File.read("/dev/zero", limit: 10)
        }
    }

    @Test func `the modification time of a file is returned`() {
        directory.write("x", to: "file")
        var times = [
            timespec(tv_sec: 5, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 9_000),
        ]
        utimensat(AT_FDCWD, directory.file("file"), &times, 0)
        #expect(File.modificationTime(of: directory.file("file")) == 1_700_000_000_000_009)
        #expect(File.modificationTime(of: directory.file("missing")) == nil)
    }

    /// Only some file systems keep such a time.
    @Test(arguments: [9_223_372_036_855, Int.max, Int.min])
    func `a modification time beyond all years is limited`(seconds: Int) async {
        await #expect(processExitsWith: .success) { [seconds] in
            let name = "lio-\(getpid())"
            let file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
            try #require(file >= 0)
            defer { shm_unlink(name) }
            let time = timespec(tv_sec: seconds, tv_nsec: 0)
            try #require(futimens(file, [time, time]) == 0)
            let limit: Int64 = 9_000_000_000_000_000_000
            #expect(
                File.modificationTime(of: "/dev/shm/" + name) == Int64(seconds.signum()) * limit)
        }
    }
}
