import AppearanceLimits
import AppearanceTestSupport
import DBus
import Testing

/// The size of received and of sent messages.
@Suite(.bounded, .requires(.bus)) struct LimitTests {
    private let party: Party

    init() throws { party = try Party() }

    private static func text(_ count: Int) -> DBusValue {
        .string(String(repeating: "x", count: count))
    }

    private static func numbers(_ count: Int) -> DBusValue {
        .array(of: "y", Array(repeating: .byte(1), count: count))
    }

    // Echo takes one variant; the variant and its content count as values.
    @Test(arguments: [
        text(Limits.callBytes), numbers(Limits.callValues - 2),
        .strings(Array(repeating: "", count: Limits.callValues - 2)),
    ])
    func `a call within the limits is accepted`(value: DBusValue) throws {
        #expect(try party.ask("Echo", .variant(value)).get() == [.variant(value)])
    }

    @Test(arguments: [
        text(Limits.callBytes + 1), numbers(Limits.callValues - 1),
        .strings(Array(repeating: "", count: Limits.callValues - 1)),
        .strings([String(repeating: "x", count: Limits.callBytes - 1), "xx"]),
        .dictionary(
            key: "y", value: "v",
            (0..<255).map { .init(.byte($0), .variant(numbers(20))) }),
    ])
    func `a call beyond the limits is refused`(value: DBusValue) throws {
        let error = try #require(try party.ask("Echo", .variant(value)).error)
        #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
        #expect(error.message == "a call has at most 4096 values and 65536 bytes of text")
    }

    @Test func `an answer above the size limit becomes a short error`() throws {
        let bench = party.bench
        var length = Limits.sentBytes
        party.server.export(
            path: "/long",
            [
                ExportedInterface(
                    "org.example.Long",
                    methods: [
                        ExportedMethod("Read", returns: "s") { $0.reply(Self.text(length)) }
                    ])
            ])
        let call = { try Party.call("Read", of: "org.example.Long", path: "/long") }
        #expect(try bench.ask(party.client, call()).get() == [Self.text(length)])
        length += 1
        let error = try #require(try bench.ask(party.client, call()).error)
        #expect(error.name == "org.freedesktop.DBus.Error.Failed")
        #expect(
            error.message
                == "the answer cannot be sent: a message has at most 1048576 bytes")
    }

    @Test func `the message of an error is shortened`() throws {
        party.server.export(
            path: "/wordy",
            [
                ExportedInterface(
                    "org.example.Wordy",
                    methods: [
                        ExportedMethod("Fail") { _ throws(DBusError) in
                            throw .failed("a" + String(repeating: "\u{301}", count: 40_000))
                        }
                    ])
            ])
        let error = try #require(
            try party.bench.ask(
                party.client, Party.call("Fail", of: "org.example.Wordy", path: "/wordy")
            ).error)
        #expect(error.message == "a" + String(repeating: "\u{301}", count: 511) + "…")
    }

    /// Another program can send it to us directly, without a subscription.
    @Test func `a signal above the limits is ignored`() throws {
        var received: [DBusValue] = []
        party.client.subscribe(
            to: MatchRule(interface: SampleService.probe, member: "Ring", firstArgument: "first")
        ) { received += (try? $0.arguments()) ?? [] }
        let object = party.server.export(
            path: "/ring",
            [ExportedInterface(SampleService.probe, signals: [ExportedSignal("Ring", "say")])])
        for count in [Limits.receivedValues, 1] {
            try object.emit(
                "Ring", of: SampleService.probe, [.string("first"), Self.numbers(count)])
        }
        try party.bench.turn(until: "the second is received") { !received.isEmpty }
        #expect(received == [.string("first"), Self.numbers(1)])
    }
}
