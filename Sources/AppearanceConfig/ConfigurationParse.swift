import AppearanceModel
import TOML

/// One file on its way into a configuration, with everything found wrong so far.
struct ConfigurationParse {
    private(set) var configuration = Configuration()
    private(set) var diagnostics: [Diagnostic] = []
    private let file: String
    private let zones: KnownZones?
    /// The known keys that the file gives, by path.
    private var given: [String: TOMLTable.Entry] = [:]
    private var refused: Set<String> = []
    /// Nobody mends more slips at once, and looking for names takes time.
    private var suggestionsLeft = 100

    init(_ table: TOMLTable, file: String, zones: KnownZones?) {
        self.file = file
        self.zones = zones
        sort(table, path: "")
        for key in ConfigurationSchema.allKeys { take(key) }
        for rule in ConfigurationSchema.rules { check(rule) }
        checkZone()
    }

    private mutating func checkZone() {
        let path = "location.time_zone"
        let name = configuration.location.timeZone
        guard let entry = given[path], !refused.contains(path), !name.isEmpty,
            let problem = zones?.problem(with: name)
        else { return }
        report(entry.value.place, path, problem)
    }

    /// Tells known keys from unknown ones, in a table and the tables in it.
    private mutating func sort(_ table: TOMLTable, path: String) {
        for entry in table.entries {
            let name = entry.key.description
            let entryPath = path.isEmpty ? name : "\(path).\(name)"
            if ConfigurationSchema.key(at: entryPath) != nil {
                given[entryPath] = entry
            } else if ConfigurationSchema.tables.contains(entryPath) {
                descend(into: entry, path: entryPath)
            } else {
                reportUnknown(entry, in: path, as: entryPath)
            }
        }
    }

    private mutating func reportUnknown(
        _ entry: TOMLTable.Entry, in table: String, as path: String
    ) {
        let (noun, names) =
            if case .table = entry.value.content {
                ("table", ConfigurationSchema.tableNames)
            } else {
                ("key", ConfigurationSchema.keyNames)
            }
        var reason = "unknown \(noun)"
        if suggestionsLeft > 0 {
            suggestionsLeft -= 1
            reason +=
                "; " + ConfigurationSchema.suggestion(for: entry.key.text, in: table, among: names)
        }
        report(entry.keyPlace, path.tomlExcerpt, reason)
    }

    private mutating func descend(into entry: TOMLTable.Entry, path: String) {
        guard case .table(let table) = entry.value.content else {
            report(
                entry.value.place, path,
                "wants a table such as [\(path)], found \(entry.value.found)")
            return
        }
        sort(table, path: path)
    }

    private mutating func take(_ key: ConfigurationKey) {
        guard let entry = given[key.path] else { return }
        do throws(ValueError) {
            try key.read(entry.value, into: &configuration)
        } catch {
            refused.insert(key.path)
            report(error.place, key.path, error.reason)
        }
    }

    /// Holds a rule against two sound values and blames the one that is given later.
    private mutating func check(_ rule: KeyConstraint) {
        guard !rule.holds(in: configuration),
            let first = ConfigurationSchema.key(of: rule.first),
            let second = ConfigurationSchema.key(of: rule.second),
            refused.isDisjoint(with: [first.path, second.path])
        else { return }
        let places = (given[first.path]?.value.place, given[second.path]?.value.place)
        switch places {
        case (nil, nil):
            break
        case (let place?, nil):
            report(place, first.path, rule.demandOnFirst(with: spelled(second)))
        case (let place?, let other?) where place > other:
            report(place, first.path, rule.demandOnFirst(with: spelled(second)))
        case (_, let place?):
            report(place, second.path, rule.demandOnSecond(with: spelled(first)))
        }
    }

    /// A key with the value that it has here.
    private func spelled(_ key: ConfigurationKey) -> String {
        guard let text = key.text(in: configuration) else { return "`\(key.path)`" }
        return "`\(key.path)` (\(text)\(given[key.path] == nil ? " by default" : ""))"
    }

    private mutating func report(_ place: TOMLPlace, _ key: String, _ reason: String) {
        diagnostics.append(
            Diagnostic(
                file: file, line: place.line, column: place.column, key: key, reason: reason))
    }
}
