package import AppearanceModel
import TOML

/// One key that a configuration file may hold.
package struct ConfigurationKey: Sendable {
    /// Where a value goes in the configuration.
    typealias Target = any PartialKeyPath<Configuration> & Sendable
    /// The same, of a value of a known type.
    typealias TypedTarget<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    /// The whole dotted key: `ambient.dwell.light_to_dark`.
    package let path: String
    /// What the key decides, in one sentence with its unit.
    package let meaning: String
    /// What values it takes, in words.
    package let range: String

    private let target: @Sendable () -> Target
    private let write: @Sendable (Configuration) -> String?
    private let assign: @Sendable (TOMLValue, inout Configuration) throws(ValueError) -> Void

    init<Value>(
        _ path: String,
        _ target: @autoclosure @escaping @Sendable () -> TypedTarget<Value>,
        _ kind: ValueKind<Value>,
        _ meaning: String
    ) {
        self.path = path
        self.target = target
        self.meaning = meaning
        range = kind.range
        write = { kind.write($0[keyPath: target()]) }
        assign = { value, configuration throws(ValueError) in
            configuration[keyPath: target()] = try kind.read(value)
        }
    }

    /// The built-in value as TOML text; nil if the key is absent unless someone writes it.
    package var defaultText: String? { text(in: Configuration()) }

    /// The value in a configuration as TOML text; nil if the key is absent.
    package func text(in configuration: Configuration) -> String? { write(configuration) }

    /// Whether the value goes there.
    func goes(to other: Target) -> Bool { target() as PartialKeyPath<Configuration> == other }

    /// Takes a value from a file.
    func read(_ value: TOMLValue, into configuration: inout Configuration) throws(ValueError) {
        try assign(value, &configuration)
    }
}
