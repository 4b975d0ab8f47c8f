import AppearanceTestSupport
import Foundation
import Testing

/// Clients that are slow, stopped, half gone, gone, or very many.
@Suite(.requires(.bus)) struct ClientTests {
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

    @Test func whoHasNothingMoreToSayStillHears() throws {
        let watcher = try watch()
        try watcher.finishSending()
        let last = try change(times: 3)
        let heard = try (0..<3).map { _ in try watcher.nextReply()["parameters"]["status"] }
        #expect(heard.last == last)
        #expect(heard.map { $0["appearance"] } == ["night", "dark", "night"])
    }

    @Test func whoAsksAndHangsUpHalfwayIsAnsweredAll() throws {
        let connection = try daemon.connect()
        for _ in 0..<400 { try connection.send("GetStatus") }
        try connection.finishSending()
        for _ in 0..<400 { #expect(try connection.nextReply()["error"] == .null) }
        #expect(try connection.expectEnd() == "")
    }

    @Test func manyCallsAtOnceAreAllAnsweredInOrder() throws {
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

    @Test(.requires(.varlinkClient))
    func aStoppedSubscriberDelaysNobodyAndWakesToTheNewest() throws {
        let sleeper = try daemon.varlinkClient(streaming: "Watch")
        try sleeper.waitForReply()
        sleeper.client.signal(SIGSTOP)
        let watcher = try watch()
        let last = try change(times: 600)
        let heard = try watcher.nextReply { $0["parameters"]["status"] == last }
        #expect(heard["continues"] == true)
        sleeper.client.signal(SIGCONT)
        try sleeper.waitForReply { $0["status"]["sequence"] == last["sequence"] }
        // Every one of its lines was a whole message, of which only a few had been kept for it.
        let replies = try sleeper.replies()
        #expect(replies.last?["status"]["mode"] == last["mode"])
        #expect(replies.count < 100)
        let sequence = replies.compactMap { $0["status"]["sequence"].integer }
        #expect(sequence.count == replies.count)
        #expect(zip(sequence, sequence.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(.requires(.varlinkClient)) func subscribersThatDieInMidMessageLeaveNothing() throws {
        let before = daemon.process.descriptorCount
        let sleeper = try daemon.varlinkClient(streaming: "Watch")
        try sleeper.waitForReply()
        sleeper.client.signal(SIGSTOP)
        var deaf = try (0..<20).map { _ in try watch() }
        _ = try change(times: 100)
        deaf.removeAll()
        sleeper.client.signal(SIGKILL)
        try sleeper.client.expectExit()
        try expectDescriptors(near: before)
        #expect(daemon.log("<3>").isEmpty && daemon.log("<4>").isEmpty, "\(daemon.log)")
    }

    @Test func clientsThatGoInMidCallLeaveNothing() throws {
        let before = daemon.process.descriptorCount
        for _ in 0..<100 {
            let connection = try daemon.connect()
            try connection.send(Array(#"{"method":"io.github.appearanced.SetMo"#.utf8))
            let impatient = try daemon.connect()
            try impatient.send("GetStatus")
        }
        try expectDescriptors(near: before)
        #expect(try daemon.status()["mode"] == "auto")
    }

    @Test func fiveHundredSubscribersAllHearTheNewest() throws {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let before = daemon.process.descriptorCount
        var watchers = try (0..<500).map { _ in try watch() }
        let last = try change(times: 5)
        for watcher in watchers {
            _ = try watcher.nextReply { $0["parameters"]["status"] == last }
        }
        watchers = []
        try expectDescriptors(near: before)
    }

    @Test func subscribersAreToldWhileOthersComeAndGo() throws {
        let before = daemon.process.descriptorCount
        var watchers = try (0..<100).map { _ in try watch() }
        var last = JSON.null
        for round in 0..<40 {
            // Some ask and leave without an answer, some leave without a word.
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
        #expect(daemon.log("<3>").isEmpty && daemon.log("<4>").isEmpty, "\(daemon.log)")
    }

    @Test func whereDescriptorsRunOutTheOthersWaitTheirTurn() throws {
        let home = try TestHome.inDaylight()
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "ulimit -n 32; exec \"$@\"", "sh"], home: home)
        var clients = try (0..<60).map { _ in try SocketConnection(to: home.socket) }
        let first = clients.removeFirst()
        let last = clients.removeLast()
        try last.send("GetStatus")
        try daemon.process.waitForLine(
            containing: "no more clients can connect for now", on: .errors)
        // Whoever is in is served all the while, and the daemon does not repeat itself.
        let end = ContinuousClock.now + .seconds(1)
        while ContinuousClock.now < end {
            #expect(try first.call("GetStatus")["error"] == .null)
        }
        clients.removeAll()
        #expect(try last.nextReply()["error"] == .null)
        #expect(daemon.log("<4>no more clients").count == 1, "\(daemon.log)")
    }

    @Test(.requires(.root)) func anotherUserIsTurnedAway() throws {
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

    @Test func whoWantsLightHearsItAndOthersDoNot() throws {
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

    /// Asks until the daemon has noticed who is gone; each answer is a turn of its loop.
    ///
    /// It may hold a few more than before: for whoever asks, and for what it is writing.
    private func expectDescriptors(near count: Int) throws {
        let connection = try daemon.connect()
        let deadline = ContinuousClock.now + ChildProcess.patience
        while daemon.process.descriptorCount > count + 5, ContinuousClock.now < deadline {
            _ = try connection.call("GetStatus")
        }
        #expect(daemon.process.descriptorCount <= count + 5)
    }
}
