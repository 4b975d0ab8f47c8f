/// A text ready to be parsed: whole characters, no byte order mark, every line ended by one "\n".
///
/// TOML forbids the same characters everywhere, in strings and comments too, so they are refused
/// here once: all control characters but tab, line feed, and carriage return before line feed.
struct SourceText {
    private(set) var scalars: [Unicode.Scalar] = []

    init(decoding bytes: [UInt8]) throws(TOMLError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw TOMLError(
                at: Self.placeOfBrokenBytes(in: bytes),
                "these bytes are not UTF-8; save the file as UTF-8")
        }
        var characters = text.unicodeScalars
        if characters.first == "\u{FEFF}" { characters.removeFirst() }
        scalars.reserveCapacity(bytes.count)
        var place = TOMLPlace(line: 1, column: 1)
        var isAfterReturn = false
        for scalar in characters {
            if isAfterReturn, scalar != "\n" { throw Self.loneReturn(at: place) }
            isAfterReturn = scalar == "\r"
            if isAfterReturn { continue }
            if scalar.isControl, scalar != "\t", scalar != "\n" {
                throw TOMLError(
                    at: place,
                    "the control character \(scalar.codePointName) is not allowed; "
                        + "remove it, or write \(scalar.tomlEscape) in a \"…\" string")
            }
            scalars.append(scalar)
            place.pass(scalar)
        }
        if isAfterReturn { throw Self.loneReturn(at: place) }
    }

    private static func loneReturn(at place: TOMLPlace) -> TOMLError {
        TOMLError(
            at: place, "a carriage return stands without a line feed; end lines with LF or CR LF")
    }

    private static func placeOfBrokenBytes(in bytes: [UInt8]) -> TOMLPlace {
        var place = TOMLPlace(line: 1, column: 1)
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            if scalar != "\r", scalar != "\u{FEFF}" || place > TOMLPlace(line: 1, column: 1) {
                place.pass(scalar)
            }
        }
        return place
    }
}

extension TOMLPlace {
    fileprivate mutating func pass(_ scalar: Unicode.Scalar) {
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}
