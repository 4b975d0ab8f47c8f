import AppearanceTestSupport
import DBus
import Testing

@Suite(.bounded, .requires(.bus)) struct MethodCallTests {
    @Test func `every type is returned unchanged`() throws {
        let party = try Party()
        for (value, _) in DBusValueTests.everyType {
            #expect(try party.ask("Echo", .variant(value)).get() == [.variant(value)])
        }
    }

    @Test func `a call without an interface finds its method`() throws {
        let party = try Party()
        #expect(try party.ask("Toggle", of: nil).get() == [.string("dark")])
        let mode = try party.ask(
            "Get", .string(SampleService.interface), .string("Mode"), of: nil)
        #expect(try mode.get() == [.variant(.string("light"))])
        let error = try party.ask("Sing", of: nil).error
        #expect(error == .unknownMethod("/org/example/lamp has no method Sing"))
    }

    @Test func `a caller that requests no reply receives none`() throws {
        let party = try Party()
        let monitor = try ChildProcess(
            "dbus-monitor",
            ["--address", party.bench.bus.address, "destination='\(party.client.uniqueName)'"],
            environment: TestHome.plainEnvironment)
        try monitor.waitForLine(containing: "NameLost")
        for (member, arguments) in [
            ("Echo", [DBusValue.variant(.string("unwanted"))]), ("Fail", []), ("Sing", []),
            ("Drop", []), ("Unsendable", []),
        ] {
            party.client.send(try Party.call(member, arguments))
        }
        party.client.send(
            try Party.call("Introspect", of: "org.freedesktop.DBus.Introspectable"))
        #expect(try party.ask("Echo", .variant(.string("wanted"))).error == nil)
        try monitor.waitForLine(containing: "wanted")
        let answers = monitor.text().split(separator: "\n").filter {
            $0.hasPrefix("method return") || $0.hasPrefix("error")
        }
        #expect(answers.count == 1)
        #expect(!monitor.text().contains("unwanted"))
    }

    @Test(.requires(.busClient)) func `a file descriptor is refused`() throws {
        let party = try Party()
        let script = """
            import dbus, sys
            bus = dbus.bus.BusConnection("\(party.bench.bus.address)")
            try:
                bus.call_blocking(
                    "\(SampleService.name)", "\(SampleService.path)", "\(SampleService.probe)",
                    "Echo", "v", [dbus.types.UnixFd(0, variant_level=1)])
            except dbus.DBusException as error:
                print(error.get_dbus_name(), error.get_dbus_message())
            """
        let caller = try ChildProcess(
            "/usr/bin/python3", ["-c", script], environment: TestHome.plainEnvironment)
        try party.bench.turn(until: "the caller has its answer") { !caller.isRunning }
        #expect(
            caller.text() == """
                org.freedesktop.DBus.Error.InvalidArgs a file descriptor (h) is not accepted; \
                send a path or the data

                """)
    }

    @Test func `an unknown method is named`() throws {
        let error = try Party().ask("Sing").error
        #expect(error?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(error?.message == "org.example.Probe has no method Sing")
    }

    @Test func `an unknown interface is named`() throws {
        let error = try Party().ask("Echo", .variant(.byte(1)), of: "org.example.Choir").error
        #expect(error?.name == "org.freedesktop.DBus.Error.UnknownInterface")
        #expect(error?.message == "/org/example/lamp has no interface org.example.Choir")
    }

    @Test(arguments: ["/org/example/other", "/org/example/lamp/below", "/other"])
    func `an unknown object is named`(path: String) throws {
        let error = try Party().ask("Echo", .variant(.byte(1)), path: path).error
        #expect(error?.name == "org.freedesktop.DBus.Error.UnknownObject")
        #expect(error?.message == "there is no object at \(path)")
    }

    @Test func `arguments of other types are refused with both signatures`() throws {
        let party = try Party()
        for (arguments, found) in [
            ([DBusValue](), ""), ([.string("dark")], "s"),
            ([.string("dark"), .properties([:]), .byte(1)], "sa{sv}y"),
            ([.uint32(1), .properties([:])], "ua{sv}"),
        ] {
            let call = try Party.call("SetMode", arguments, of: SampleService.interface)
            let error = try party.bench.ask(party.client, call).error
            #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
            #expect(error?.message == "SetMode takes (sa{sv}), and got (\(found))")
        }
        #expect(party.service.modesSet.isEmpty)
    }

    @Test func `a handler's error reaches the caller`() throws {
        let party = try Party()
        let error = try party.ask("Fail").error
        #expect(error == DBusError(name: "org.example.Error.Broken", message: "it\u{FFFD}broke"))
    }

    @Test func `an answer that cannot be sent is refused instead`() throws {
        let error = try Party().ask("Unsendable").error
        #expect(error?.name == "org.freedesktop.DBus.Error.Failed")
        #expect(error?.message.contains("NUL") == true)
    }

    @Test func `a call dropped without an answer is refused`() throws {
        let error = try Party().ask("Drop").error
        #expect(error?.name == "org.freedesktop.DBus.Error.NoReply")
        #expect(error?.message == "Drop was dropped without an answer")
    }

    @Test func `an error after the answer is dropped`() throws {
        let party = try Party()
        #expect(try party.ask("Regret").get() == [])
        #expect(try party.ask("Echo", .variant(.byte(1))).error == nil)
    }

    @Test func `a call can be answered later`() throws {
        let party = try Party()
        var answers: [String] = []
        for word in ["one", "two"] {
            party.client.call(try Party.call("Later", [.string(word)])) {
                answers.append((try? $0.get().first?.text) ?? "none")
            }
        }
        try party.bench.turn(until: "both calls wait") { party.service.waiting.count == 2 }
        // Others are answered meanwhile.
        #expect(try party.ask("Echo", .variant(.byte(1))).error == nil)
        #expect(answers.isEmpty)
        for call in party.service.waiting.reversed() {
            call.reply(.string("late " + (call.arguments[0].text ?? "")))
        }
        try party.bench.turn(until: "both are answered") { answers.count == 2 }
        #expect(answers == ["late two", "late one"])
    }

    @Test func `a call has the name of its caller`() throws {
        let party = try Party()
        party.client.call(try Party.call("Later", [.string("")])) { _ in }
        try party.bench.turn(until: "the call waits") { !party.service.waiting.isEmpty }
        #expect(party.service.waiting.first?.sender == party.client.uniqueName)
    }

    @Test func `a thousand sets in flight are answered in order`() throws {
        let party = try Party()
        let modes = ["auto", "light", "dark", "night"]
        var answered: [Int] = []
        var received: [String] = []
        party.client.subscribe(
            to: MatchRule(sender: SampleService.name, member: "ModeChanged")
        ) { received.append((try? $0.arguments().first?.text) ?? "none") }
        try party.bench.settle(party.client)

        for number in 0..<1000 {
            let set = try Party.call(
                "Set",
                [
                    .string(SampleService.interface), .string("Mode"),
                    .variant(.string(modes[number % 4])),
                ], of: "org.freedesktop.DBus.Properties")
            party.client.call(set) { if $0.error == nil { answered.append(number) } }
        }
        try party.bench.turn(until: "all are answered") { answered.count == 1000 }
        try party.bench.settle(party.server, party.client)

        #expect(answered == Array(0..<1000))
        #expect(party.service.modesSet == (0..<1000).map { modes[$0 % 4] })
        #expect(received == party.service.modesSet)
    }

    @Test func `a caller that leaves does not affect others`() throws {
        let party = try Party()
        let hasty = try party.bench.connect()
        for _ in 0..<100 { hasty.call(try Party.call("Later", [.string("")])) { _ in } }
        hasty.flush()
        hasty.close()
        try party.bench.turn(until: "its calls wait") { party.service.waiting.count == 100 }
        for call in party.service.waiting { call.reply(.string("too late")) }
        party.service.waiting = []
        #expect(try party.ask("Echo", .variant(.byte(1))).get() == [.variant(.byte(1))])
    }
}
