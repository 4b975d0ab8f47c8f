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

    @Test func `missing members of an older daemon are tolerated`() throws {
        var text = String(decoding: Reply.status(Examples.bareSnapshot).encoded(), as: UTF8.self)
        for name in [
            "pending_change", "pending_appearance", "reported_by", "reported_until",
            "paused_until", "time_zone",
        ] {
            #expect(text.contains("\"\(name)\":null,"))
            text.replace("\"\(name)\":null,", with: "")
        }
        text.removeLast()
        let parameters = try JSON(decoding: Array(text.utf8))["parameters"]
        #expect(try Snapshot(try #require(parameters?["status"])) == Examples.bareSnapshot)
    }

    @Test(arguments: [
        ("\"mode\":\"auto\"", "\"mode\":\"purple\"", "status.mode"),
        ("\"mode\":\"auto\"", "\"mode\":null", "status.mode"),
        ("\"mode\":\"auto\",", "", "status.mode"),
        ("\"previous\":null", "\"previous\":\"auto\"", "status.previous"),
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
