import AppearanceTestSupport
import Foundation
import Testing

/// A daemon without a working log.
@Suite(.bounded, .requires(.bus)) struct StandardStreamTests {
    @Test(
        .row("C11"),
        arguments: [
            ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full",
            ">/dev/full 2>/dev/full",
        ])
    func `the daemon works with any standard streams`(redirection: String) throws {
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"], home: .inDaylight())
        let connection = try daemon.connect()
        for mode in ["dark", "night", "light", "dark"] {
            let reply = try connection.call("SetMode", ["mode": .string(mode)])
            #expect(reply["parameters"]["status"]["appearance"] == .string(mode))
        }
        #expect(try daemon.appearancectl("get").output == "dark\n")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "dark")
        // Output without a stream must not end in a file that was opened with its descriptor.
        let lock = try String(contentsOfFile: daemon.home.socket + ".lock", encoding: .utf8)
        #expect(lock == "")
    }

    /// As of a daemon that was started by hand, or by a program of a unit whose output goes elsewhere.
    @Test(arguments: [nil, "1:2"])
    func `lines that do not go to the journal have no level`(journal: String?) throws {
        let home = try TestHome.inDaylight("[ambient]\npolicy = 1\n")
        let bus = try PrivateBus(in: home)
        var environment = home.environment.merging(bus.environment) { $1 }
        environment["JOURNAL_STREAM"] = journal
        let daemon = try ChildProcess(BuiltProducts.appearanced, environment: environment)
        try daemon.waitForLine(containing: "built-in defaults are in effect", on: .errors)
        let lines = daemon.text(on: .errors).split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("appearanced: ") }, "\(lines)")
        #expect(lines.first?.hasPrefix("appearanced: error: \(home.configurationFile):") == true)
        #expect(lines.contains { $0.hasPrefix("appearanced: warning: the built-in defaults") })
    }

    @Test(arguments: [
        (BuiltProducts.appearanced, "--version"), (BuiltProducts.appearanced, "--check"),
        (BuiltProducts.nightfilter, "--version"),
    ])
    func `output that cannot be written is a failure`(program: String, option: String) throws {
        let run = try ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" \(option) >/dev/full", program],
            environment: TestHome.plainEnvironment)
        #expect(run.status == .exited(1))
        #expect(run.errors.hasSuffix(": standard output: No space left on device\n"))
    }

    /// As after a program that shares the terminal has made it non-blocking.
    @Test func `output waits for a slow reader`() throws {
        let home = try TestHome()
        let pipe = home.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        // F_SETPIPE_SZ, which the module Glibc lacks.
        let capacity = fcntl(reader, 1031, 4096)
        #expect(capacity == 4096)
        let run = try ChildProcess(
            "/bin/sh",
            [
                "-c", "exec python3 -c \"$0\" \"$@\" >'\(pipe)'",
                "import os, sys; os.set_blocking(1, False); os.execv(sys.argv[1], sys.argv[1:])",
                BuiltProducts.appearancectl, "schedule", "--days", "366", "--json",
            ], environment: home.environment)
        var text: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        let deadline = Deadline()
        var count = 0
        repeat {
            try deadline.check("the end of the output")
            var watched = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
            try #require(poll(&watched, 1, 60_000) == 1)
            count = read(reader, &piece, piece.count)
            text += piece[..<max(0, count)]
        } while count > 0
        #expect(try run.expectExit() == .exited(0), "\(run.text(on: .errors))")
        let schedule = try JSON(parsing: String(decoding: text, as: UTF8.self))
        #expect(schedule["days"].items.count == 366)
    }

    /// As when the journal hangs: its end of the pipe is open, and it does not read.
    @Test(.row("C11")) func `a log reader that does not read delays nothing`() throws {
        let home = try TestHome.inDaylight()
        let log = home.path + "/log"
        try #require(mkfifo(log, 0o600) == 0)
        let reader = open(log, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "exec \"$@\" 2>'\(log)'", "sh"], home: home)
        let connection = try daemon.connect()
        // A pipe holds 64 KiB, which is some 800 lines.
        for index in 0..<1_200 {
            let mode: JSON = index % 2 == 0 ? "night" : "dark"
            let reply = try connection.call("SetMode", ["mode": mode])
            #expect(reply["parameters"]["status"]["appearance"] == mode)
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        let kept = String(
            decoding: bytes[..<max(0, read(reader, &bytes, bytes.count))], as: UTF8.self)
        #expect(kept.hasSuffix("\n") && !kept.contains("are missing"))
    }

    /// As when the journal has exited: the pipe exists, without a reader.
    @Test(.row("C11")) func `the daemon works after its log reader has exited`() throws {
        let daemon = try RunningDaemon(
            wrapper: [
                "bash", "-c", "exec 3> >(exec true); wait $!; exec \"$@\" >&3 2>&3 3>&-", "-",
            ],
            home: .inDaylight())
        for mode in ["dark", "night"] {
            let reply = try daemon.connect().call("SetMode", ["mode": .string(mode)])
            #expect(reply["parameters"]["status"]["appearance"] == .string(mode))
        }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }
}
