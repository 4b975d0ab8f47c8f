import AppearanceTestSupport
import Foundation
import Testing

/// Many calls at once, and callers that do not read their replies.
@Suite(.bounded, .requires(.bus, .busClient)) struct BusFloodTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    private static func modes(_ count: Int, last: String) -> [JSON] {
        (1..<count).map { $0.isMultiple(of: 2) ? "dark" : "light" } + [.string(last)]
    }

    @Test(
        .row("D9"),
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer has a thread and memory of its own"))
    func `a flood of sets leaves memory and threads as they were`() throws {
        // The first of them makes every allocation that is made once.
        try client.setInFlight("Mode", to: Self.modes(2_000, last: "night"))
        #expect(try client.get("Mode") == "night")
        let before = try daemon.process.privateMemoryKiB()
        try client.setInFlight("Mode", to: Self.modes(6_000, last: "dark"))
        #expect(try client.get("Mode") == "dark")
        #expect(try daemon.process.privateMemoryKiB() - before < 1_024)
        // The loop, and the writer of the state while there is something to write.
        #expect(try daemon.process.threadCount <= 2)
    }

    /// `Benchmarks/client.c` sends them, 100 in flight, and reads every answer.
    @Test(
        .row("D9"), .scaledAtNight, .requires(.compiler),
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer has a thread and memory of its own"))
    func `a million sets leave memory and threads as they were`() throws {
        let client = daemon.home.path + "/client"
        let flags = try ChildProcess.run(
            "pkg-config", ["--cflags", "--libs", "dbus-1"],
            environment: TestHome.plainEnvironment)
        let build = try ChildProcess.run(
            "cc",
            ["-O1", "-o", client, Repository.root + "/Benchmarks/client.c"]
                + flags.output.split(whereSeparator: \.isWhitespace).map(String.init),
            environment: TestHome.plainEnvironment)
        try #require(build.status == .exited(0), "\(build.errors)")
        func load(_ count: Int) throws {
            let run = try ChildProcess(
                client, ["load", "\(count)"], environment: daemon.environment)
            #expect(try run.expectExit(within: .seconds(3_600)) == .exited(0), "\(count) sets")
        }
        // The first of them makes every allocation of a set that is made once.
        let first = Nightly.count(100_000, byDay: 2_000)
        try load(first)
        let before = try daemon.process.privateMemoryKiB()
        try load(Nightly.count(1_000_000, byDay: 20_000) - first)
        #expect(try daemon.process.privateMemoryKiB() - before < 256)
        #expect(try daemon.process.threadCount <= 2)
    }

    @Test(.row("D16")) func `a caller that reads none of ten thousand answers delays nobody`()
        throws
    {
        // The first of them makes every allocation that is made once.
        try client.setInFlight("Mode", to: Self.modes(2_000, last: "night"))
        #expect(try client.get("Mode") == "night")
        let before = try daemon.process.privateMemoryKiB()
        let deaf = try ChildProcess(
            "/usr/bin/python3", [Repository.support + "/hostile_call.py", "unread", "10000"],
            environment: daemon.environment, keepsInput: true)
        try deaf.waitForLine(containing: "sent")
        #expect(try client.get("Mode") == "night")
        try client.set("Mode", to: "dark")
        try client.waitForSignal("AppearanceChanged") { $0.first == "dark" }
        #expect(try daemon.status()["appearance"] == "dark")
        guard !BuiltProducts.areSanitized else { return }
        #expect(try daemon.process.privateMemoryKiB() - before < 1_024)
    }

    @Test(.row("D16")) func `a subscriber that is stopped delays nobody`() throws {
        let deaf = try daemon.busClient()
        try deaf.setInFlight("Mode", to: Self.modes(2_000, last: "night"))
        #expect(try deaf.get("Mode") == "night")
        let before = try daemon.process.privateMemoryKiB()
        deaf.client.signal(SIGSTOP)
        // It has subscribed as well, so all of this is sent to it, and it reads none of it.
        for mode in Self.modes(1_000, last: "light") { try client.set("Mode", to: mode) }
        #expect(try daemon.status()["appearance"] == "light")
        if !BuiltProducts.areSanitized {
            #expect(try daemon.process.privateMemoryKiB() - before < 1_024)
        }
        deaf.client.signal(SIGCONT)
        try deaf.waitForSignal("AppearanceChanged") { $0.first == "light" }
        #expect(try deaf.get("Mode") == "light")
    }
}
