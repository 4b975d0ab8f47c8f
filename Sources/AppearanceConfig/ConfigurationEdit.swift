package import AppearanceModel
import TOML

// A user's file is changed as its owner would change it: one value or one added line, with every
// other byte unchanged. TOML has several ways to write a key, so the places are tried from the most
// likely on. The first result that reads back as intended is used; if any other key has changed in
// the end, nothing is.

/// Changes keys in the text of a configuration file, and nothing else in it.
package enum ConfigurationEdit {
    /// A key and its new value, or its removal.
    package struct Change: Hashable, Sendable {
        /// The whole dotted key.
        package let path: String
        /// The value as TOML text; `nil` to remove the key.
        package let value: String?
        /// The name of the place, which the line has as its comment; empty for none.
        private let placeName: String

        /// Creates a change from a key and TOML text, such as `"auto"` with its quotes.
        package init(_ path: String, to value: String, place: String = "") {
            self.path = path
            self.value = value
            placeName = place
        }

        /// Creates the removal of a key.
        package init(removing path: String) {
            self.path = path
            value = nil
            placeName = ""
        }

        /// The comment that names the place, with the blanks before it; empty for none.
        var comment: String { placeName.isEmpty ? "" : "  \(EditedText.placeMark)\(placeName)" }

        /// The change as a line for a person to write.
        package var line: String {
            value.map { "\(path) = \($0)\(comment)" } ?? "\(path)  # remove it"
        }
    }

    /// Returns the changes that give a configuration other settings of ambient light.
    package static func changes(
        from before: AmbientSettings, to after: AmbientSettings
    ) -> [Change] {
        var (old, new) = (Configuration(), Configuration())
        (old.ambient, new.ambient) = (before, after)
        return ConfigurationSchema.keys.compactMap { key in
            guard let value = key.text(in: new), value != key.text(in: old) else { return nil }
            return Change(key.path, to: value)
        }
    }

    /// Returns the text with the changes in it; the same bytes if it has these values already.
    ///
    /// - Parameters:
    ///   - changes: Known keys, each with a value in its range.
    ///   - bytes: The whole text, UTF-8.
    ///   - file: The file's name for diagnostics.
    /// - Returns: A text that reads as the same configuration except for the changes; `nil` if a key
    ///   is written in a form that cannot be changed without its neighbours.
    /// - Throws: `FileError` if the text is invalid before or after the changes.
    package static func apply(
        _ changes: [Change], to bytes: [UInt8], file: String
    ) throws(FileError) -> [UInt8]? {
        let before = try ConfigurationReader.read(bytes, file: file)
        var edited = bytes
        for change in changes where !reads(change, from: edited) {
            guard
                let next = candidates(for: change, in: edited).first(where: {
                    reads(change, from: $0)
                })
            else { return nil }
            edited = next
        }
        let after = try ConfigurationReader.read(edited, file: file)
        for key in ConfigurationSchema.allKeys {
            let general = ConfigurationSchema.general(of: key)?.path
            if changes.contains(where: { $0.path == key.path || $0.path == general }) { continue }
            guard key.text(in: after) == key.text(in: before) else { return nil }
        }
        return edited
    }

    /// Returns whether a text sets the key to the intended value, or does not set a key to remove.
    private static func reads(_ change: Change, from bytes: [UInt8]) -> Bool {
        guard let table = try? TOMLTable(parsing: bytes) else { return false }
        let found = entry(change.path, in: table)?.value
        guard let value = change.value else { return found == nil }
        guard let found, let meant = (try? TOMLTable(parsing: "v = " + value))?["v"]?.value
        else { return false }
        return found.hasSameContent(as: meant)
    }

    static func entry(_ path: String, in table: TOMLTable) -> TOMLTable.Entry? {
        let (first, rest) = split(path)
        guard let entry = table[first], let rest else { return table[first] }
        guard case .table(let inner) = entry.value.content else { return nil }
        return self.entry(rest, in: inner)
    }

    private static func split(_ path: String) -> (first: String, rest: String?) {
        guard let dot = path.firstIndex(of: ".") else { return (path, nil) }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }

    // MARK: Places

    private static func candidates(for change: Change, in bytes: [UInt8]) -> [[UInt8]] {
        guard let table = try? TOMLTable(parsing: bytes) else { return [] }
        let text = EditedText(bytes)
        let present = entry(change.path, in: table)
        guard let value = change.value else {
            return present.map { [text.removing($0.keyPlace, valueAt: $0.value.place)] } ?? []
        }
        if let present {
            return [
                text.replacingValue(at: present.value.place, with: value, comment: change.comment)
            ]
        }
        let name = KeyName(change.path)
        let wholeLine = "\(change.path) = \(value)\(change.comment)"
        let section = text.ended(
            with: ["[\(name.table)]", "\(name.name) = \(value)\(change.comment)"])
        let tables = tables(around: name).compactMap { path in
            entry(path, in: table).map { (path: path, place: $0.value.place) }
        }
        let commented = tables.flatMap { path, place in
            let rest = String(change.path.dropFirst(path.count + 1))
            return text.inserting(
                "\(rest) = \(value)\(change.comment)", belowCommentOf: rest, afterLine: place.line)
        }
        return commented
            + tables.flatMap { path, place in
                let line = "\(change.path.dropFirst(path.count + 1)) = \(value)"
                return [
                    text.inserting(line + change.comment, afterLine: place.line),
                    text.inserting(" \(line),", afterBraceAt: place),
                    text.inserting(" \(line) ", afterBraceAt: place),
                    text.inserting(wholeLine, afterLine: place.line),
                ].compactMap(\.self)
            } + [section]
            // The value on that line may go on for lines.
            + tables.map { text.inserting(wholeLine, afterLine: $0.place.line - 1) }
    }

    /// Returns the paths of the tables that may hold a key, the innermost first.
    private static func tables(around name: KeyName) -> [String] {
        name.table.isEmpty ? [] : [name.table] + tables(around: KeyName(name.table))
    }
}

