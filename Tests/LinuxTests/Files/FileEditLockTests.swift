import AppearanceTestSupport
import Glibc
import Linux
import Testing

@Suite(.bounded) struct FileEditLockTests {
    private let directory = TemporaryDirectory()

    /// Returns the reason why a lock is not free.
    private func refusal(_ path: String) -> IOError? {
        do throws(IOError) {
            _ = try FileEditLock(of: path, within: .zero)
            return nil
        } catch {
            return error
        }
    }

    private func isFree(_ path: String) -> Bool { refusal(path) == nil }

    @Test(.row("C23")) func `one of two holds the lock, and nothing of it is left`() throws {
        let path = directory.file("file")
        do {
            let lock = try FileEditLock(of: path)
            #expect(!isFree(path))
            // The error names the holder.
            #expect(
                refusal(path)
                    == .locked(path: path, folder: Path.directory(of: path), by: getpid()))
            #expect(try lock.read(limit: 1) == nil)
        }
        // A process that another test starts at that moment has it until it executes its program.
        _ = try FileEditLock(of: path)
        #expect(directory.names == [])
    }

    @Test(.row("C23")) func `two names of a file have one lock`() throws {
        try Directory.create(directory.file("elsewhere"))
        let file = directory.file("elsewhere/file")
        for (name, target) in [("link", file), ("other", "link"), ("missing", "elsewhere/none")] {
            symlink(target, directory.file(name))
        }
        let lock = try FileEditLock(of: directory.file("other"))
        #expect(lock.path == file)
        for name in ["elsewhere/file", "link", "missing"] {
            #expect(!isFree(directory.file(name)), "\(name)")
        }
        // The folder of the links is another one.
        #expect(isFree(directory.file("plain")))
    }

    @Test(.row("C23")) func `a process that is killed leaves no lock`() throws {
        let path = directory.file("file")
        let holder = try AppearanceTestSupport.ChildProcess(
            "flock", [directory.path, "sh", "-c", "echo held; exec sleep 60"],
            environment: TestHome.plainEnvironment)
        try holder.waitForLine(containing: "held", on: .output)
        #expect(!isFree(path))
        holder.signalGroup(SIGKILL)
        _ = try holder.expectExit()
        let deadline = Deadline()
        while !isFree(path) { try deadline.check("the lock of a killed process") }
    }

    @Test(.row("C23")) func `a change of a program without the lock is not overwritten`() throws {
        let path = directory.file("file")
        let lock = try FileEditLock(of: path)
        #expect(try lock.replace(nil, by: [1]))
        for other in ["", "a longer one"] {
            directory.write(other, to: "file")
            #expect(try !lock.replace([1], by: [2]))
            #expect(try !lock.replace(nil, by: [2]))
            #expect(try lock.read(limit: 100) == Array(other.utf8))
        }
        #expect(try lock.replace(Array("a longer one".utf8), by: [3]))
        #expect(directory.names == ["file"])
    }
}
