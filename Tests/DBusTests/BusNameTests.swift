import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded, .requires(.bus)) struct BusNameTests {
    private static let name = "org.example.Name"

    @Test func `a free name is acquired, and a second request reports it as owned`() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        #expect(try connection.requestName(Self.name, flags: .doNotQueue) == .owner)
        #expect(try connection.requestName(Self.name, flags: .doNotQueue) == .alreadyOwner)
    }

    @Test func `a taken name is abandoned`() throws {
        let bench = try Bench()
        let (first, second) = (try bench.connect(), try bench.connect())
        #expect(try first.requestName(Self.name, flags: .doNotQueue) == .owner)
        #expect(try second.requestName(Self.name, flags: .doNotQueue) == .exists)
    }

    @Test func `the queue for a name moves up`() throws {
        let bench = try Bench()
        let (first, second) = (try bench.connect(), try bench.connect())
        var acquired: [String] = []
        second.onNameAcquired = { acquired.append($0) }
        #expect(try first.requestName(Self.name, flags: .queue) == .owner)
        #expect(try second.requestName(Self.name, flags: .queue) == .inQueue)
        try bench.settle(first, second)
        #expect(!acquired.contains(Self.name))

        first.releaseName(Self.name)
        try bench.turn(until: "the second has the name") { acquired.contains(Self.name) }
        #expect(try second.requestName(Self.name, flags: .queue) == .alreadyOwner)
    }

    @Test func `several names are requested at once`() throws {
        let bench = try Bench()
        let (first, second) = (try bench.connect(), try bench.connect())
        _ = try first.requestName("org.example.Two", flags: .doNotQueue)
        var answers: [NameOwnership] = []
        for name in ["org.example.One", "org.example.Two", "org.example.One"] {
            second.requestName(name, flags: .doNotQueue) {
                if case .success(let ownership) = $0 { answers.append(ownership) }
            }
        }
        #expect(answers.isEmpty)
        try bench.turn(until: "all are answered") { answers.count == 3 }
        #expect(answers == [.owner, .exists, .alreadyOwner])
    }

    @Test func `a unique name cannot be requested`() throws {
        let bench = try Bench()
        let connection = try bench.connect()
        #expect(throws: DBusError.self) {
            try connection.requestName("org.freedesktop.DBus", flags: .doNotQueue)
        }
        var answer: Result<NameOwnership, DBusError>?
        connection.requestName("org.freedesktop.DBus", flags: .doNotQueue) { answer = $0 }
        try bench.turn(until: "it is answered") { answer != nil }
        #expect(answer?.error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
    }

    @Test func `the owner of a name is followed`() throws {
        let bench = try Bench()
        let (watcher, owner) = (try bench.connect(), try bench.connect())
        var seen: [String?] = []
        let subscription = watcher.followOwner(of: Self.name) { seen.append($0) }
        try bench.settle(watcher)
        #expect(seen == [nil])

        _ = try owner.requestName(Self.name, flags: .doNotQueue)
        try bench.turn(until: "the owner is seen") { seen.count == 2 }
        owner.releaseName(Self.name)
        try bench.turn(until: "its going is seen") { seen.count == 3 }
        #expect(seen == [nil, owner.uniqueName, nil])

        subscription.cancel()
        _ = try owner.requestName(Self.name, flags: .doNotQueue)
        try bench.settle(owner, watcher)
        #expect(seen.count == 3)
    }

    @Test func `a connection is followed until it leaves`() throws {
        let bench = try Bench()
        let (watcher, guest) = (try bench.connect(), try bench.connect())
        var seen: [String?] = []
        watcher.followOwner(of: guest.uniqueName) { seen.append($0) }
        try bench.settle(watcher)
        #expect(seen == [guest.uniqueName])
        guest.close()
        try bench.turn(until: "its going is seen") { seen.count == 2 }
        #expect(seen == [guest.uniqueName, nil])
    }

    @Test func `a connection that has already left is reported`() throws {
        let bench = try Bench()
        let (watcher, guest) = (try bench.connect(), try bench.connect())
        // The bus detects a closed connection with a delay.
        var hasLeft = false
        watcher.followOwner(of: guest.uniqueName) { if $0 == nil { hasLeft = true } }
        guest.close()
        try bench.turn(until: "its going is seen") { hasLeft }
        var seen: [String?] = []
        watcher.followOwner(of: guest.uniqueName) { seen.append($0) }
        try bench.turn(until: "its absence is seen") { !seen.isEmpty }
        #expect(seen == [nil])
    }

    @Test func `a forged change of owner is not trusted`() throws {
        let bench = try Bench()
        let (watcher, forger) = (try bench.connect(), try bench.connect())
        var seen: [String?] = []
        watcher.followOwner(of: Self.name) { seen.append($0) }
        try bench.settle(watcher)
        forger.send(
            try Message.signal(
                path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
                member: "NameOwnerChanged"
            ) {
                $0.string(Self.name)
                $0.string("")
                $0.string(forger.uniqueName)
            })
        try bench.settle(forger, watcher)
        #expect(seen == [nil])
    }
}
