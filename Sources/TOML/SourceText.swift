/// A text ready to be parsed: whole characters, no byte order mark, every line ended by one "\n".
///
/// TOML forbids the same characters everywhere, in strings and comments too, so they are refused
/// here once: all control characters but tab, line feed, and carriage return before line feed.
struct SourceText {
    private(set) var scalars: [Unicode.Scalar] = []

    init(decoding bytes: some Sequence<UInt8>) throws(TOMLError) {
        scalars.reserveCapacity(bytes.underestimatedCount)
        var bytes = bytes.makeIterator()
        var decoder = Unicode.UTF8()
        var place = TOMLPlace(line: 1, column: 1)
        var isAfterReturn = false
        var isAtStart = true
        while true {
            let decoded = decoder.decode(&bytes)
            if isAfterReturn, decoded != .scalarValue("\n") {
                throw TOMLError(
                    at: place,
                    "a carriage return stands without a line feed; end lines with LF or CR LF")
            }
            switch decoded {
            case .emptyInput:
                return
            case .error:
                throw TOMLError(at: place, "these bytes are not UTF-8; save the file as UTF-8")
            case .scalarValue("\u{FEFF}") where isAtStart:
                break
            case .scalarValue("\r"):
                isAfterReturn = true
            case .scalarValue("\n"):
                scalars.append("\n")
                place = TOMLPlace(line: place.line + 1, column: 1)
                isAfterReturn = false
            case .scalarValue(let scalar) where scalar.isControl && scalar != "\t":
                throw TOMLError(
                    at: place,
                    "the control character \(scalar.codePointName) is not allowed; "
                        + "remove it, or write \(scalar.tomlEscape) in a \"…\" string")
            case .scalarValue(let scalar):
                scalars.append(scalar)
                place.column += 1
            }
            isAtStart = false
        }
    }
}
