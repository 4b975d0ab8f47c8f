import TOML

extension TOMLValue {
    /// The number, whole or not, if it lies in a range.
    func number(
        within numbers: ClosedRange<Double>, of range: String, like example: String
    ) throws(ValueError) -> Double {
        let number: Double
        switch content {
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        case .string, .boolean, .array, .table:
            throw ValueError(self, "wants a number such as \(example), found \(found)")
        }
        guard numbers.contains(number) else {
            throw ValueError(self, "\(number) is out of range; it takes \(range)")
        }
        return number
    }

    /// The text of a string.
    func string(wanted thing: String, like example: String) throws(ValueError) -> String {
        guard case .string(let text) = content else {
            throw ValueError(
                self, "wants \(thing) in quotes such as \"\(example)\", found \(found)")
        }
        return text
    }

    /// What stands here, for a message.
    var found: String {
        switch content {
        case .string(let text): "the string \(text.tomlQuoted.tomlExcerpt)"
        case .integer(let integer): "the number \(integer)"
        case .float(let float): "the number \(float)"
        case .boolean(let truth): "the truth value \(truth)"
        case .array: "a list"
        case .table: "a table"
        }
    }
}
