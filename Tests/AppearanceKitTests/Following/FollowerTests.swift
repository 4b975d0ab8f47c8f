import AppearanceKit
import AppearanceTestSupport
import DaemonClient
import Foundation
import Glibc
import Synchronization
import Testing

/// Following the real service from a main loop.
@Suite(.bounded, .requires(.bus)) struct FollowerTests {
    @Test func `the current status is available at once, then changes`() throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        #expect(follower.status.appearance == .night)
        #expect(follower.status.mode == .night)
        #expect(follower.status.origin == .daemon)
        try session.set("dark")
        let status = try follower.waitForStatus("dark") { $0.appearance == .dark }
        #expect(status.previous == .night)
    }

    @Test func `the status names the programs that keep the appearance`() throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        #expect(follower.status.inhibitors == [])
        let daemon = try #require(session.daemon)
        let player = try ChildProcess(
            BuiltProducts.appearancectl, ["inhibit", "--why", "a film plays", "cat"],
            environment: daemon.environment, keepsInput: true)
        let status = try follower.waitForStatus("the inhibitor") { !$0.inhibitors.isEmpty }
        #expect(status.inhibitors == [Inhibitor(who: "cat", why: "a film plays")])
        player.signalGroup(9)
        try follower.waitForStatus("its end") { $0.inhibitors.isEmpty }
    }

    @Test func `the appearance is light until a daemon starts`() throws {
        let session = try Session()
        let follower = try AppearanceFollower(socket: session.socket)
        #expect(follower.status.origin == .fallback)
        #expect(follower.status.appearance == .light)
        #expect(follower.process() == nil)
        try session.start()
        try follower.waitForStatus("the service") { $0.origin == .daemon }
    }

    /// A daemon whose words are all of a later version.
    @Test(.row("V20"))
    func `a newer daemon's words are unknown, and the rest of its status counts`() throws {
        let home = try TestHome()
        let socket = DaemonSocket(runtimeDirectory: home.runtimeDirectory)
        try FileManager.default.createDirectory(
            atPath: socket.directory, withIntermediateDirectories: true)
        let listener = try StreamListener(at: socket.path)
        defer { listener.stop() }
        let reply = """
            {"parameters":{"status":{"mode":"twilight","appearance":"night","previous":"dim",\
            "reason":"calendar","explanation":"By calendar.","since":1,"sensor":"dusty","light":5.5,\
            "light_unit":"candela","paused":true,"sequence":7,"novelty":[]}},"continues":true}
            """
        listener.accept { connection in
            let bytes = Array(reply.utf8) + [0]
            _ = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
        }
        let status = try AppearanceFollower(socket: socket).status
        #expect(status.origin == .daemon)
        #expect(status.appearance == .night)
        #expect(status.mode == nil && status.reason == nil && status.sensor == nil)
        #expect(status.previous == nil && status.light == nil)
        #expect(status.explanation == "By calendar." && status.isPaused && status.sequence == 7)
    }

    @Test(arguments: [9, 15] as [Int32])
    func `the follower continues after a restart of the daemon`(signal: Int32) throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        for mode in ["dark", "light", "night"] {
            if signal == 9 { try session.kill() } else { try session.stop() }
            try session.start()
            try session.set(mode)
            let status = try follower.waitForStatus(mode) { $0.mode?.rawValue == mode }
            #expect(status.origin == .daemon)
        }
    }

    @Test func `a lost daemon is reported and its last status stays in effect`() throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        try session.kill()
        let status = try follower.waitForStatus("the loss") { $0.origin == .remembered }
        #expect(status.appearance == .night)
        #expect(status.explanation.hasPrefix("Night, because you chose it"))
        try session.start()
        try follower.waitForStatus("the return") { $0.origin == .daemon }
    }

    @Test func `a daemon that hangs does not delay the follower`() throws {
        let session = try Session("night")
        session.daemon?.process.signal(SIGSTOP)
        let follower = try AppearanceFollower(socket: session.socket)
        #expect(follower.status.origin == .fallback)
        session.daemon?.process.signal(SIGCONT)
        let status = try follower.waitForStatus("its first word") { $0.origin == .daemon }
        #expect(status.appearance == .night)
    }

    /// A runtime directory that users share, and a daemon of one of them.
    @Test(.row("U12"), .requires(.root)) func `the daemon of another user is not followed`() throws
    {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        try home.write(configuration: "[sensor]\nsource = \"none\"\n")
        let owners = try ChildProcess.run(
            "chown", ["-R", "65534:65534", home.path], environment: TestHome.plainEnvironment)
        try #require(owners.status == .exited(0), "\(owners.errors)")
        try #require(chown(home.runtimeDirectory, 0, 0) == 0)
        try #require(chmod(home.runtimeDirectory, 0o1777) == 0)
        let daemon = try ChildProcess(
            "setpriv",
            ["--reuid=65534", "--regid=65534", "--clear-groups", BuiltProducts.appearanced],
            environment: home.environment.merging(bus.environment) { $1 })
        try daemon.waitForLine(containing: "<6>", on: .errors)
        let socket = DaemonSocket(runtimeDirectory: home.runtimeDirectory)
        #expect(throws: DaemonError.foreignOwner(path: socket.path, userID: 65534)) {
            var connection = try StatusConnection(to: socket)
            try connection.connect()
        }
        let follower = try AppearanceFollower(socket: socket)
        #expect(follower.status.origin == .fallback)
    }

    /// As a daemon that crashes after its first status, again and again.
    @Test func `a peer that closes after each status is retried with growing pauses`() throws {
        let home = try TestHome()
        let socket = DaemonSocket(runtimeDirectory: home.runtimeDirectory)
        try home.write("", to: socket.path)
        let listener = try StreamListener(at: socket.path)
        let visits = Mutex(0)
        listener.accept { peer in
            // The whole call is read, or the follower would lose the connection by an error.
            var byte: UInt8 = 1
            while byte != 0, read(peer, &byte, 1) == 1 {}
            let reply = Array(#"{"parameters":{"status":{}},"continues":true}"#.utf8) + [0]
            #expect(write(peer, reply, reply.count) == reply.count)
            close(peer)
            let count = visits.withLock { count in
                count += 1
                return count
            }
            // The follower would never rest.
            if count == 1000 { listener.stop() }
        }
        let follower = try AppearanceFollower(socket: socket)
        try follower.waitForStatus("the loss") { $0.origin == .remembered }
        #expect(visits.withLock { $0 } < 20)
        listener.stop()
    }

    /// At most one unread status is kept in the daemon, beside the buffer of the socket.
    @Test func `a follower that is not polled returns the newest status`() throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        let bus = try #require(session.daemon).busClient()
        try bus.setInFlight("Mode", to: (0..<2000).map { $0.isMultiple(of: 2) ? "dark" : "night" })
        try bus.set("Mode", to: "light")
        let before = follower.status.sequence
        let status = try follower.waitForStatus("the newest") { $0.mode == .light }
        #expect(status.sequence > before)
        #expect(follower.process() == nil)
    }

    @Test func `the descriptor is readable only after a change`() throws {
        let session = try Session("night")
        let follower = try AppearanceFollower(socket: session.socket)
        var polled = pollfd(fd: follower.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 0) == 0)
        try session.set("dark")
        // Waiting for it, not for a time: the change is on its way.
        #expect(try isReadable(follower.fileDescriptor, until: .now + ChildProcess.timeout))
    }

    @Test func `a released follower holds no connection`() throws {
        let session = try Session("night")
        let process = try #require(session.daemon).process
        let before = try process.descriptorCount
        for _ in 0..<50 { _ = try AppearanceFollower(socket: session.socket) }
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while try process.descriptorCount > before + 5, ContinuousClock.now < deadline {
            try session.set("dark")
        }
        #expect(try process.descriptorCount <= before + 5)
    }

    @Test func `without a session the follower watches no path`() throws {
        let follower = try AppearanceFollower(socket: nil)
        #expect(follower.status.origin == .fallback)
        var polled = pollfd(fd: follower.fileDescriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&polled, 1, 0) == 0)
        #expect(follower.process() == nil)
    }
}
