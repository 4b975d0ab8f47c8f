/// A word without quotes, read as a number.
struct NumberText {
    private let word: String
    private let sign: Substring
    private let unsigned: Substring

    init(_ word: String) {
        self.word = word
        sign = word.prefix(word.hasPrefix("+") || word.hasPrefix("-") ? 1 : 0)
        unsigned = word[sign.endIndex...]
    }

    /// The digits of an integer with its sign, without underscores; `nil` if it is not one.
    var integerDigits: (text: String, radix: Int)? {
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where word.hasPrefix(prefix) {
            return Self.digits(unsigned.dropFirst(2), radix: radix).map { ($0, radix) }
        }
        return Self.decimal(unsigned).map { (sign + $0, 10) }
    }

    /// The text of a float with a fraction, an exponent or both, without underscores.
    var floatDigits: String? {
        let mantissaEnd = unsigned.firstIndex { $0 == "e" || $0 == "E" } ?? unsigned.endIndex
        let mantissa = unsigned[..<mantissaEnd]
        let wholeEnd = mantissa.firstIndex(of: ".") ?? mantissa.endIndex
        guard var text = Self.decimal(mantissa[..<wholeEnd]) else { return nil }
        if wholeEnd != mantissa.endIndex {
            guard let fraction = Self.digits(mantissa[wholeEnd...].dropFirst()) else { return nil }
            text += "." + fraction
        }
        if mantissaEnd != unsigned.endIndex {
            let exponent = unsigned[mantissaEnd...].dropFirst()
            let sign = exponent.prefix { $0 == "+" || $0 == "-" }
            guard let digits = Self.digits(exponent.dropFirst(sign.count)) else { return nil }
            text += "e" + sign + digits
        }
        return sign + text
    }

    /// The reason why the word is not a value, and the remedy.
    var problem: String {
        let shown = word.tomlExcerpt
        let lowercased = unsigned.lowercased()
        if ["true", "false", "inf", "nan"].contains(lowercased) {
            let isSigned = lowercased == "inf" || lowercased == "nan"
            return "`\(shown)` is not a value; write `\(isSigned ? sign : "")\(lowercased)`"
        }
        if looksLikeDate {
            return "`\(shown)` is a date or a time, which this reader does not take; "
                + "put it in quotes: \"\(shown)\""
        }
        guard unsigned.first?.isASCIIDigitCharacter == true || unsigned.first == "." else {
            return "`\(shown)` is not a value; put a string in quotes: \"\(shown)\""
        }
        let remedy =
            if unsigned.hasPrefix("0"), unsigned.dropFirst().first?.isASCIIDigitCharacter == true {
                "take the zeros from its front"
            } else if unsigned.contains("_") {
                "an underscore may only stand between two digits"
            } else if unsigned.hasPrefix(".") || unsigned.hasSuffix(".") {
                "write a digit on both sides of the point"
            } else {
                "put a string in quotes: \"\(shown)\""
            }
        return "`\(shown)` is not a number; \(remedy)"
    }

    /// Whether the word begins as `2024-01…` or `07:30…`.
    private var looksLikeDate: Bool {
        let digits = word.prefix(while: \.isASCIIDigitCharacter).count
        let mark = word.dropFirst(digits).first
        return digits == 4 && mark == "-" || digits == 2 && mark == ":"
    }

    /// Returns a decimal number without leading zeros.
    private static func decimal(_ text: Substring) -> String? {
        guard !text.hasPrefix("0") || text.count == 1 else { return nil }
        return digits(text)
    }

    /// Returns digits without the single underscores between them.
    private static func digits(_ text: Substring, radix: Int = 10) -> String? {
        let groups = text.split(separator: "_", omittingEmptySubsequences: false)
        let isSound = groups.allSatisfy { group in
            !group.isEmpty && group.allSatisfy { ($0.hexDigitValue ?? radix) < radix }
        }
        return isSound ? groups.joined() : nil
    }
}

extension Character {
    fileprivate var isASCIIDigitCharacter: Bool { ("0"..."9").contains(self) }
}

extension Parser {
    /// Reads a value without quotes: a truth value or a number.
    mutating func bareValue() throws(TOMLError) -> TOMLValue.Content {
        let place = cursor.place
        let word = cursor.consume(while: \.isBareValue)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default:
            let number = NumberText(word)
            if let digits = number.integerDigits {
                guard let integer = Int64(digits.text, radix: digits.radix) else {
                    throw TOMLError(
                        at: place,
                        "`\(word.tomlExcerpt)` is out of range; an integer lies in "
                            + "\(Int64.min) to \(Int64.max)")
                }
                return .integer(integer)
            }
            if let float = number.floatDigits.flatMap({ Double($0) }) { return .float(float) }
            throw TOMLError(at: place, number.problem)
        }
    }
}
