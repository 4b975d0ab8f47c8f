internal import AppearanceModel

/// A JSON parser that keeps the position of each value.
///
/// It is as strict as the standard, and also rejects duplicate names in an object and more than
/// `depthLimit` levels. https://www.rfc-editor.org/rfc/rfc8259
struct JSONReader {
    /// The limit on nesting, which no token file reaches and the stack allows.
    static let depthLimit = 64

    private static let digits: ClosedRange<Unicode.Scalar> = "0"..."9"

    private let scalars: [Unicode.Scalar]
    private let file: Int
    /// Whether comments, single quotes, names without quotes and a comma before a bracket are allowed.
    private let isJSON5: Bool
    private var position = 0
    private var line = 1
    private var lineStart = 0

    /// Parses a text; `file` is the number of its file in places.
    static func read(
        _ bytes: [UInt8], file: Int = 0, isJSON5: Bool = false
    ) throws(PlacedError) -> PlacedJSON {
        var reader = try JSONReader(bytes, file, isJSON5)
        try reader.skipBlanks()
        let value = try reader.value(depth: 0)
        try reader.skipBlanks()
        guard reader.position == reader.scalars.count else {
            throw reader.failure("nothing may follow the last brace")
        }
        return value
    }

    private init(_ bytes: [UInt8], _ file: Int, _ isJSON5: Bool) throws(PlacedError) {
        self.file = file
        self.isJSON5 = isJSON5
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlacedError(
                at: PlacedJSON.Place(line: 1, column: 1, file: file),
                "it is not UTF-8; save it as UTF-8")
        }
        // Some editors write a byte order mark, which JSON does not allow.
        scalars = Array(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
    }

    private var place: PlacedJSON.Place {
        PlacedJSON.Place(line: line, column: position - lineStart + 1, file: file)
    }

    private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func failure(_ reason: String) -> PlacedError {
        PlacedError(at: place, reason)
    }

