import AppearanceTestSupport
import Glibc
import Testing

/// The harness of the other suites.
@Suite(.bounded) struct ChildProcessTests {
    let environment = TestHome.plainEnvironment

    @Test func `lines are awaited in order and the others are kept`() throws {
        let process = try ChildProcess(
            "sh", ["-c", "echo one; echo two; echo sad >&2; printf three"],
            environment: environment)
        #expect(try process.waitForLine(containing: "two") == "two")
        #expect(try process.waitForLine(containing: "three") == "three")
        #expect(throws: HarnessFailure.self) { try process.waitForLine(containing: "one") }
        #expect(try process.expectExit() == .exited(0))
        #expect(process.text() == "one\ntwo\nthree")
        #expect(process.text(on: .errors) == "sad\n")
    }

    @Test func `a line found between others leaves them`() throws {
        let process = try ChildProcess(
            "sh", ["-c", "echo one; echo two; echo three"], environment: environment)
        try process.waitForLineLeavingOthers("two") { $0 == "two" }
        #expect(try process.waitForLine("anything") { _ in true } == "one")
        #expect(try process.waitForLine("anything") { _ in true } == "three")
    }

    @Test func `waiting ends when the program exits`() throws {
        let process = try ChildProcess("true", environment: environment)
        let failure = #expect(throws: HarnessFailure.self) {
            try process.waitForLine(containing: "never", within: .seconds(3600))
        }
        #expect(failure?.description.contains("ended without it") == true)
    }

    @Test func `the environment is exactly the given one`() throws {
        let run = try ChildProcess.run("/usr/bin/env", environment: ["ONLY": "this"])
        #expect(run.output == "ONLY=this\n")
    }

    @Test func `status and signal are reported apart`() throws {
        let exited = try ChildProcess.run("sh", ["-c", "exit 3"], environment: environment)
        #expect(exited.status == .exited(3))
        let process = try ChildProcess("sleep", ["1000"], environment: environment)
        #expect(process.isRunning)
        #expect(try process.terminate() == .killed(signal: SIGTERM))
        #expect(!process.isRunning)
    }

    @Test func `input reaches the program`() throws {
        let run = try ChildProcess.run(
            "head", ["-n1"], environment: environment, input: "hello")
        #expect(run.output == "hello\n")
    }

    @Test func `only passed descriptors are open`() throws {
        let run = try ChildProcess.run(
            "sh", ["-c", "ls /proc/$$/fd"], environment: environment)
        #expect(run.output == "0\n1\n2\n")
        let ends = try makePipe()
        defer {
            close(ends.read)
            close(ends.write)
        }
        let process = try ChildProcess(
            "sh", ["-c", "ls /proc/$$/fd; echo through >&3"], environment: environment,
            passing: [ends.write])
        #expect(try process.expectExit() == .exited(0))
        #expect(process.text() == "0\n1\n2\n3\n")
        var bytes = [UInt8](repeating: 0, count: 16)
        #expect(read(ends.read, &bytes, 16) == 8)
    }

    @Test func `no process survives the last reference`() throws {
        let ends = try makePipe()
        defer { close(ends.read) }
        var process: ChildProcess? = try ChildProcess(
            "sh", ["-c", "sleep 1000 & echo started; wait"], environment: environment,
            passing: [ends.write])
        close(ends.write)
        try process?.waitForLine(containing: "started")
        let child = try #require(process?.processIdentifier)
        process = nil
        #expect(kill(child, 0) == -1)
        // The pipe ends when the last process that holds it, the grandchild too, is dead.
        var byte: UInt8 = 0
        #expect(read(ends.read, &byte, 1) == 0)
    }
}
