import Glibc
import LinuxIO
import Testing

struct AtomicFileTests {
    let directory = TemporaryDirectory()
    let path: String

    init() { path = directory.file("state.json") }

    @Test(arguments: [[], Array("new".utf8), Array(repeating: 7, count: 1 << 20)] as [[UInt8]])
    func whatIsWrittenIsRead(content: [UInt8]) throws {
        try AtomicFile.write(content, to: path)
        #expect(try File.read(path, limit: 1 << 20) == content)
        #expect(directory.names == ["state.json"])
    }

    @Test func aNewFileIsItsOwnersAlone() throws {
        try AtomicFile.write([1], to: path)
        #expect(permissions(of: path) == 0o600)
    }

    @Test func theOldFileIsReplacedRatherThanChanged() throws {
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

    @Test func whatACrashLeftBehindIsReplaced() throws {
        directory.write("torn", to: "state.json.new")
        try AtomicFile.write([1], to: path)
        #expect(directory.names == ["state.json"])
    }

    @Test func aPlantedLinkIsNotFollowed() throws {
        directory.write("precious", to: "other")
        symlink("other", directory.file("state.json.new"))
        try AtomicFile.write([1], to: path)
        #expect(try File.read(directory.file("other"), limit: 10) == Array("precious".utf8))
    }

    @Test func anEmptyDirectoryInTheWayMakesRoom() throws {
        mkdir(path, 0o700)
        try AtomicFile.write([1], to: path)
        #expect(try File.read(path, limit: 10) == [1])
    }

    @Test func aFailedReplacementLeavesNothingBehind() throws {
        mkdir(path, 0o700)
        directory.write("", to: "state.json/occupant")
        #expect(throws: IOFailure.self) { try AtomicFile.write([1], to: path) }
        #expect(directory.names == ["state.json"])
    }

    @Test func aMissingDirectoryIsNamed() {
        let path = directory.file("missing/state.json")
        #expect(
            throws: IOFailure.system(call: "open", subject: path + ".new", errno: .noSuchFile)
        ) {
            try AtomicFile.write([1], to: path)
        }
    }

    // A limit on the size of files is a full disk that needs no mount and no root.
    @Test func onAFullDiskTheOldFileStays() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let path = directory.file("state.json")
            try AtomicFile.write(Array("old".utf8), to: path)
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4_096, rlim_max: 4_096)
            setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #expect(
                throws: IOFailure.system(
                    call: "write", subject: path + ".new", errno: Errno(rawValue: EFBIG))
            ) {
                try AtomicFile.write(Array(repeating: 7, count: 100_000), to: path)
            }
            #expect(try File.read(path, limit: 10) == Array("old".utf8))
            #expect(directory.names == ["state.json"])
        }
    }
}
