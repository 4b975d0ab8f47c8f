package import AppearanceModel

extension ConfigurationSchema {
    /// Every key, in the order in which a file's values are taken.
    package static let allKeys = keys + weekdayKeys + appearanceKeys

    private static let keysByPath = Dictionary(uniqueKeysWithValues: allKeys.map { ($0.path, $0) })

    /// Returns the key of a whole dotted path, weekdays included; `nil` if unknown.
    package static func key(at path: String) -> ConfigurationKey? { keysByPath[path] }

    /// Returns the key whose value a day or an appearance has without one of its own, such as `schedule.dark`
    /// for `schedule.sunday.dark`; `nil` for any other key.
    package static func general(of key: ConfigurationKey) -> ConfigurationKey? {
        let table = KeyName(KeyName(key.path).table)
        let isSpecial =
            table.table == "schedule" && Weekday(rawValue: table.name) != nil
            || table.table == "portal" && Appearance(rawValue: table.name) != nil
        return isSpecial ? self.key(at: key.generalPath) : nil
    }

    /// Returns the keys that end in a path, such as `poll` or `dwell.light_to_dark`, or that belong
    /// to a table; empty if unknown.
    package static func keys(of path: String) -> [ConfigurationKey] {
        if tablePaths.contains(path) { return allKeys.filter { $0.path.hasPrefix(path + ".") } }
        return allKeys.filter { $0.path.hasSuffix("." + path) }
    }

    /// Returns the path of the key or table nearest to an unknown one; `nil` if none is near.
    package static func nearestPath(to unknownPath: String) -> String? {
        let unknown = KeyName(unknownPath)
        return nearest(to: unknown.name, in: unknown.table, among: keyNames + tableNames)?.path
    }

    /// Lists the keys whose values differ, each with both values: at most three, and the number of
    /// the others.
    package static func changes(from old: Configuration, to new: Configuration) -> String {
        func change(_ key: ConfigurationKey) -> String? {
            let (before, after) = (key.text(in: old), key.text(in: new))
            return before == after ? nil : " \(before ?? "absent") → \(after ?? "absent")"
        }
        var changes: [String] = []
        for key in allKeys {
            guard let values = change(key) else { continue }
            // A day or an appearance without a value of its own changes with the general one.
            if let general = general(of: key), change(general) == values { continue }
            changes.append(key.path + values)
        }
        let rest = changes.count > 3 ? ["and \(changes.count - 3) more"] : []
        return (changes.prefix(3) + rest).joined(separator: ", ")
    }

    /// Returns the key whose value is stored at a place in the configuration.
    static func key(of target: ConfigurationKey.Target) -> ConfigurationKey? {
        allKeys.first { $0.goes(to: target) }
    }

    /// The paths of all tables.
    static let tablePaths: Set<String> = Set(
        allKeys.flatMap { key in
            let path = key.path
            return path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: ".") }
                .map { String(path[..<$0]) }
        })

    static let keyNames = allKeys.map { KeyName($0.path) }
    static let tableNames = tablePaths.sorted().map(KeyName.init)

    /// Returns a sentence that suggests the known name nearest to an unknown one.
    static func suggestion(
        for unknown: String, in table: String, among names: [KeyName]
    ) -> String {
        guard let name = nearest(to: unknown, in: table, among: names) else {
            return "`appearancectl config default` prints every key"
        }
        return "did you mean `\(name.table == table ? name.name : name.path)`?"
    }

    /// Returns the known name nearest to an unknown one; `nil` if none is near.
    ///
    /// A typing error in the name weighs two; a name in another table weighs three.
    private static func nearest(
        to unknown: String, in table: String, among names: [KeyName]
    ) -> KeyName? {
        let written = Array(unknown.lowercased().unicodeScalars.prefix(40))
        var nearest: (name: KeyName, errors: Int)?
        var lightest = 200
        for name in names {
            let detour = name.table == table ? 0 : 3
            let limit = (lightest - 1 - detour) / 2
            guard let errors = Suggestion.errors(in: written, for: name.scalars, atMost: limit)
            else { continue }
            let weight = 2 * errors + detour
            guard weight < lightest else { continue }
            (nearest, lightest) = ((name, errors), weight)
        }
        guard let (name, errors) = nearest, errors <= Suggestion.most(for: written.count),
            !written.isEmpty
        else { return nil }
        return name
    }
}

/// Writes configuration files.
package enum ConfigurationWriter {
    /// Returns the text that `ConfigurationReader` reads as some keys of a configuration, a line
    /// each.
    ///
    /// - Parameters:
    ///   - configuration: The configuration to write.
    ///   - prefixes: The prefixes of the keys to write, such as `ambient.`.
    /// - Returns: The text; empty if no key has such a prefix.
    package static func write(_ configuration: Configuration, keys prefixes: [String]) -> String {
        let overridden = Weekday.allCases.filter { configuration.schedule.weekdays[$0] != nil }
            .map { "schedule.\($0.rawValue)." }
        let weekdayKeys = ConfigurationSchema.weekdayKeys.filter { key in
            overridden.contains { key.path.hasPrefix($0) }
        }
        return (ConfigurationSchema.keys + weekdayKeys)
            .filter { key in prefixes.contains { key.path.hasPrefix($0) } }
            .compactMap { key in key.text(in: configuration).map { "\(key.path) = \($0)\n" } }
            .joined()
    }
}

/// The name of a known key or table, prepared for comparison with misspelt ones.
struct KeyName: Sendable {
    /// The whole dotted path.
    let path: String
    /// The path of the table that holds it; empty for the file itself.
    let table: String
    /// The last part of the path, its name in that table.
    let name: String
    let scalars: [Unicode.Scalar]

    init(_ path: String) {
        self.path = path
        let point = path.lastIndex(of: ".")
        table = point.map { String(path[..<$0]) } ?? ""
        name = point.map { String(path[path.index(after: $0)...]) } ?? path
        scalars = Array(name.unicodeScalars)
    }
}
