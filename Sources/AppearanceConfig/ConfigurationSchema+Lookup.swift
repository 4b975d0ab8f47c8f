package import AppearanceModel

extension ConfigurationSchema {
    /// Every key, in the order in which a file's values are taken.
    static let allKeys = keys + weekdayKeys + appearanceKeys

    private static let keysByPath = Dictionary(uniqueKeysWithValues: allKeys.map { ($0.path, $0) })

    /// The key of a whole dotted path, weekdays included; nil if there is none.
    package static func key(at path: String) -> ConfigurationKey? { keysByPath[path] }

    /// The keys whose last parts are these, such as `poll` or `dwell.light_to_dark`, and those of a
    /// table; empty where there is none.
    package static func keys(of path: String) -> [ConfigurationKey] {
        if tables.contains(path) { return allKeys.filter { $0.path.hasPrefix(path + ".") } }
        return allKeys.filter { $0.path.hasSuffix("." + path) }
    }

    /// The path of the key or table that is nearest to an unknown one; `nil` where none is near.
    package static func nearestPath(to unknownPath: String) -> String? {
        let unknown = KeyName(unknownPath)
        return nearest(to: unknown.name, in: unknown.table, among: keyNames + tableNames)?.path
    }

    /// Names the keys whose values differ, each with both values: at most three, and the number of
    /// the others.
    package static func changes(from old: Configuration, to new: Configuration) -> String {
        func change(_ key: ConfigurationKey) -> String? {
            let (before, after) = (key.text(in: old), key.text(in: new))
            return before == after ? nil : " \(before ?? "absent") → \(after ?? "absent")"
        }
        var changes: [String] = []
        for key in allKeys {
            guard let values = change(key) else { continue }
            // A day or an appearance without a value of its own changes with that of all.
            let name = KeyName(key.path)
            let parent = KeyName(name.table).table + "." + name.name
            if let general = Self.key(at: parent), change(general) == values { continue }
            changes.append(key.path + values)
        }
        let rest = changes.count > 3 ? ["and \(changes.count - 3) more"] : []
        return (changes.prefix(3) + rest).joined(separator: ", ")
    }

    /// The key whose value goes to a place in the configuration.
    static func key(of target: ConfigurationKey.Target) -> ConfigurationKey? {
        allKeys.first { $0.goes(to: target) }
    }

    /// The paths of all tables.
    static let tables: Set<String> = Set(
        allKeys.flatMap { key in
            let path = key.path
            return path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: ".") }
                .map { String(path[..<$0]) }
        })

    static let keyNames = allKeys.map { KeyName($0.path) }
    static let tableNames = tables.sorted().map(KeyName.init)

    /// Says which of the known names is near to an unknown one, in words for a person.
    static func suggestion(
        for unknown: String, in table: String, among names: [KeyName]
    ) -> String {
        guard let name = nearest(to: unknown, in: table, among: names) else {
            return "`appearancectl config default` prints every key"
        }
        return "did you mean `\(name.table == table ? name.name : name.path)`?"
    }

    /// The known name that somebody may have meant; `nil` where none is near.
    ///
    /// A slip in its name weighs two; to stand in another table weighs three.
    private static func nearest(
        to unknown: String, in table: String, among names: [KeyName]
    ) -> KeyName? {
        let written = Array(unknown.unicodeScalars.prefix(40))
        var nearest: (name: KeyName, slips: Int)?
        var lightest = 200
        for name in names {
            let detour = name.table == table ? 0 : 3
            guard let slips = name.slips(from: written, atMost: (lightest - 1 - detour) / 2)
            else { continue }
            let weight = 2 * slips + detour
            guard weight < lightest else { continue }
            (nearest, lightest) = ((name, slips), weight)
        }
        guard let (name, slips) = nearest, slips <= Suggestion.most(for: written.count),
            !written.isEmpty
        else { return nil }
        return name
    }
}
