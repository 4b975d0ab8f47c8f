package import AppearanceModel
import TOML

/// One key that a configuration file may hold.
package struct ConfigurationKey: Sendable {
    /// The place of a value in the configuration.
    typealias Target = any PartialKeyPath<Configuration> & Sendable
    /// The place of a value of a known type.
    typealias TypedTarget<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    /// The whole dotted key: `ambient.dwell.light_to_dark`.
    package let path: String
    /// The effect of the key, in one sentence with its unit.
    package let meaning: String
    /// The accepted values, in words.
    package let range: String
    /// Further sentences, for the manual page.
    let details: String
    /// The accepted values, in the words of the shipped file.
    let shortRange: String
    /// The value in the shipped file for a key that is absent by default.
    let example: String?

    /// Returns values that a shell offers, besides the default.
    private let suggestions: @Sendable () -> [String]

    private let target: @Sendable () -> Target
    private let write: @Sendable (Configuration) -> String?
    /// Returns the TOML text of a value as people write it; `nil` for any other text.
    let spoken: @Sendable (String) throws(SpanText.ParseError) -> String?
    /// Stores a value from a file.
    let read: @Sendable (TOMLValue, inout Configuration) throws(TOMLError) -> Void

    init<Value>(
        _ path: String,
        _ target: @autoclosure @escaping @Sendable () -> TypedTarget<Value>,
        _ kind: ValueKind<Value>,
        _ meaning: String,
        details: String = "",
        example: String? = nil
    ) {
        self.path = path
        self.target = target
        self.meaning = meaning
        self.details = details
        self.example = example
        range = kind.range
        suggestions = kind.suggestions
        shortRange = kind.shortRange ?? kind.range
        write = { kind.write($0[keyPath: target()]) }
        spoken = { text throws(SpanText.ParseError) in
            guard let value = try kind.spoken(text) else { return nil }
            return kind.write(value)
        }
        read = { value, configuration throws(TOMLError) in
            configuration[keyPath: target()] = try kind.read(value)
        }
    }

    /// The built-in value as TOML text; `nil` if the key is absent by default.
    package var defaultText: String? { text(in: Configuration()) }

    /// Returns the value in a configuration as TOML text; `nil` if the key is absent.
    package func text(in configuration: Configuration) -> String? { write(configuration) }

    /// Values that a shell offers, each once; `config set` accepts all of them.
    package var suggestedValues: [String] {
        let common = plainText(in: Configuration()).map { [$0] } ?? []
        let suggestions = suggestions()
        return suggestions + common.filter { !suggestions.contains($0) && $0 != "\"\"" }
    }

    /// The last part of the path.
    var name: String { path.split(separator: ".").last.map(String.init) ?? path }

    /// Returns whether the value is stored at a place.
    func goes(to other: Target) -> Bool { target() as PartialKeyPath<Configuration> == other }
}

// The places in a configuration that have a key in the file but no property in the model.

extension WeeklySchedule {
    /// The schedule of a day; setting another one gives the day a schedule of its own.
    subscript(on day: Weekday) -> DaySchedule {
        get { self[day] }
        set { if newValue != self[day] { weekdays[day] = newValue } }
    }
}

extension PortalSettings {
    /// The hints of an appearance; setting others gives the appearance hints of its own.
    subscript(in appearance: Appearance) -> PortalHints {
        get { self[appearance] }
        set { if newValue != self[appearance] { appearances[appearance] = newValue } }
    }
}

extension LocationSettings {
    /// The degrees north; `nil` if not given.
    var latitude: Double? {
        get { coordinates.flatMap { $0.latitudeDegrees.isNaN ? nil : $0.latitudeDegrees } }
        set { setCoordinates(latitude: newValue, longitude: longitude) }
    }

    /// The degrees east; `nil` if not given.
    var longitude: Double? {
        get { coordinates.flatMap { $0.longitudeDegrees.isNaN ? nil : $0.longitudeDegrees } }
        set { setCoordinates(latitude: latitude, longitude: newValue) }
    }

    /// Sets either half of a place; a half alone exists only while a file is read, and is rejected
    /// by a constraint of the schema.
    private mutating func setCoordinates(latitude: Double?, longitude: Double?) {
        coordinates = nil
        guard latitude != nil || longitude != nil else { return }
        coordinates = Coordinates(latitudeDegrees: 0, longitudeDegrees: 0)
        coordinates?.latitudeDegrees = latitude ?? .nan
        coordinates?.longitudeDegrees = longitude ?? .nan
    }
}
