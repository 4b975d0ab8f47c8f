import AppearanceModel
import AppearanceProtocol
import Testing

import struct AppearanceTestSupport.Bounded

@Suite(.bounded) struct JSONTests {
    @Test func `every kind of value is read`() throws {
        let text =
            #"{"n":null,"t":true,"i":-9007199254740993,"r":1.5e2,"s":"é\u0000\n","a":[1,[]],"o":{}}"#
        let json = try JSON(decoding: Array(text.utf8))
        #expect(
            json
                == .object([
                    .init(name: "n", value: .null),
                    .init(name: "t", value: .bool(true)),
                    .init(name: "i", value: .integer(-9_007_199_254_740_993)),
                    .init(name: "r", value: .real(150)),
                    .init(name: "s", value: .string("é\u{0}\n")),
                    .init(name: "a", value: .array([.integer(1), .array([])])),
                    .init(name: "o", value: .object([])),
                ]))
    }

    @Test func `a control character of Latin 1 or of the direction is written as an escape`() throws
    {
        let text = "theme \u{9B}31m\u{7F} «ä» ° a\u{202E}b → …\u{61C}\u{FEFF}"
        let written = String(decoding: JSON.string(text).text, as: UTF8.self)
        #expect(written == #""theme \u009b31m\u007f «ä» ° a\u202eb → …\u061c\ufeff""#)
        #expect(try JSON(decoding: Array("[\(written)]".utf8)) == .array([.string(text)]))
    }

    @Test(arguments: [
        "", " ", "{", "}", "nul", "1", "\"text\"", "{}x", "{}{}", "{\"a\":1,}", "{a:1}", "{'a':1}",
        "[1 2]", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":1e999}", "{\"a\":01}", "{\"a\":+1}",
        "{\"a\":.5}", "{\"a\":1,\"a\":2}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\x\"}",
        "{\"a\":\"\n\"}",
        "/* */{}", "\u{FEFF}{}",
    ])
    func `invalid JSON is refused`(text: String) {
        #expect(throws: JSONError.self) { try JSON(decoding: Array(text.utf8)) }
    }

    @Test(arguments: [
        [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
    ])
    func `invalid UTF-8 is refused`(bytes: [UInt8]) {
        let text = Array("{\"a\":\"".utf8) + bytes + Array("\"}".utf8)
        #expect(throws: JSONError.self) { try JSON(decoding: text) }
    }

    @Test func `nesting is accepted up to the limit`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array(
                (String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8
            )
        }
        _ = try JSON(decoding: nested(JSON.depthLimit))
        let error = #expect(throws: JSONError.self) {
            try JSON(decoding: nested(JSON.depthLimit + 1))
        }
        #expect(error?.problem == "more than 32 levels deep")
        #expect(throws: JSONError.self) { try JSON(decoding: nested(30_000)) }
    }

    @Test func `brackets in a string do not count as nesting`() throws {
        let text = #"{"a":"\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}"#
        #expect(try JSON(decoding: Array(text.utf8))["a"]?.string?.count == 45)
    }

    @Test func `a whole number beyond 64 bits is not an integer`() throws {
        let text = #"{"a":99999999999999999999,"b":[60000000,-9007199254740992],"c":0.5}"#
        let json = try JSON(decoding: Array(text.utf8))
        #expect(json["a"] == .real(1e20))
        #expect(json["a"]?.integer == nil)
        // Those beside it are what they would be without it.
        #expect(json["b"] == .array([.integer(60_000_000), .integer(-9_007_199_254_740_992)]))
        #expect(json["c"] == .real(0.5))
    }

    @Test func `each accessor returns only values of its type`() {
        let values: [JSON] = [
            .null, .bool(true), .integer(1), .real(1), .string("1"), .array([]), .object([]),
        ]
        #expect(values.map { $0.bool } == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map { $0.integer } == [nil, nil, 1, nil, nil, nil, nil])
        #expect(values.map { $0.number } == [nil, nil, 1, 1, nil, nil, nil])
        #expect(values.map { $0.string } == [nil, nil, nil, nil, "1", nil, nil])
        #expect(values.map { $0.array } == [nil, nil, nil, nil, nil, [], nil])
    }

    @Test(arguments: [
        (JSON.string("a\"b\\c/d"), #""a\"b\\c/d""#),
        (.string("\u{0}\u{1F}\u{10}\n\r\t\u{7F}é😀"), "\"\\u0000\\u001f\\u0010\\n\\r\\t\\u007fé😀\""),
        (.integer(.min), "-9223372036854775808"),
        (.integer(.max), "9223372036854775807"),
        (.integer(0), "0"),
        (.real(412), "412.0"),
        (.real(0.1), "0.1"),
        (.real(1e-7), "1e-07"),
        (.real(.infinity), "null"),
        (.real(.nan), "null"),
        (.array([.null, .bool(false), .array([]), .object([])]), "[null,false,[],{}]"),
        (
            .object([
                .init(name: "a\n", value: .integer(1)),
                .init(name: "", value: .array([.integer(2)])),
            ]), #"{"a\n":1,"":[2]}"#
        ),
    ])
    func `values are encoded exactly`(value: JSON, text: String) {
        #expect(String(decoding: value.text, as: UTF8.self) == text)
    }

    @Test func `an encoded value is decoded unchanged`() throws {
        let value = JSON.object([
            .init(
                name: "text",
                value: .string(
                    String(
                        String.UnicodeScalarView(
                            (0...0x2FF).compactMap { Unicode.Scalar($0 as UInt32) })))),
            .init(
                name: "numbers",
                value: .array([
                    .real(1.7976931348623157e308), .real(-0.3), .integer(.min),
                ])),
        ])
        #expect(try JSON(decoding: value.text) == value)
    }
}
