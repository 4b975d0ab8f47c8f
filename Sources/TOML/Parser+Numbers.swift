extension Parser {
    /// A value without quotes: a truth value or a number.
    mutating func bareValue() throws(TOMLError) -> TOMLValue.Content {
        let place = cursor.place
        let word = cursor.take(while: \.isBareValue)
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
            throw TOMLError(at: place, number.complaint)
        }
    }
}