extension ConfigurationKey {
    /// A value as TOML text.
    package enum ValueText: Equatable {
        case valid(String)
        /// The key does not accept the value.
        case invalid(reason: String)
    }

    /// Returns a value as TOML text: as it is written, with the quotes that the key needs, or, if people
    /// write it in another form than a file, in that of the file.
    package func text(of value: String) -> ValueText {
        var reason: String?
        for text in [value, value.tomlQuoted] {
            do throws(TOMLError) {
                if try accepts(text) { return .valid(text) }
            } catch {
                reason = reason ?? error.message
            }
        }
        do throws(SpanText.ParseError) {
            guard let text = try spoken(value) else {
                return .invalid(reason: reason ?? "must be \(range)")
            }
            do throws(TOMLError) {
                return try accepts(text) ? .valid(text) : .invalid(reason: "must be \(range)")
            } catch {
                return .invalid(reason: error.message)
            }
        } catch {
            return .invalid(reason: "\(error)")
        }
    }

    /// Returns whether a text is one TOML value.
    ///
    /// - Throws: `TOMLError` if the key does not accept the value.
    private func accepts(_ text: String) throws(TOMLError) -> Bool {
        guard let table = try? TOMLTable(parsing: "v = " + text), table.entries.count == 1,
            let entry = table["v"]
        else { return false }
        var configuration = Configuration()
        try read(entry.value, &configuration)
        return true
    }
}

extension ConfigurationKey {
    /// The key whose value a day of the week without one of its own has: `schedule.dark` of
    /// `schedule.sunday.dark`.
    var generalPath: String {
        KeyName(KeyName(path).table).table + "." + name
    }
}

extension ConfigurationSchema {
    /// Returns the line of each key that a valid file sets.
    package static func lines(in bytes: [UInt8]) -> [String: Int] {
        guard let table = try? TOMLTable(parsing: bytes) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: allKeys.compactMap { key in
                ConfigurationEdit.entry(key.path, in: table).map { (key.path, $0.keyPlace.line) }
            })
    }
}

extension TOMLValue {
    /// Compares plain values and arrays of them; tables are never equal.
    fileprivate func hasSameContent(as other: TOMLValue) -> Bool {
        switch (content, other.content) {
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.integer(let left), .integer(let right)): left == right
        case (.float(let left), .float(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.hasSameContent(as: $1) }
        case (.string, _), (.integer, _), (.float, _), (.boolean, _), (.array, _), (.table, _):
            false
        }
    }
}
