import AppearanceProtocol
import AppearanceTestSupport
import Testing

/// The exact replies to invalid calls.
@Suite(.bounded) struct MalformedCallTests {
    @Test(arguments: [
        "", "x", "null", "true", "1", "\"io.github.appearanced.GetStatus\"", "[]", "[{}]", "{",
        "{}{}", #"{"method":"a.b","method":"a.b"}"#, #"{"method":NaN}"#, #"{"method":"\ud800"}"#,
        #"{"method":1e999}"#, "\u{1}", #"{"a":\#(String(repeating: "[", count: 99))"#,
    ])
    func `a message that is not an object ends the connection`(text: String) throws {
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(refusal.endsConnection)
        #expect(
            reply(refusal)
                == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"message"}}"#
        )
    }

    @Test func `a message without an end ends the connection`() throws {
        var framer = MessageFramer()
        framer.append([UInt8](repeating: 32, count: 65_537)[...])
        let refusal = try #require(throws: CallError.self) { try framer.next() }
        #expect(refusal.endsConnection)
        #expect(
            reply(refusal)
                == #"{"error":"io.github.appearanced.LimitsExceeded","parameters":{"limit":"65536 bytes a message"}}"#
        )
    }

    /// The call, and the parameter that is named.
    @Test(arguments: [
        ("{}", "method"),
        (#"{"method":null}"#, "method"),
        (#"{"method":1}"#, "method"),
        (#"{"method":["a.b"]}"#, "method"),
        (call("GetStatus", #"[]"#), "parameters"),
        (call("GetStatus", #""x""#), "parameters"),
        (call("GetStatus", #"1"#), "parameters"),
        (call("GetStatus", #"true"#), "parameters"),
        (call("GetStatus", #"{"verbose":true}"#), "verbose"),
        (call("GetStatus", #"{"":null}"#), ""),
        (call("GetStatus", "{}", #","more":1"#), "more"),
        (call("GetStatus", "{}", #","more":"yes""#), "more"),
        (call("GetStatus", "{}", #","oneway":0"#), "oneway"),
        (call("GetStatus", "{}", #","oneway":"true""#), "oneway"),
        (call("GetStatus", "{}", #","upgrade":true"#), "upgrade"),
        (call("GetStatus", "{}", #","upgrade":{}"#), "upgrade"),
        (call("Watch", #"{"light":1}"#), "light"),
        (call("Watch", #"{"light":"true"}"#), "light"),
        (call("Watch", #"{"lights":true}"#), "lights"),
        (call("SetMode", #"{}"#), "mode"),
        (call("SetMode", #"{"mode":null}"#), "mode"),
        (call("SetMode", #"{"mode":1}"#), "mode"),
        (call("SetMode", #"{"mode":""}"#), "mode"),
        (call("SetMode", #"{"mode":"purple"}"#), "mode"),
        (call("SetMode", #"{"mode":"Dark"}"#), "mode"),
        (call("SetMode", #"{"mode":"dark "}"#), "mode"),
        (call("SetMode", #"{"mode":"dark\u0000"}"#), "mode"),
        (call("SetMode", #"{"mod":"dark"}"#), "mod"),
        (call("SetMode", #"{"mode":"dark","for":0}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":-1}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":1.0}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":"45m"}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":315619200000001}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":9223372036854775807}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":99999999999999999999}"#), "for"),
        (call("SetMode", #"{"mode":"dark","for":1,"until":"next"}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":""}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":1}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":"dusk"}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":"7:00"}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":"24:00"}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":"12:60"}"#), "until"),
        (call("SetMode", #"{"mode":"dark","until":"12:00:00"}"#), "until"),
        (call("SetMode", #"{"mode":"auto","for":1}"#), "for"),
        (call("SetMode", #"{"mode":"auto","until":"next"}"#), "until"),
        (call("Toggle", #"{"mode":"dark"}"#), "mode"),
        (call("Pause", #"{"for":0}"#), "for"),
        (call("Pause", #"{"until":"never"}"#), "until"),
        (call("Pause", #"{"for":1,"until":"sunset"}"#), "until"),
        (call("Pause", #"{"mode":"dark"}"#), "mode"),
        (call("Resume", #"{"for":1}"#), "for"),
        (call("Inhibit", #"{"why":"film"}"#), "who"),
        (call("Inhibit", #"{"who":"mpv"}"#), "why"),
        (call("Inhibit", #"{"who":"","why":"film"}"#), "who"),
        (call("Inhibit", #"{"who":"a\nb","why":"film"}"#), "who"),
        (call("Inhibit", #"{"who":"mpv","why":"\u001b[2J"}"#), "why"),
        (call("Inhibit", #"{"who":"\#(String(repeating: "w", count: 257))","why":""}"#), "who"),
        (call("Inhibit", #"{"who":"w","why":"\#(String(repeating: "y", count: 1025))"}"#), "why"),
        (call("FeedLight", #"{"lux":1}"#), "source"),
        (call("FeedLight", #"{"source":"","lux":1}"#), "source"),
        (
            call("FeedLight", #"{"source":"\#(String(repeating: "s", count: 65))","lux":1}"#),
            "source"
        ),
        (call("FeedLight", #"{"source":"a\u0000b","lux":1}"#), "source"),
        (call("FeedLight", #"{"source":"a\u2028b","lux":1}"#), "source"),
        (call("FeedLight", #"{"source":7,"lux":1}"#), "source"),
        (call("FeedLight", #"{"source":"a"}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":-1}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":-1e-300}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":200001}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":1e300}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":"12"}"#), "lux"),
        (call("FeedLight", #"{"source":"a","lux":true}"#), "lux"),
        (call("Explain", #"{"json":true}"#), "json"),
        (call("ListSensors", #"{"all":true}"#), "all"),
        (#"{"method":"org.varlink.service.GetInfo","parameters":{"x":1}}"#, "x"),
        (#"{"method":"org.varlink.service.GetInterfaceDescription"}"#, "interface"),
        (
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":1}}"#,
            "interface"
        ),
    ])
    func `a wrong parameter is named`(text: String, parameter: String) throws {
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(!refusal.endsConnection)
        #expect(
            reply(refusal)
                == "{\"error\":\"org.varlink.service.InvalidParameter\",\"parameters\":{\"parameter\":\"\(parameter)\"}}"
        )
    }

    @Test(arguments: [
        ("GetStatus", #"MethodNotFound","parameters":{"method":"GetStatus"}"#),
        ("", #"MethodNotFound","parameters":{"method":""}"#),
        (".GetStatus", #"MethodNotFound","parameters":{"method":".GetStatus"}"#),
        (
            "io.github.appearanced.",
            #"MethodNotFound","parameters":{"method":"io.github.appearanced."}"#
        ),
        (
            "io.github.appearanced.Explode",
            #"MethodNotFound","parameters":{"method":"io.github.appearanced.Explode"}"#
        ),
        (
            "io.github.appearanced.getStatus",
            #"MethodNotFound","parameters":{"method":"io.github.appearanced.getStatus"}"#
        ),
        (
            "org.varlink.service.GetStatus",
            #"MethodNotFound","parameters":{"method":"org.varlink.service.GetStatus"}"#
        ),
        ("org.example.Hello", #"InterfaceNotFound","parameters":{"interface":"org.example"}"#),
        (
            "io.github.appearanced2.GetStatus",
            #"InterfaceNotFound","parameters":{"interface":"io.github.appearanced2"}"#
        ),
    ])
    func `an unknown method or interface is named`(method: String, answer: String) throws {
        let text = "{\"method\":\"\(method)\"}"
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(!refusal.endsConnection)
        #expect(reply(refusal) == "{\"error\":\"org.varlink.service.\(answer)}")
    }

    @Test func `the description of an unknown interface is not found`() throws {
        let text =
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(refusal.error == .interfaceNotFound(interface: "a.b"))
    }

    @Test(arguments: ["", #","oneway":false"#])
    func `an inhibition without the flag more is refused`(flags: String) throws {
        let text = call("Inhibit", #"{"who":"mpv","why":"film"}"#, flags)
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(reply(refusal) == #"{"error":"org.varlink.service.ExpectedMore","parameters":{}}"#)
    }

    @Test(arguments: [
        call("Explode", "{}", #","oneway":true"#),
        call("SetMode", #"{"mode":"purple"}"#, #","oneway":true"#),
        call("Inhibit", #"{"who":"mpv","why":"film"}"#, #","oneway":true"#),
        call("GetStatus", "{}", #","oneway":true,"more":1"#),
        #"{"oneway":true}"#,
    ])
    func `a oneway call receives no error`(text: String) throws {
        let refusal = try #require(throws: CallError.self) {
            try Call.decode(Array(text.utf8))
        }
        #expect(refusal.reply == nil)
        #expect(!refusal.endsConnection)
    }

    /// The reply without its NUL; the NUL is seen to be there.
    private func reply(_ refusal: CallError) -> String? {
        guard let bytes = refusal.reply, bytes.last == 0 else { return nil }
        return String(decoding: bytes.dropLast(), as: UTF8.self)
    }
}

private func call(_ method: String, _ parameters: String, _ flags: String = "") -> String {
    "{\"method\":\"io.github.appearanced.\(method)\",\"parameters\":\(parameters)\(flags)}"
}
