import TOML

/// A kind of value: how it is read and written, and its range in words.
struct ValueKind<Value>: Sendable {
    let range: String
    /// The range in the words of the shipped file, if its table explains the rest.
    var shortRange: String?
    let read: @Sendable (TOMLValue) throws(TOMLError) -> Value
    /// Returns the value as TOML text; `nil` if it is written by leaving the key out.
    let write: @Sendable (Value) -> String?
}

extension TOMLValue {
    /// Returns the number, whole or not, if it lies in a range.
    func number(
        within numbers: ClosedRange<Double>, of range: String, like example: String
    ) throws(TOMLError) -> Double {
        let number: Double
        switch content {
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        case .string, .boolean, .array, .table:
            throw TOMLError(at: self.place, "expected a number such as \(example), found \(found)")
        }
        guard numbers.contains(number) else {
            throw TOMLError(at: self.place, "\(number) is out of range; use \(range)")
        }
        return number
    }

    /// Returns the text of a string.
    func string(wanted thing: String, like example: String) throws(TOMLError) -> String {
        guard case .string(let text) = content else {
            throw TOMLError(
                at: self.place, "expected \(thing) in quotes such as \"\(example)\", found \(found)"
            )
        }
        return text
    }

    /// The value as a diagnostic names it.
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
