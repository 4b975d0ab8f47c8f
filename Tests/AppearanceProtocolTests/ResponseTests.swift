import AppearanceModel
import AppearanceProtocol
import Testing

import struct AppearanceTestSupport.Bounded

@Suite(.bounded) struct ResponseTests {
    @Test(arguments: [Examples.fullSnapshot, Examples.bareSnapshot], [false, true])
    func `a status is decoded unchanged`(snapshot: Snapshot, continues: Bool) throws {
        let (parameters, more) = try received(.status(snapshot), continues: continues)
        #expect(try Snapshot(try #require(parameters["status"])) == snapshot)
        #expect(more == continues)
    }

    @Test(arguments: [Examples.fullRationale, Examples.bareRationale])
    func `an explanation is decoded unchanged`(rationale: Rationale) throws {
        let (parameters, _) = try received(.explanation(rationale))
        #expect(try Rationale(try #require(parameters["explanation"])) == rationale)
    }

    @Test func `sensors are decoded unchanged`() throws {
        let (parameters, _) = try received(.sensors(Examples.sensors))
        let sensors = try #require(parameters["sensors"]?.array)
        #expect(try sensors.map { try SensorListing($0) } == Examples.sensors)
    }

    @Test(arguments: [
        VarlinkError.interfaceNotFound(interface: "a.b"), .methodNotFound(method: "a.b.C"),
        .methodNotImplemented(method: "a.b.C"), .invalidParameter(parameter: "for"),
        .permissionDenied, .expectedMore, .noSuchEvent(until: "sunrise", next: nil),
        .noSuchEvent(until: "sunset", next: WallTime(secondsSinceEpoch: 5)),
        .limitsExceeded(limit: "256 connections"), .calledByHook(hook: "10-own"),
        .unknown(name: "io.github.appearanced.New"),
    ])
    func `an error is decoded unchanged`(error: VarlinkError) throws {
        let message = try withoutNUL(Reply.error(error).encoded())
        #expect(try Response.decode(message).outcome == .error(error))
    }

    @Test func `a reply without parameters is empty`() throws {
        let response = try Response.decode(Array("{}".utf8))
        #expect(response == Response.done)
    }

    @Test(arguments: ["", "[]", "x", #"{"error":1}"#, #"{"error":{}}"#])
    func `an invalid reply is refused`(text: String) {
        #expect(throws: JSONError.self) { try Response.decode(Array(text.utf8)) }
    }

    @Test func `unknown members of a newer daemon are ignored`() throws {
        var text = String(decoding: Reply.status(Examples.bareSnapshot).encoded(), as: UTF8.self)
        text.replace("\"mode\":", with: "\"novelty\":{\"a\":1},\"mode\":")
        text.removeLast()
        let parameters = try JSON(decoding: Array(text.utf8))["parameters"]
        #expect(try Snapshot(try #require(parameters?["status"])) == Examples.bareSnapshot)
    }

    /// Each word of the fullest status, replaced by one of a newer daemon.
    @Test(arguments: [
        "mode", "appearance", "previous", "reason", "next_appearance", "pending_appearance",
        "light_unit",
        "sensor",
    ])
    func `a word of a newer daemon leaves the rest of the status`(member: String) throws {
        let status = try received(.status(Examples.fullSnapshot)).0["status"]?.replacing(
            member, with: .string("twilight"))
        let read = try Snapshot(try #require(status))
        var expected = Examples.fullSnapshot
        switch member {
        case "mode": expected.mode = .auto
        case "appearance": expected.appearance = .dark
        case "previous": expected.previous = nil
        case "reason": expected.reason = .startup
        case "next_appearance": expected.next = nil
        case "pending_appearance": expected.pending = nil
        case "light_unit": expected.light = nil
        default: expected.sensor = .none
        }
        #expect(expected != Examples.fullSnapshot)
        #expect(read == expected)
    }

    @Test(arguments: ["appearance", "mode", "reason"])
    func `a word of a newer daemon leaves the rest of an explanation`(member: String) throws {
        let explanation = try received(.explanation(Examples.fullRationale)).0["explanation"]?
            .replacing(member, with: .string("twilight"))
        let read = try Rationale(try #require(explanation))
        #expect(
            read.inputs == Examples.fullRationale.inputs && read.next == Examples.fullRationale.next
        )
    }

    @Test func `a sensor in a state of a newer daemon is listed`() throws {
        let sensors = try #require(received(.sensors(Examples.sensors)).0["sensors"]?.array)
        for (sensor, known) in zip(sensors, Examples.sensors) {
            let read = try SensorListing(sensor.replacing("state", with: .string("dusty")))
            #expect(read.state == .none && read.name == known.name && read.light == known.light)
        }
    }

    @Test func `missing members of an older daemon are tolerated`() throws {
        var text = String(decoding: Reply.status(Examples.bareSnapshot).encoded(), as: UTF8.self)
        for name in [
            "pending_change", "pending_appearance", "waits_for", "at_most", "reported_by",
            "reported_until",
            "paused_until", "light_paused_until", "time_zone",
        ] {
            #expect(text.contains("\"\(name)\":null,"))
            text.replace("\"\(name)\":null,", with: "")
        }
        #expect(text.contains("\"light_needed\":false,"))
        text.replace("\"light_needed\":false,", with: "")
        text.removeLast()
        let parameters = try JSON(decoding: Array(text.utf8))["parameters"]
        #expect(try Snapshot(try #require(parameters?["status"])) == Examples.bareSnapshot)
    }

    @Test(arguments: [
        ("\"mode\":\"auto\"", "\"mode\":1", "status.mode"),
        ("\"mode\":\"auto\"", "\"mode\":null", "status.mode"),
        ("\"mode\":\"auto\",", "", "status.mode"),
        ("\"previous\":null", "\"previous\":1", "status.previous"),
        ("\"since\":0", "\"since\":0.5", "status.since"),
        ("\"paused\":false", "\"paused\":0", "status.paused"),
        ("\"light\":null", "\"light\":\"12\"", "status.light"),
    ])
    func `a status of another structure is refused with the position`(
        old: String, new: String, path: String
    )
        throws
    {
        var text = String(decoding: Reply.status(Examples.bareSnapshot).encoded(), as: UTF8.self)
        text.replace(old, with: new)
        text.removeLast()
        let status = try #require(try JSON(decoding: Array(text.utf8))["parameters"]?["status"])
        let error = #expect(throws: JSONError.self) { try Snapshot(status) }
        #expect(error?.path == path)
    }

    private func received(_ reply: Reply, continues: Bool = false) throws -> (JSON, Bool) {
        let response = try Response.decode(withoutNUL(reply.encoded(continues: continues)))
        guard case .parameters(let parameters) = response.outcome else {
            Issue.record("an error: \(response)")
            return (.null, false)
        }
        return (parameters, response.continues)
    }
}

extension Response {
    fileprivate static var done: Response? {
        try? Response.decode(withoutNUL(Reply.done.encoded()))
    }
}

extension JSON {
    /// Returns an object with another value of one of its members.
    fileprivate func replacing(_ name: String, with value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { $0.name == name ? Member(name: name, value: value) : $0 })
    }
}