    private mutating func skipBlanks() throws(PlacedError) {
        while let scalar = next {
            if [" ", "\t", "\n", "\r"].contains(scalar) {
                advance()
            } else if isJSON5, scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    /// Moves to the next character, which may be in the next line.
    private mutating func advance() {
        defer { position += 1 }
        guard next == "\n" else { return }
        line += 1
        lineStart = position + 1
    }

    private mutating func skipComment() throws(PlacedError) {
        let start = failure("a comment begins with // or /*, and the latter ends with */")
        position += 1
        if skip("/") {
            while let scalar = next, scalar != "\n" { position += 1 }
            return
        }
        guard skip("*") else { throw start }
        while next != nil {
            if skip("*") {
                if skip("/") { return }
            } else {
                advance()
            }
        }
        throw start
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }
}

extension JSONReader {
    private mutating func value(depth: Int) throws(PlacedError) -> PlacedJSON {
        guard depth < Self.depthLimit else {
            throw failure("more than \(Self.depthLimit) levels lie in one another")
        }
        let start = place
        let value: PlacedJSON.Value
        switch next {
        case "{": value = .object(try members(depth: depth))
        case "[": value = .array(try elements(depth: depth))
        case "\"": value = .string(try string())
        case "'" where isJSON5: value = .string(try string())
        case "-": value = .number(try number())
        case let digit? where Self.digits.contains(digit): value = .number(try number())
        case "t": value = try word("true", .bool(true))
        case "f": value = try word("false", .bool(false))
        case "n": value = try word("null", .null)
        case nil: throw failure("the file ends where a value is expected")
        case "/": throw failure("JSON has no comments; write a \"$description\"")
        default: throw failure("this is not the beginning of a value")
        }
        return PlacedJSON(value: value, place: start)
    }

    private mutating func members(depth: Int) throws(PlacedError) -> [PlacedJSON.Member] {
        position += 1
        var members: [PlacedJSON.Member] = []
        var names: Set<String> = []
        try skipBlanks()
        if skip("}") { return members }
        while true {
            let start = place
            let name = try name(isFirst: members.isEmpty)
            guard names.insert(name).inserted else {
                throw PlacedError(at: start, "\"\(name)\" is there twice; remove one")
            }
            try skipBlanks()
            guard skip(":") else { throw failure("a : is expected after \"\(name)\"") }
            try skipBlanks()
            members.append(.init(name: name, place: start, value: try value(depth: depth + 1)))
            try skipBlanks()
            if skip("}") { return members }
            guard skip(",") else { throw failure("a , or } is expected") }
            try skipBlanks()
            if isJSON5, skip("}") { return members }
        }
    }

    private mutating func name(isFirst: Bool) throws(PlacedError) -> String {
        if next == "\"" || isJSON5 && next == "'" { return try string() }
        var name = String.UnicodeScalarView()
        while isJSON5, let scalar = next,
            scalar.properties.isAlphabetic || scalar == "$" || scalar == "_"
                || !name.isEmpty && Self.digits.contains(scalar)
        {
            name.append(scalar)
            position += 1
        }
        guard !name.isEmpty else {
            throw failure("a name in quotes is expected" + (isFirst ? "" : " after ,"))
        }
        return String(name)
    }

    private mutating func elements(depth: Int) throws(PlacedError) -> [PlacedJSON] {
        position += 1
        var elements: [PlacedJSON] = []
        try skipBlanks()
        if skip("]") { return elements }
        while true {
            elements.append(try value(depth: depth + 1))
            try skipBlanks()
            if skip("]") { return elements }
            guard skip(",") else { throw failure("a , or ] is expected") }
            try skipBlanks()
            if isJSON5, skip("]") { return elements }
        }
    }

    private mutating func word(
        _ word: String, _ value: PlacedJSON.Value
    ) throws(PlacedError) -> PlacedJSON.Value {
        for scalar in word.unicodeScalars {
            guard skip(scalar) else { throw failure("this should be \(word)") }
        }
        return value
    }

    private mutating func number() throws(PlacedError) -> Double {
        let start = (position, place)
        func refuse() -> PlacedError {
            PlacedError(at: start.1, "this is not a number in JSON, such as 0.5 or 12")
        }
        _ = skip("-")
        let whole = digits()
        guard whole > 0, whole == 1 || scalars[position - whole] != "0" else { throw refuse() }
        if skip("."), digits() == 0 { throw refuse() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard digits() > 0 else { throw refuse() }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars[start.0..<position])
        guard let number = Double(String(text)), number.isFinite else { throw refuse() }
        return number
    }

    private mutating func digits() -> Int {
        let start = position
        while let scalar = next, Self.digits.contains(scalar) { position += 1 }
        return position - start
    }
}

extension JSONReader {
    private mutating func string() throws(PlacedError) -> String {
        let quote = next
        position += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            switch scalar {
            case quote:
                position += 1
                return String(text)
            case "\\":
                position += 1
                text.append(try escaped())
            case "\u{0}"..."\u{1F}":
                throw failure("a text ends on its line; write \\n for the end of a line in it")
            default:
                text.append(scalar)
                position += 1
            }
        }
        throw failure("the file ends inside a text; a \" is missing")
    }

    private mutating func escaped() throws(PlacedError) -> Unicode.Scalar {
        let scalar = next
        position += 1
        switch scalar {
        case "\"", "\\", "/": return scalar ?? "/"
        case "'" where isJSON5: return "'"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try escapedScalar()
        default:
            position -= 1
            throw failure("after \\ comes one of \" \\ / b f n r t u")
        }
    }

    /// Parses four hexadecimal digits, or two groups of four for a surrogate pair.
    private mutating func escapedScalar() throws(PlacedError) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, skip("\\"), skip("u") else { throw noCharacter() }
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw noCharacter() }
        return scalar
    }

    private func noCharacter() -> PlacedError { failure("this \\u is not a character") }

    private mutating func fourDigits() throws(PlacedError) -> UInt32 {
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let scalar = next, scalar.isASCII,
                let digit = Character(scalar).hexDigitValue
            else { throw failure("four hexadecimal digits are expected after \\u") }
            number = number << 4 | UInt32(digit)
            position += 1
        }
        return number
    }
}
