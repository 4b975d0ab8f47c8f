import AppearanceTestSupport
import DBus
import EventLoop
import Foundation
import Linux
import Testing

@Suite(.bounded, .requires(.bus)) struct ConnectionTests {
    @Test(arguments: ["autolaunch:", "autolaunch:scope=install", "unix:path=/none;autolaunch:"])
    func `a connection never starts a bus`(address: String) throws {
        let bench = try Bench()
        #expect(
            throws: DBusError(
                name: "org.freedesktop.DBus.Error.BadAddress",
                message: "the bus address \(address.debugDescription) is not used: "
                    + "it would start a bus of its own; name a running one")
        ) { try BusConnection(loop: bench.loop, address: address) }
    }

    @Test(arguments: ["", ";", "unix:path=/\0"])
    func `an address without a bus is refused`(address: String) throws {
        let bench = try Bench()
        let failure = #expect(throws: DBusError.self) {
            try BusConnection(loop: bench.loop, address: address)
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.BadAddress")
        let beginning = "the bus address \(address.debugDescription) is not used: "
        #expect(failure?.message.hasPrefix(beginning) == true)
    }

    @Test(arguments: ["unix:path=/nonexistent/bus", "nonsense", "unix:nonsense", "unix:path="])
    func `a bus that does not answer is reported`(address: String) throws {
        let bench = try Bench()
        let failure = #expect(throws: DBusError.self) {
            try BusConnection(loop: bench.loop, address: address)
        }
        #expect(failure?.name == "org.freedesktop.DBus.Error.NoServer")
        let message = failure?.message ?? ""
        #expect(message.hasPrefix("no bus answers at \(address): "))
        #expect(!message.contains(":  (is it running"))
    }

    @Test func `the runtime directory of a session may have any name`() throws {
        let bench = try Bench()
        let folder = bench.home.path + "/it's 1,2;3%*é"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/bus", withDestinationPath: bench.home.path + "/session-bus")
        let address = try #require(BusAddress.ofSession { $0 == "XDG_RUNTIME_DIR" ? folder : nil })
        let connection = try BusConnection(loop: bench.loop, address: address)
        defer { connection.close() }
        try bench.turn(until: "the bus greets") { !connection.uniqueName.isEmpty }
    }

    @Test func `a finished loop refuses a connection`() throws {
        let bench = try Bench()
        let end = bench.loop.deferred { bench.loop.exit(0) }
        end.schedule()
        #expect(try bench.loop.run() == 0)
        let failure = #expect(throws: DBusError.self) { try bench.connect() }
        let beginning = "the bus at \(bench.bus.address) cannot be watched: "
        #expect(failure?.message.hasPrefix(beginning) == true)
    }

    @Test func `the bus gives each connection a name`() throws {
        let bench = try Bench()
        let names = try [bench.connect().uniqueName, bench.connect().uniqueName]
        #expect(names.allSatisfy { $0.hasPrefix(":") })
        #expect(names[0] != names[1])
    }

    @Test func `the death of the bus is reported once and ends every call`() throws {
        let party = try Party()
        var deaths = 0
        var answer: BusConnection.Reply?
        party.client.onDisconnected = { deaths += 1 }
        party.client.call(try Party.call("Later", [.string("")])) { answer = $0 }
        try party.bench.turn(until: "the call waits") { party.service.waiting.count == 1 }

        try party.bench.bus.kill()
        try party.bench.turn(until: "the death is reported") { deaths > 0 }
        #expect(answer?.error?.name == "org.freedesktop.DBus.Error.Disconnected")
        #expect(!party.client.isOpen)

        // A signal on a closed connection is dropped, and a call fails.
        party.client.send(try Message.signal(path: "/a", interface: "a.b", member: "C"))
        #expect(
            try party.ask("Echo", .variant(.byte(1))).error?.name
                == "org.freedesktop.DBus.Error.Disconnected")
        party.service.waiting[0].reply(.string("too late"))
        try party.service.object?.emit("Ring", of: SampleService.probe, [.variant(.byte(1))])
        party.client.close()
        #expect(deaths == 1)
    }

    @Test func `a connection may be closed when its bus dies`() throws {
        let party = try Party()
        var closed = false
        party.client.onDisconnected = {
            party.client.close()
            closed = true
        }
        try party.bench.bus.kill()
        try party.bench.turn(until: "it is closed") { closed }
        #expect(!party.client.isOpen)
    }

    @Test func `a connection may be closed by a call it answers`() throws {
        let party = try Party()
        party.service.onQuit = {
            party.server.flush()
            party.server.close()
        }
        var owners: [String?] = []
        party.client.followOwner(of: SampleService.name) { owners.append($0) }
        #expect(try party.ask("Quit").get() == [])
        try party.bench.turn(until: "the service has left") { owners.last == .some(nil) }
        #expect(owners == [party.server.uniqueName, nil])
    }

    @Test func `closing a connection reports nothing`() throws {
        let party = try Party()
        var deaths = 0
        var answers = 0
        party.client.onDisconnected = { deaths += 1 }
        party.client.call(try Party.call("Later", [.string("")])) { _ in answers += 1 }
        party.client.close()
        party.client.close()
        try party.bench.settle(party.server)
        #expect(deaths == 0)
        #expect(answers == 0)
    }

    @Test func `a bus that hangs behind a full queue is not waited for`() throws {
        let bench = try Bench()
        let path = String(bench.bus.address.dropFirst("unix:path=".count))
        bench.bus.stop()
        var waiting = 0
        while case .success = try SocketProbe.connect(to: path), waiting < 10_000 { waiting += 1 }
        #expect(waiting < 10_000)
        // A connection that waits is to fail the test, not to stop it.
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [bus = bench.bus] in
            _ = isDone.wait(timeout: .now() + 20)
            bus.resume()
        }
        let error = #expect(throws: DBusError.self) {
            try BusConnection(loop: bench.loop, address: bench.bus.address).close()
        }
        isDone.signal()
        #expect(error?.description.contains("its queue for connections is full") == true)
    }

    @Test func `a bus that does not read is not awaited`() throws {
        let party = try Party()
        var received: [UInt64] = []
        party.client.subscribe(to: MatchRule(sender: SampleService.name, member: "Ring")) {
            if case .uint64(let number)? = (try? $0.arguments())?.first?.unwrapped {
                received.append(number)
            }
        }
        try party.bench.settle(party.client)
        party.bench.bus.stop()
        for number in 0..<UInt64(5_000) {
            try party.service.object?.emit(
                "Ring", of: SampleService.probe, [.variant(.uint64(number))])
        }
        party.server.flush(within: .milliseconds(20))
        party.bench.bus.resume()
        try party.bench.turn(until: "all are received") { received.count == 5_000 }
        #expect(received == Array(0..<5_000))
    }

    @Test func `an idle connection causes no wakeup`() throws {
        let party = try Party()
        try party.bench.settle(party.server, party.client)
        var turns = 0
        while turns < 100, try party.bench.loop.runOnce(timeout: 0) { turns += 1 }
        #expect(turns < 100)
        #expect(try party.bench.loop.runOnce(timeout: 10_000) == false)
    }

    @Test func `a call ends at its timeout`() throws {
        let party = try Party()
        var answer: BusConnection.Reply?
        party.client.call(try Party.call("Later", [.string("")]), timeout: .milliseconds(20)) {
            answer = $0
        }
        try party.bench.turn(until: "the call is given up") { answer != nil }
        #expect(answer?.error == .noReply("Later was not answered within 0.02 seconds"))
        // The late reply has no effect.
        try party.bench.turn(until: "the call waits") { party.service.waiting.count == 1 }
        party.service.waiting[0].reply(.string("too late"))
        #expect(try party.ask("Echo", .variant(.byte(1))).error == nil)
    }

    @Test func `the bus refuses a call to a missing name`() throws {
        let bench = try Bench()
        let answer = try bench.ask(
            bench.connect(),
            .call(to: "org.example.Nobody", path: "/", interface: "a.b", member: "C"))
        #expect(answer.error?.name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }

    @Test func `a call may be made while another is answered`() throws {
        let party = try Party()
        var answers: [DBusValue] = []
        party.client.call(try Party.call("Echo", [.variant(.byte(1))])) { first in
            answers += (try? first.get()) ?? []
            guard let call = try? Party.call("Echo", [.variant(.byte(2))]) else { return }
            party.client.call(call) { answers += (try? $0.get()) ?? [] }
        }
        try party.bench.turn(until: "both are answered") { answers.count == 2 }
        #expect(answers == [.variant(.byte(1)), .variant(.byte(2))])
    }
}
