import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct CallDecodingTests {
    private static let own = "io.github.appearanced."

    @Test(arguments: [
        (#""GetStatus""#, "{}", Request.getStatus),
        (#""GetStatus""#, "null", .getStatus),
        (#""Watch""#, "{}", .watch(light: false)),
        (#""Watch""#, #"{"light":null}"#, .watch(light: false)),
        (#""Watch""#, #"{"light":true}"#, .watch(light: true)),
        (#""SetMode""#, #"{"mode":"night"}"#, .setMode(.night, end: nil)),
        (#""SetMode""#, #"{"mode":"auto","for":null,"until":null}"#, .setMode(.auto, end: nil)),
        (#""SetMode""#, #"{"mode":"dark","for":1}"#, .setMode(.dark, end: .after(Microseconds(1)))),
        (
            #""SetMode""#, #"{"mode":"dark","for":315619200000000}"#,
            .setMode(.dark, end: .after(.days(3653)))
        ),
        (#""SetMode""#, #"{"mode":"dark","until":"next"}"#, .setMode(.dark, end: .nextBoundary)),
        (#""SetMode""#, #"{"until":"sunrise","mode":"light"}"#, .setMode(.light, end: .sunrise)),
        (#""SetMode""#, #"{"mode":"dark","until":"sunset"}"#, .setMode(.dark, end: .sunset)),
        (#""Toggle""#, "{}", .toggle),
        (#""Pause""#, "{}", .pause(end: nil)),
        (#""Pause""#, #"{"for":60000000}"#, .pause(end: .after(.minutes(1)))),
        (#""Resume""#, "{}", .resume),
        (#""FeedLight""#, #"{"source":"webcam é","lux":300}"#, feed("webcam é", 300)),
        (#""FeedLight""#, #"{"source":"a","lux":0.5}"#, feed("a", 0.5)),
        (#""FeedLight""#, #"{"source":"a","lux":200000}"#, feed("a", 200_000)),
        (#""FeedLight""#, #"{"source":"a","lux":-0.0}"#, feed("a", 0)),
        (#""Explain""#, "{}", .explain),
        (#""RequestLight""#, "{}", .requestLight),
        (#""ListSensors""#, "{}", .listSensors), (#""LeaveDesktop""#, "{}", .leaveDesktop),
    ])
    func `a call is decoded`(method: String, parameters: String, request: Request) throws {
        let name = method.dropFirst().dropLast()
        let text = "{\"method\":\"\(Self.own)\(name)\",\"parameters\":\(parameters)}"
        #expect(try Call.decode(Array(text.utf8)) == Call(request))
    }

    private static func feed(_ source: String, _ lux: Double) -> Request {
        .feedLight(source: source, lux: Lux(lux) ?? .zero)
    }

    @Test func `a time of day is decoded as an end`() throws {
        let text = #"{"method":"io.github.appearanced.Pause","parameters":{"until":"07:05"}}"#
        let time = try #require(ClockTime(hour: 7, minute: 5))
        #expect(try Call.decode(Array(text.utf8)).request == .pause(end: .clock(time)))
    }

    @Test func `parameters are optional`() throws {
        let text = #"{"method":"org.varlink.service.GetInfo"}"#
        #expect(try Call.decode(Array(text.utf8)) == Call(.getInfo))
    }

    @Test(arguments: Interface.allCases)
    func `the description of every interface can be requested`(interface: Interface) throws {
        let text = """
            {"method":"org.varlink.service.GetInterfaceDescription",
             "parameters":{"interface":"\(interface.rawValue)"}}
            """
        #expect(try Call.decode(Array(text.utf8)).request == .getInterfaceDescription(interface))
    }

    @Test(arguments: [
        ("", Call.Replies.one), (#","more":true"#, .many), (#","more":false"#, .one),
        (#","more":null,"oneway":null"#, .one), (#","oneway":true"#, .none),
        (#","oneway":true,"more":true"#, .none), (#","novelty":[1]"#, .one),
    ])
    func `the flags oneway and more are decoded`(flags: String, replies: Call.Replies) throws {
        let text = "{\"method\":\"\(Self.own)GetStatus\"\(flags)}"
        #expect(try Call.decode(Array(text.utf8)).replies == replies)
    }

    @Test func `an inhibition requires the flag more`() throws {
        let parameters = #""parameters":{"who":"mpv","why":""}"#
        let text = "{\"method\":\"\(Self.own)Inhibit\",\(parameters),\"more\":true}"
        #expect(
            try Call.decode(Array(text.utf8))
                == Call(.inhibit(who: "mpv", why: ""), replies: .many))
    }
}

extension Lux {
    fileprivate static var zero: Lux { Lux(0).unsafelyUnwrapped }
}
