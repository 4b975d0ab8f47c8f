import AppearanceTestSupport
import TOML
import Testing

/// Errors of invalid text: cause, position and remedy.
@Suite(.bounded) struct ErrorTests {
    @Test(arguments: [
        ("a = 1\nb = sensor", "2:5: `sensor` is not a value; put a string in quotes: \"sensor\""),
        ("a = 30s", "1:5: `30s` is not a number; put a string in quotes: \"30s\""),
        ("a = True", "1:5: `True` is not a value; write `true`"),
        ("a = +INF", "1:5: `+INF` is not a value; write `+inf`"),
        ("a = -NaN", "1:5: `-NaN` is not a value; write `-nan`"),
        ("a = +True", "1:5: `+True` is not a value; write `true`"),
        ("a = 1e++5", "1:5: `1e++5` is not a number; put a string in quotes: \"1e++5\""),
        (
            "a = 22:30",
            "1:5: `22:30` is a date or a time, which this reader does not take; "
                + "put it in quotes: \"22:30\""
        ),
        (
            "a = 2026-06-21T02:43:10Z",
            "1:5: `2026-06-21T02:43:10Z` is a date or a time, which this reader does not take; "
                + "put it in quotes: \"2026-06-21T02:43:10Z\""
        ),
        ("a = 007", "1:5: `007` is not a number; take the zeros from its front"),
        (
            "a = 1__0",
            "1:5: `1__0` is not a number; an underscore may only stand between two digits"
        ),
        ("a = .5", "1:5: `.5` is not a number; write a digit on both sides of the point"),
        (
            "a = 9223372036854775808",
            "1:5: `9223372036854775808` is out of range; an integer lies in "
                + "-9223372036854775808 to 9223372036854775807"
        ),
        ("a = ", "1:5: the end of the file stands where a value should; write a value"),
        ("a =\nb = 1", "1:4: the end of the line stands where a value should; write a value"),
        ("a = é", "1:5: `é` cannot begin a value; put a string in quotes: \"…\""),
        (
            "a b = 1",
            "1:3: `=` and a value should follow the key `a`, not `b`; a key with other characters "
                + "than ASCII letters, digits, `_` and `-` needs quotes"
        ),
        (
            "= 1",
            "1:1: `=` stands where a key should; a key is made of ASCII letters, digits, `_` and "
                + "`-`, or stands in quotes"
        ),
        ("a = 1 b = 2", "1:7: `b` stands after the value; begin a new line, or a comment with `#`"),
        ("[a] b = 2", "1:5: `b` stands after the header; begin a new line, or a comment with `#`"),
        (
            "[a\nb = 1",
            "1:3: the end of the line stands where the header that begins at column 1 should end; "
                + "close it with `]`"
        ),
        (
            "[[a] ]",
            "1:5: a space stands where the header that begins at column 1 should end; "
                + "close it with `]]`"
        ),
        (
            "a = [1\n2]",
            "2:1: `2` stands in the array that begins on line 1; put `,` before another value or "
                + "close it with `]`"
        ),
        (
            "a = { b = 1\n}",
            "1:12: the end of the line stands in the one-line table that begins on line 1; "
                + "put `,` before another value or close it with `}`"
        ),
        (
            "a = \"b\nc\"",
            "1:5: the string that begins here has no end; close it with `\"` before the end of "
                + "the line"
        ),
        (
            "a = '''b\n\nc",
            "1:5: the string that begins here has no end; close it with `'''` before the end of "
                + "the file"
        ),
        (
            "a = \"C:\\Users\"",
            "1:8: this escape needs 8 hexadecimal digits, not `s`"
        ),
        ("a = \"\\u００41\"", "1:6: this escape needs 4 hexadecimal digits, not U+FF10"),
        (
            "a = \"\\d\"",
            "1:6: a backslash before `d` means nothing; write `\\\\` for a backslash, or use a "
                + "'…' string, which has no escapes"
        ),
        (
            "a = \"\\uD800\"",
            "1:6: this escape names no character; it must lie in 0 to D7FF or E000 to 10FFFF"
        ),
        ("a = 1\n\na = 2", "3:1: `a` is already there, on line 1; join the two or remove one"),
        ("[a]\n[b]\n[a]", "3:2: `a` is already there, on line 1; join the two or remove one"),
        ("[a.b]\n[a]\n[a]", "3:2: `a` is already there, on line 2; join the two or remove one"),
        (
            "a = 1\na.b = 2",
            "2:1: `a` on line 1 is a value, which can hold no keys; rename one of the two"
        ),
        (
            "a = {}\n[a.b]",
            "2:2: `a` on line 1 is an inline table, closed for good; add the keys between its "
                + "braces"
        ),
        (
            "a = []\n[a.b]",
            "2:2: `a` on line 1 is an array, closed for good; add the tables between its brackets"
        ),
        (
            "[a.b]\n[a]\nb.c = 1",
            "3:1: `b` has a header of its own on line 1; add its keys under that header"
        ),
        (
            "a = 1 # \u{1}",
            "1:9: the control character U+0001 is not allowed; remove it, or write \\u0001 in a "
                + "\"…\" string"
        ),
        (
            "a = 1\rb = 2",
            "1:6: a carriage return stands without a line feed; end lines with LF or CR LF"
        ),
        (
            "\u{3000}a = 1",
            "1:1: U+3000 stands where a key should; a key is made of ASCII letters, digits, `_` "
                + "and `-`, or stands in quotes"
        ),
    ])
    func `invalid text is refused with its position and a remedy`(
        _ text: String, _ expected: String
    )
        throws
    {
        let error = try #require(throws: TOMLError.self) { try TOMLTable(parsing: text) }
        #expect("\(error.place.line):\(error.place.column): \(error.message)" == expected)
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
            [0x80],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused at its position`(_ bytes: [UInt8]) throws {
        let text = Array("é = 1\n# é".utf8) + bytes
        let error = try #require(throws: TOMLError.self) { try TOMLTable(parsing: text) }
        #expect(
            error.description
                == "line 2, column 4: these bytes are not UTF-8; save the file as UTF-8")
    }

    @Test(arguments: [("a = 1\r\n# ", 2, 3), ("", 1, 1), ("a\u{FEFF}", 1, 3)])
    func `a byte order mark and returns do not shift the position of an error`(
        _ valid: String, _ line: Int, _ column: Int
    ) throws {
        let text = [0xEF, 0xBB, 0xBF] + Array(valid.utf8) + [0xFF]
        let error = try #require(throws: TOMLError.self) { try TOMLTable(parsing: text) }
        #expect(error.place == TOMLPlace(line: line, column: column))
    }

    @Test func `long names are shortened in messages`() throws {
        let name = String(repeating: "k", count: 100_000)
        let error = try #require(throws: TOMLError.self) {
            try TOMLTable(parsing: "\(name) = 1\n\(name) = 2")
        }
        #expect(error.message.hasPrefix("`\(name.prefix(60))…` is already there"))
    }
}
