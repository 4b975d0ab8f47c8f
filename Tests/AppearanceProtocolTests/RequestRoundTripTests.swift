import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct RequestRoundTripTests {
    static let requests: [Request] =
        [
            .getInfo, .getInterfaceDescription(.appearanced), .getStatus, .watch(light: false),
            .watch(light: true), .toggle, .resume, .explain, .requestLight, .listSensors,
            .leaveDesktop,
            .feedLight(source: "\"webcam\\ é", lux: lux(12.5)),
            .feedLight(source: "a", lux: lux(0)),
            .feedLight(source: "a", lux: lux(0), whileConnected: true),
            .endReports(source: "webcam é"),
            .reportPresence(
                PresenceReport(
                    holders: [ChangeHolder(.fullscreen, who: "mpv é")], isQuiet: true, isIdle: false
                )),
            .reportPresence(PresenceReport()),
        ] + Mode.allCases.map { .setMode($0, end: nil) }
        + ends.flatMap { [.setMode(.dark, end: $0), .pause(end: $0)] }
        + ends.compactMap { $0.map { .pauseLight(end: $0) } }

    private static let ends: [ModeEnd?] =
        [nil, .after(.minutes(45)), .nextBoundary, .sunrise, .sunset]
        + [(0, 0), (23, 59)].map { ClockTime(hour: $0, minute: $1).map(ModeEnd.clock) }

    private static func lux(_ value: Double) -> Lux { Lux(value).unsafelyUnwrapped }

    @Test(arguments: requests, [Call.Replies.one, .many, .none])
    func `the daemon decodes the requests of the client`(request: Request, replies: Call.Replies)
        throws
    {
        let call = Call(request, replies: replies)
        #expect(try Call.decode(withoutNUL(call.encoded())) == call)
    }

    @Test func `an inhibition is decoded`() throws {
        let call = Call(.inhibit(who: "mpv", why: "a \"film\""), replies: .many)
        #expect(try Call.decode(withoutNUL(call.encoded())) == call)
    }

    @Test func `a call is encoded as plain varlink`() {
        let call = Call(.setMode(.dark, end: .sunset), replies: .none)
        #expect(
            String(decoding: call.encoded(), as: UTF8.self) == """
                {"method":"io.github.appearanced.SetMode","parameters":{"mode":"dark",\
                "until":"sunset"},"oneway":true}\0
                """)
    }
}

/// The message as a framer hands it out; seen to end in a NUL, and to have no other.
func withoutNUL(_ message: [UInt8]) throws -> [UInt8] {
    var framer = MessageFramer()
    framer.append(message[...])
    let framed = try #require(try framer.next())
    #expect(framed.count == message.count - 1)
    return framed
}
