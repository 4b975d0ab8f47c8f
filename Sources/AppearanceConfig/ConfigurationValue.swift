package import AppearanceModel
import TOML

/// The value of a key without the syntax of a file.
package enum ConfigurationValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case count(Int64)
    case truth(Bool)
    case names([String])
}

extension ConfigurationKey {
    /// Returns the value in a configuration; `nil` if the key is absent.
    package func value(in configuration: Configuration) -> ConfigurationValue? {
        guard let text = text(in: configuration),
            let value = (try? TOMLTable(parsing: "v = " + text))?["v"]?.value
        else { return nil }
        switch value.content {
        case .string(let text): return .text(text)
        case .integer(let count): return .count(count)
        case .float(let number): return .number(number)
        case .boolean(let truth): return .truth(truth)
        case .array(let elements):
            return .names(
                elements.compactMap { element in
                    guard case .string(let name) = element.content else { return nil }
                    return name
                })
        case .table: return nil
        }
    }

    /// Returns the value in a configuration as `text(of:)` accepts it: a text without its quotes where that
    /// is the same value; `nil` if the key is absent.
    package func plainText(in configuration: Configuration) -> String? {
        guard let exact = text(in: configuration) else { return nil }
        guard case .text(let plain) = value(in: configuration),
            text(of: plain) == .valid(exact) || text(of: plain) == .valid(plain.tomlQuoted),
            !plain.hasPrefix("-"), !plain.isEmpty
        else { return exact }
        return plain
    }
}
