import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct DirectoryTests {
    let directory = TemporaryDirectory()

    @Test func `all missing directories are created`() throws {
        let path = directory.file("a/b/c")
        try Directory.create(path)
        #expect(permissions(of: path) == 0o700)
        #expect(permissions(of: directory.file("a")) == 0o700)
    }

    @Test func `a trailing slash is accepted`() throws {
        try Directory.create(directory.file("a/b/"))
        #expect(exists(directory.file("a/b")))
    }

    @Test func `an existing directory is not changed`() throws {
        mkdir(directory.file("a"), 0o500)
        try Directory.create(directory.file("a"))
        #expect(permissions(of: directory.file("a")) == 0o500)
    }

    @Test func `a file at the path is named`() {
        directory.write("", to: "a")
        let path = directory.file("a")
        #expect(throws: IOError.system(call: "mkdir", subject: path, errno: .notADirectory)) {
            try Directory.create(path)
        }
        #expect(throws: IOError.self) { try Directory.create(path + "/b") }
    }

    @Test func `an empty path is an error`() {
        #expect(throws: IOError.self) { try Directory.create("") }
    }

    @Test func `names are listed in order`() throws {
        for name in ["b", "a", "é", ".c"] { directory.write("", to: name) }
        #expect(try Directory.names(in: directory.path) == [".c", "a", "b", "é"])
    }

    @Test func `a missing directory is reported when it is listed`() {
        let path = directory.file("missing")
        #expect(throws: IOError.system(call: "opendir", subject: path, errno: .noSuchFile)) {
            try Directory.names(in: path)
        }
    }
}
