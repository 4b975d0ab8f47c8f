import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded, .withExitTests) struct AtomicFileTests {
    let directory = TemporaryDirectory()
    let path: String

    init() { path = directory.file("state.json") }

    @Test(arguments: [[], Array("new".utf8), Array(repeating: 7, count: 1 << 20)] as [[UInt8]])
    func `a written file is read back unchanged`(content: [UInt8]) throws {
        try AtomicFile.write(content, to: path)
        #expect(try File.read(path, limit: 1 << 20) == content)
        #expect(directory.names == ["state.json"])
    }

    @Test func `a file may have the longest name`() throws {
        let name = String(repeating: "ü", count: 127) + "x"
        try AtomicFile.write([1], to: directory.file(name))
        #expect(directory.names == [name])
    }

    @Test func `a new file is private to its owner`() throws {
        try AtomicFile.write([1], to: path)
        #expect(permissions(of: path) == 0o600)
    }

    @Test(.requires(.root)) func `a replaced file keeps its mode and its owner`() throws {
        directory.write("old", to: "state.json")
        #expect(chown(path, 54321, 54322) == 0 && chmod(path, 0o640) == 0)
        try AtomicFile.write([1], to: path, permissions: .kept)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_uid == 54321 && status.st_gid == 54322)
        #expect(permissions(of: path) == 0o640)
    }

    @Test func `the old file is replaced rather than changed`() throws {
        directory.write("old", to: "state.json")
        let old = try File.read(path, limit: 10)
        let reader = open(path, O_RDONLY)
        defer { close(reader) }
        try AtomicFile.write(Array("new".utf8), to: path)
        var seen = [UInt8](repeating: 0, count: 3)
        #expect(read(reader, &seen, 3) == 3)
        #expect(seen == old)
        #expect(try File.read(path, limit: 10) == Array("new".utf8))
    }

    @Test func `a temporary file of a crashed writer is removed`() throws {
        directory.write("torn", to: ".state.json.appearanced-1abc")
        directory.write("another's", to: ".state.json5.appearanced-1abc")
        try AtomicFile.write([1], to: path)
        #expect(directory.names == [".state.json5.appearanced-1abc", "state.json"])
    }

    /// A user keeps copies beside the files that are written here, such as Qt's settings.
    @Test func `a copy of the user's is not removed`() throws {
        let copies = ["bak", "new", "new-1", "new-theme", "news"].map { "state.json." + $0 }
        for name in copies { directory.write("mine", to: name) }
        try AtomicFile.write([1], to: path)
        #expect(directory.names == ["state.json"] + copies)
    }

    /// Another process that is about to replace the same file.
    @Test func `a temporary file in use is not removed`() throws {
        directory.write("half", to: ".state.json.appearanced-1abc")
        let other = open(directory.file(".state.json.appearanced-1abc"), O_WRONLY)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        try AtomicFile.write([1], to: path)
        #expect(directory.names == [".state.json.appearanced-1abc", "state.json"])
    }

    @Test func `concurrent writers of one path all succeed`() async throws {
        let path = path
        try await withThrowingTaskGroup { group in
            for writer in UInt8(0)..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        try AtomicFile.write(Array(repeating: writer, count: 4096), to: path)
                    }
                }
            }
            try await group.waitForAll()
        }
        let content = try File.read(path, limit: 4096)
        #expect(content.count == 4096 && Set(content).count == 1)
        #expect(directory.names == ["state.json"])
    }

    @Test func `a planted link is not followed`() throws {
        directory.write("precious", to: "other")
        symlink("other", directory.file(".state.json.appearanced-1abc"))
        try AtomicFile.write([1], to: path)
        #expect(try File.read(directory.file("other"), limit: 10) == Array("precious".utf8))
    }

    @Test func `an empty directory at the path is replaced`() throws {
        mkdir(path, 0o700)
        try AtomicFile.write([1], to: path)
        #expect(try File.read(path, limit: 10) == [1])
    }

    @Test func `a failed replacement leaves nothing behind`() throws {
        mkdir(path, 0o700)
        directory.write("", to: "state.json/occupant")
        #expect(throws: IOError.self) { try AtomicFile.write([1], to: path) }
        #expect(directory.names == ["state.json"])
    }

    @Test func `a missing directory is named`() {
        let path = directory.file("missing/state.json")
        let failure = #expect(throws: IOError.self) { try AtomicFile.write([1], to: path) }
        #expect(failure?.errno == .noSuchFile)
        #expect(failure?.description == "open \(path): No such file or directory")
    }

    // A limit on the size of files is a full disk that needs no mount and no root. Each attempt fails with the
    // same sentence, so that it can be logged once.
    @Test func `a full disk keeps the old file`() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let path = directory.file("state.json")
            try AtomicFile.write(Array("old".utf8), to: path)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            let failure = #expect(throws: IOError.self) {
                try AtomicFile.write(Array(repeating: 7, count: 100_000), to: path)
            }
            #expect(failure?.errno == Errno(rawValue: EFBIG))
            #expect(failure?.description == "write \(path): File too large")
            #expect(try File.read(path, limit: 10) == Array("old".utf8))
            #expect(directory.names == ["state.json"])
        }
    }
}
