import AppearanceTestSupport
import Foundation
import Testing

/// Clients that are slow, stopped, half gone, gone, or very many.
@Suite(.bounded, .requires(.bus)) struct ClientTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func watch(light: Bool = false) throws -> SocketConnection {
        let connection = try daemon.connect()
        try connection.send("Watch", light ? ["light": true] : [:], with: ["more": true])
        #expect(try connection.nextReply()["continues"] == true)
        return connection
    }

    /// Changes the appearance so many times, and returns the last status.
    private func change(times count: Int) throws -> JSON {
        let connection = try daemon.connect()
        var last = JSON.null
        for index in 0..<count {
            let mode: JSON = index % 2 == 0 ? "night" : "dark"
            last = try connection.call("SetMode", ["mode": mode])
        }
        return last["parameters"]["status"]
    }

    @Test(.row("U10")) func `a watcher that has finished sending still receives changes`() throws {
        let watcher = try watch()
        try watcher.finishSending()
        let last = try change(times: 3)
        let received = try (0..<3).map { _ in try watcher.nextReply()["parameters"]["status"] }
        #expect(received.last == last)
        #expect(received.map { $0["appearance"] } == ["night", "dark", "night"])
    }

    @Test func `a client that half-closes after its calls receives every reply`() throws {
        let connection = try daemon.connect()
        // At one stroke: with a message each, the socket is full of calls before the daemon, whose
        // replies nobody reads yet, takes the rest.
        let call = #"{"method":"io.github.appearanced.GetStatus"}"# + "\0"
        try connection.send(Array(String(repeating: call, count: 400).utf8))
        try connection.finishSending()
        for _ in 0..<400 { #expect(try connection.nextReply()["error"] == .null) }
        #expect(try connection.expectEnd() == "")
    }

    @Test func `many calls at once are all answered in order`() throws {
        let connection = try daemon.connect()
        let calls = (0..<1000).map { index in
            let mode = index % 2 == 0 ? "night" : "dark"
            return #"{"method":"io.github.appearanced.SetMode","parameters":{"mode":"\#(mode)"}}"#
        }
        try connection.send(Array((calls.joined(separator: "\0") + "\0").utf8))
        for index in 0..<1000 {
            let status = try connection.nextReply()["parameters"]["status"]
            #expect(status["mode"] == (index % 2 == 0 ? "night" : "dark"))
        }
    }

    @Test(.row("U1"), .scaledAtNight, .requires(.varlinkClient))
    func `a stopped subscriber delays nobody and resumes with the newest state`() throws {
        let sleeper = try daemon.varlinkClient(streaming: "Watch")
        try sleeper.waitForReply()
        sleeper.client.signal(SIGSTOP)
        let watcher = try watch()
        let last = try change(times: Nightly.count(100_000, byDay: 600))
        let received = try watcher.nextReply { $0["parameters"]["status"] == last }
        #expect(received["continues"] == true)
        sleeper.client.signal(SIGCONT)
        try sleeper.waitForReply { $0["status"]["sequence"] == last["sequence"] }
        // Each of its lines was a complete message, of which only a few had been queued.
        let replies = try sleeper.replies()
        #expect(replies.last?["status"]["mode"] == last["mode"])
        #expect(replies.count < 100)
        let sequence = replies.compactMap { $0["status"]["sequence"].integer }
        #expect(sequence.count == replies.count)
        #expect(zip(sequence, sequence.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(.row("U2"), .requires(.varlinkClient))
    func `subscribers killed in the middle of a message leave no trace`()
        throws
    {
        let before = try daemon.process.descriptorCount
        let sleeper = try daemon.varlinkClient(streaming: "Watch")
        try sleeper.waitForReply()
        sleeper.client.signal(SIGSTOP)
        var deaf = try (0..<20).map { _ in try watch() }
        _ = try change(times: 100)
        deaf.removeAll()
        sleeper.client.signal(SIGKILL)
        try sleeper.client.expectExit()
        try expectDescriptors(near: before)
        expectNoProblem()
    }

    /// A reply to a call comes behind those to the calls before it, however late they are read.
    @Test func `replies keep the order of their calls behind unread ones`() throws {
        let connection = try daemon.connect()
        let unread = 60
        for _ in 0..<unread { try connection.send("GetStatus") }
        try connection.send("Watch", with: ["more": true])
        try connection.send("org.varlink.service.GetInfo")
        // An answer on another connection comes when the daemon has read all of these.
        _ = try daemon.status()
        _ = try daemon.connect().call("SetMode", ["mode": "night"])
        for _ in 0..<unread {
            #expect(try connection.nextReply()["parameters"]["status"]["mode"] == "auto")
        }
        let first = try connection.nextReply()
        #expect(first["continues"] == true)
        #expect(first["parameters"]["status"]["mode"] == "auto")
        #expect(try connection.nextReply()["parameters"]["product"] == "appearanced")
        #expect(try connection.nextReply()["parameters"]["status"]["mode"] == "night")
    }

    @Test func `calls of a client that reads no answers are left unread`() throws {
        let connection = try daemon.connect()
        let call = Array(#"{"method":"io.github.appearanced.GetStatus"}"#.utf8) + [0]
        let calls = Array(repeatElement(call, count: 1_000).joined())
        var sent = 0
        // Until the daemon has taken nothing more in ten turns of its loop.
        var idleTurns = 0
        while idleTurns < 10, sent < 8 << 20 {
            let count = try connection.sendWithoutWaiting(Array(calls[(sent % calls.count)...]))
            sent += count
            idleTurns = count == 0 ? idleTurns + 1 : 0
            _ = try daemon.status()
        }
        // Two buffers of the kernel's, and the calls whose answers fill 64 KiB.
        #expect(sent < 1 << 20)
        for _ in 0..<sent / call.count { #expect(try connection.nextReply()["error"] == .null) }
    }

    /// A program that opens this number of connections, calls on the last, and prints the reply.
    private func openConnections(_ count: Int) throws -> ChildProcess {
        let program = """
            import resource, socket, sys
            limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
            ends = [socket.socket(socket.AF_UNIX) for _ in range(int(sys.argv[2]))]
            for end in ends:
                end.connect(sys.argv[1])
            try:
                end.sendall(b'{"method":"io.github.appearanced.GetStatus"}\\0')
            except BrokenPipeError:
                pass
            print(end.recv(4096).split(b"\\0")[0].decode(), flush=True)
            sys.stdin.read()
            """
        return try ChildProcess(
            "/usr/bin/python3", ["-c", program, daemon.home.socket, "\(count)"],
            environment: TestHome.plainEnvironment, keepsInput: true)
    }

    @Test(.row("U3")) func `one process can open at most a quarter of all connections`() throws {
        let full = try openConnections(1_024)
        try full.waitForLine(containing: #""mode":"auto""#)
        let tooMany = try openConnections(1_025)
        try tooMany.waitForLine(containing: #""limit":"1024 connections of one process""#)
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test(.row("U3")) func `four processes can use all connections, and a fifth is refused`() throws
    {
        let others = try (0..<4).map { _ in try openConnections(1_024) }
        for other in others { try other.waitForLine(containing: #""mode":"auto""#) }
        let refusal = try daemon.connect().nextReply()
        #expect(refusal["error"] == "io.github.appearanced.LimitsExceeded")
        #expect(refusal["parameters"]["limit"] == "4096 connections")
        others[0].signal(SIGKILL)
        let end = ContinuousClock.now + ChildProcess.timeout
        // Where the daemon has hung up already, the call cannot be sent.
        while (try? daemon.connect().call("GetStatus")["error"]) != .null {
            try #require(ContinuousClock.now < end, "the connections of the first are given up")
        }
        withExtendedLifetime(others) {}
    }

    /// The engine once looked through all of them each time that one came or went.
    @Test func `only the first and the last watcher of light affect the engine`() throws {
        let home = try TestHome.inDaylight()
        let record = home.path + "/record"
        let daemon = try RunningDaemon(arguments: ["--record", record], home: home)
        var watchers = try (0..<5).map { _ in
            let connection = try daemon.connect()
            for _ in 0..<2 {
                try connection.send("Watch", ["light": true], with: ["more": true])
                #expect(try connection.nextReply()["continues"] == true)
            }
            return connection
        }
        watchers.removeAll()
        #expect(try daemon.process.terminate() == .exited(0))
        let events = try String(contentsOfFile: record, encoding: .utf8)
            .split(separator: "\n").filter { $0.contains("light_wanted") }
        // The last may go when the daemon is ending already.
        #expect((1...2).contains(events.count), "\(events)")
    }

    /// The administrator may look at any session.
    @Test(.row("U8"), .requires(.root)) func `root is served by the daemon of another user`() throws
    {
        let home = try TestHome.inDaylight()
        let bus = try PrivateBus(in: home)
        let owner = try ChildProcess.run(
            "chown", ["-R", "65534:65534", home.path], environment: TestHome.plainEnvironment)
        try #require(owner.status == .exited(0), "\(owner.errors)")
        let other = try ChildProcess(
            "setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProducts.appearanced],
            environment: home.environment.merging(bus.environment) { $1 })
        try other.waitForLine(containing: "<6>Light", on: .errors)
        #expect(
            try SocketConnection(to: home.socket).call("GetStatus")["parameters"]["status"]["mode"]
                == "auto")
    }

    @Test func `clients that disconnect in the middle of a call leave no trace`() throws {
        let before = try daemon.process.descriptorCount
        for _ in 0..<100 {
            let connection = try daemon.connect()
            try connection.send(Array(#"{"method":"io.github.appearanced.SetMo"#.utf8))
            let impatient = try daemon.connect()
            try impatient.send("GetStatus")
        }
        try expectDescriptors(near: before)
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test(.row("U3")) func `five hundred subscribers all receive the newest state`() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let before = try daemon.process.descriptorCount
        var watchers = try (0..<500).map { _ in try watch() }
        let last = try change(times: 5)
        for watcher in watchers {
            _ = try watcher.nextReply { $0["parameters"]["status"] == last }
        }
        watchers = []
        try expectDescriptors(near: before)
    }

    @Test(.row("U3")) func `subscribers are notified while others come and go`() throws {
        let before = try daemon.process.descriptorCount
        var watchers = try (0..<100).map { _ in try watch() }
        var last = JSON.null
        for round in 0..<40 {
            // Some call and leave without a reply, some leave without a call.
            for index in 0..<50 {
                let visitor = try daemon.connect()
                if index.isMultiple(of: 2) { try visitor.send("Watch", with: ["more": true]) }
            }
            last = try change(times: round % 2 + 1)
        }
        for watcher in watchers {
            _ = try watcher.nextReply { $0["parameters"]["status"] == last }
        }
        watchers = []
        try expectDescriptors(near: before)
        expectNoProblem()
    }

    @Test(.row("U4")) func `without free descriptors further clients wait`() throws {
        let home = try TestHome.inDaylight()
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "ulimit -n 48; exec \"$@\"", "sh"], home: home)
        var clients = try (0..<60).map { _ in try SocketConnection(to: home.socket) }
        let first = clients.removeFirst()
        let last = clients.removeLast()
        try last.send("GetStatus")
        try daemon.process.waitForLine(
            containing: "no more clients can connect for now", on: .errors)
        // Connected clients are served meanwhile, and the daemon logs it once.
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {
            #expect(try first.call("GetStatus")["error"] == .null)
        }
        clients.removeAll()
        #expect(try last.nextReply()["error"] == .null)
        #expect(daemon.log("<4>no more clients").count == 1, "\(daemon.log)")
    }

    @Test(.row("U8"), .requires(.root)) func `another user is refused`() throws {
        for place in [daemon.home.path, daemon.home.runtimeDirectory] {
            try #require(chmod(place, 0o755) == 0)
        }
        try #require(chmod(daemon.home.runtimeDirectory + "/appearanced", 0o755) == 0)
        try #require(chmod(daemon.home.socket, 0o666) == 0)
        let ask = """
            import socket, sys
            end = socket.socket(socket.AF_UNIX)
            end.connect(sys.argv[1])
            try:
                end.sendall(b'{"method":"io.github.appearanced.GetStatus"}\\0')
                print(end.recv(100))
            except (BrokenPipeError, ConnectionResetError):
                print(b"")
            """
        let run = try ChildProcess.run(
            "setpriv",
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", ask,
                daemon.home.socket,
            ], environment: TestHome.plainEnvironment)
        #expect(run.output == "b''\n", "\(run.errors)")
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test func `only watchers that request light receive it`() throws {
        let connection = try daemon.connect()
        _ = try connection.call("FeedLight", ["source": "lamp", "lux": 500])
        let curious = try watch(light: true)
        let plain = try watch()
        _ = try connection.call("FeedLight", ["source": "lamp", "lux": 5000])
        let light = try curious.nextReply { $0["parameters"]["status"]["light"].number == 5000 }
        #expect(light["parameters"]["status"]["appearance"] == "light")
        _ = try connection.call("SetMode", ["mode": "night"])
        #expect(try plain.nextReply()["parameters"]["status"]["mode"] == "night")
    }

    /// Calls until the daemon has detected the lost clients; each reply is a turn of its loop.
    ///
    /// It may have a few more than before: for the caller, and for files being written.
    private func expectDescriptors(near count: Int) throws {
        let connection = try daemon.connect()
        let deadline = ContinuousClock.now + ChildProcess.timeout
        // Counted once a turn: a file being written is not a leak.
        var held = try daemon.process.descriptorCount
        while held > count + 5, ContinuousClock.now < deadline {
            _ = try connection.call("GetStatus")
            held = try daemon.process.descriptorCount
        }
        #expect(held <= count + 5)
    }

    /// Expects no line about a problem, except that these tests change the mode often.
    private func expectNoProblem() {
        let lines = daemon.log("<3>") + daemon.log("<4>")
        #expect(lines.allSatisfy { $0.contains("changes the mode again and again") }, "\(lines)")
    }
}
