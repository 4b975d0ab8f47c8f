package import AppearanceModel
import TOML

/// Reads configuration files.
package enum ConfigurationReader {
    /// The size limit of a configuration file, in bytes.
    package static let largestFile = 1024 * 1024

    /// Returns the configuration of a file's text: the built-in one with the file's keys.
    ///
    /// - Parameters:
    ///   - bytes: The whole text, UTF-8; an empty text gives the built-in configuration.
    ///   - file: The file's name for diagnostics.
    ///   - zones: The time zones of this machine; `nil` accepts any name.
    /// - Returns: A configuration whose every value and combination of values is in range.
    /// - Throws: `FileError` with all problems, or with the first if the text is not TOML.
    package static func read(
        _ bytes: [UInt8], file: String, zones: KnownZones? = nil
    ) throws(FileError) -> Configuration {
        let table: TOMLTable
        do {
            table = try TOMLTable(parsing: bytes)
        } catch {
            throw FileError(
                Diagnostic(
                    file: file, line: error.place.line, column: error.place.column, key: "",
                    reason: error.message))
        }
        let parse = ConfigurationParse(table, file: file, zones: zones)
        if let error = FileError(parse.diagnostics) { throw error }
        return parse.configuration
    }
}

/// A configuration file that is being read, with the problems found so far.
struct ConfigurationParse {
    private(set) var configuration = Configuration()
    private(set) var diagnostics: [Diagnostic] = []
    private let file: String
    private let zones: KnownZones?
    /// The known keys of the file, by path.
    private var entries: [String: TOMLTable.Entry] = [:]
    private var rejected: Set<String> = []
    /// The number of suggestions still to be made; each search takes time.
    private var suggestionsLeft = 100

    init(_ table: TOMLTable, file: String, zones: KnownZones?) {
        self.file = file
        self.zones = zones
        sort(table, path: "")
        for key in ConfigurationSchema.allKeys { assign(key) }
        for constraint in ConfigurationSchema.constraints { check(constraint) }
        checkSelfLight()
        checkZone()
    }

    /// Checks that constant light settles with the light of the screen that is subtracted.
    private mutating func checkSelfLight() {
        let ambient = configuration.ambient
        for (lighter, darker) in AmbientSettings.selfLightPairs {
            let path = "ambient.self_light.\(lighter.rawValue)"
            let thresholds =
                lighter == .light
                ? ["ambient.dark_below", "ambient.light_above"]
                : ["ambient.night_below", "ambient.night_above"]
            let other = "ambient.self_light.\(darker.rawValue)"
            guard let limit = ambient.selfLightLimit(of: lighter, over: darker),
                ambient.selfLight[lighter] >= limit, let entry = entries[path],
                rejected.isDisjoint(with: thresholds + [path, other]),
                !diagnostics.contains(where: { $0.key == path })
            else { continue }
            let keys = (thresholds + [other]).compactMap(ConfigurationSchema.key(at:)).map(spelled)
            report(
                entry.value.place, path,
                "must be below \(limit), the distance from \(keys[0]) to \(keys[1]) plus \(keys[2]);"
                    + " else a constant light changes the appearance again and again. Lower it, or"
                    + " move the two thresholds apart")
        }
    }

    private mutating func checkZone() {
        let path = "location.time_zone"
        let name = configuration.location.timeZone
        guard let entry = entries[path], !rejected.contains(path), !name.isEmpty,
            let problem = zones?.problem(with: name)
        else { return }
        report(entry.value.place, path, problem)
    }

    /// Separates known keys from unknown ones, in a table and the tables in it.
    private mutating func sort(_ table: TOMLTable, path: String) {
        for entry in table.entries {
            let name = entry.key.description
            let entryPath = path.isEmpty ? name : "\(path).\(name)"
            if ConfigurationSchema.key(at: entryPath) != nil {
                entries[entryPath] = entry
            } else if ConfigurationSchema.tablePaths.contains(entryPath) {
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
                "expected a table such as [\(path)], found \(entry.value.found)")
            return
        }
        sort(table, path: path)
    }

    private mutating func assign(_ key: ConfigurationKey) {
        guard let entry = entries[key.path] else { return }
        do throws(TOMLError) {
            try key.read(entry.value, &configuration)
        } catch {
            rejected.insert(key.path)
            report(error.place, key.path, error.message)
        }
    }

    /// Checks a constraint on two valid values and reports the one that is given later.
    private mutating func check(_ constraint: KeyConstraint) {
        guard !constraint.holds(configuration),
            let first = ConfigurationSchema.key(of: constraint.first),
            let second = ConfigurationSchema.key(of: constraint.second),
            rejected.isDisjoint(with: [first.path, second.path])
        else { return }
        let places = (entries[first.path]?.value.place, entries[second.path]?.value.place)
        switch places {
        case (nil, nil):
            break
        case (let place?, nil):
            report(place, first.path, constraint.demandOnFirst(with: spelled(second)))
        case (let place?, let other?) where place > other:
            report(place, first.path, constraint.demandOnFirst(with: spelled(second)))
        case (_, let place?):
            report(place, second.path, constraint.demandOnSecond(with: spelled(first)))
        }
    }

    /// Returns a key with the value in effect.
    private func spelled(_ key: ConfigurationKey) -> String {
        guard let text = key.text(in: configuration) else { return "`\(key.path)`" }
        return "`\(key.path)` (\(text)\(entries[key.path] == nil ? " by default" : ""))"
    }

    private mutating func report(_ place: TOMLPlace, _ key: String, _ reason: String) {
        diagnostics.append(
            Diagnostic(
                file: file, line: place.line, column: place.column, key: key, reason: reason))
    }
}
