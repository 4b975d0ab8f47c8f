import AppearanceProtocol

/// The settings that were changed, with their original values: on disk before the first change, so
/// that even a crash in between can be restored from.
package struct SettingsJournal: Equatable, Sendable {
    /// The settings of a journal, which has a file in the state directory.
    package enum Scope: Hashable, Sendable {
        case desktop
        case nightLight(NightLight)

        /// The name of the file.
        package var fileName: String {
            switch self {
            case .desktop: "desktop.json"
            case .nightLight(let nightLight): "night-light-\(nightLight.rawValue).json"
            }
        }
    }

    package struct Entry: Equatable, Sendable {
        package let setting: String
        /// The original value; `nil` if none was set.
        package let original: String?
        /// Our values: the one that was written, and while it is being written the one before as
        /// well; of a setting that ends with the session, also some of those written before.
        package var ours: [String]
        /// The members of a newer version.
        fileprivate var unknown: [JSON.Member] = []

        package init(_ setting: String, original: String?, ours: [String] = []) {
            self.setting = setting
            self.original = original
            self.ours = ours
        }
    }

    /// The parts of the file that a newer version has written, which stay in it.
    package struct Unknown: Equatable, Sendable {
        fileprivate var entries: [JSON] = []
        fileprivate var members: [JSON.Member] = []
        /// Whether there are settings among them.
        package var hasSettings: Bool { !entries.isEmpty }
    }

    /// The settings, in the order in which they were changed.
    package private(set) var entries: [Entry]
    /// Whether all of them have been seen to be set, so that a later difference was made by somebody
    /// else; `nil` for the desktop, where each is followed by itself.
    package var isTaken: Bool?
    package var unknown = Unknown()

    package init(_ entries: [Entry] = [], isTaken: Bool? = nil) {
        self.entries = entries
        self.isTaken = isTaken
    }
}

// MARK: - The remedies

extension SettingsJournal {
    /// Returns the error of an invalid file, with its remedy.
    package static func invalidText(_ path: String) -> String {
        """
        \(path) is invalid, so the original values in it cannot be restored.
        Set them yourself, as far as it shows them, and remove the file: \(removal(path))
        """
    }

    /// Returns the error of a file with settings of a newer version, with its remedy; `nil` without such
    /// settings.
    package func unknownText(_ path: String) -> String? {
        guard unknown.hasSettings else { return nil }
        let names = unknown.entries.map { entry in
            entry["setting"]?.string ?? String(decoding: entry.text, as: UTF8.self)
        }
        return """
            \(path) has settings that this version does not know: \(names.joined(separator: ", ")).
            Restore them with the version that has changed them, or by hand; then remove the file: \
            \(Self.removal(path))
            """
    }

    /// Returns the command that removes a file.
    package static func removal(_ path: String) -> String {
        DesktopCommand("rm", [path], packages: []).shellText
    }
}

// MARK: - The settings of the desktop

extension SettingsJournal {
    package private(set) subscript(setting: DesktopSetting) -> Entry? {
        get { entries.first { $0.setting == setting.rawValue } }
        set {
            entries.removeAll { $0.setting == setting.rawValue }
            if let newValue { entries.append(newValue) }
        }
    }

    /// The settings that were changed, in the order in which they are restored.
    package var settings: [DesktopSetting] { DesktopSetting.allCases.filter { self[$0] != nil } }

    /// Returns our values when a setting was last followed; none if the session may be another one.
    package func lastValues(of setting: DesktopSetting) -> [String] {
        setting.endsWithSession ? [] : self[setting]?.ours ?? []
    }

    /// Records that a value is about to be replaced; the first one replaced is the original.
    ///
    /// A setting that ends with the session begins the next one with an original value.
    package mutating func willWrite(
        _ value: String, to setting: DesktopSetting, over present: String?
    ) {
        var earlier: [String] = []
        if setting.endsWithSession, let entry = self[setting] {
            // A screen that was plugged in may show an older one.
            let pictures = present.map(LayerShellWallpaper.pictures(in:)) ?? []
            if pictures.contains(where: entry.ours.contains) {
                earlier = entry.ours.filter { $0 != present && $0 != value }
            } else {
                self[setting] = nil
            }
        }
        willChange(setting, from: present)
        self[setting]?.ours = earlier + [present, value].compactMap(\.self)
    }

    /// Records that a setting is about to change along with another.
    package mutating func willChange(_ setting: DesktopSetting, from present: String?) {
        if self[setting] == nil { self[setting] = Entry(setting.rawValue, original: present) }
    }

    package mutating func didWrite(_ value: String, to setting: DesktopSetting) {
        guard let entry = self[setting] else { return }
        let earlier = entry.ours.filter { own in
            setting.endsWithSession && own.first == "/" && own != entry.original && own != value
        }
        self[setting]?.ours = earlier.suffix(Self.mostValues - 1) + [value]
    }

    /// Records that a setting has its original value again.
    package mutating func didRestore(_ setting: DesktopSetting) { self[setting] = nil }
}

// MARK: - The file

extension SettingsJournal {
    /// The size limit of a value, in bytes: a program receives it as an argument, of which the kernel
    /// allows 128 KiB.
    package static let largestValue = 32 * 1024
    /// The size limit of the file, in bytes: more than that of three values of each setting.
    package static let largestFile = 4 << 20
    private static let version: Int64 = 1
    /// The most values of ours that are kept of a setting.
    private static let mostValues = 8

    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            writer.member("version", Self.version)
            if let isTaken { writer.member("taken", isTaken) }
            writer.name("settings")
            let known = entries.map { entry in
                { (writer: inout JSONWriter) in write(entry, &writer) }
            }
            let unknown = unknown.entries.map { entry in
                { (writer: inout JSONWriter) in writer.value(entry) }
            }
            writer.array(known + unknown) { $1(&$0) }
            for member in self.unknown.members { writer.member(member) }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func write(_ entry: Entry, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("setting", entry.setting)
            writer.member("original", entry.original)
            if isTaken != nil {
                // Earlier versions read one value of a night light.
                writer.member("ours", entry.ours.last)
                if entry.ours.count > 1 { writer.member("before", entry.ours.first) }
            } else {
                writer.name("ours")
                writer.array(entry.ours) { $0.string($1) }
            }
            for member in entry.unknown { writer.member(member) }
        }
    }

    /// Reads the text of the file; `nil` if it is invalid.
    ///
    /// An entry that this version cannot read is kept as it is.
    package init?(decoding bytes: [UInt8], of scope: Scope) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let elements = json["settings"]?.array
        else { return nil }
        var entries: [Entry] = []
        for element in elements {
            if let entry = try? Entry(element, of: scope) {
                entries.append(entry)
            } else {
                unknown.entries.append(element)
            }
        }
        self.entries = entries
        switch scope {
        case .desktop: isTaken = nil
        case .nightLight:
            guard let flag = json["taken"]?.bool else { return nil }
            isTaken = flag
        }
        unknown.members = json.members(except: ["version", "taken", "settings"])
    }
}

extension SettingsJournal.Entry {
    fileprivate init(_ json: JSON, of scope: SettingsJournal.Scope) throws(JSONError) {
        let fields = Fields(json, of: "entry")
        original = try fields.optionalString("original")
        switch scope {
        case .desktop:
            let known: DesktopSetting = try fields.word("setting")
            setting = known.rawValue
            ours = try fields.strings("ours")
        case .nightLight(let nightLight):
            setting = try fields.string("setting")
            let before = try fields.optionalString("before")
            ours = [before, try fields.string("ours")].compactMap(\.self)
            guard nightLight.settings.contains(where: { $0.key == setting })
            else { throw fields.unexpected("setting") }
        }
        unknown = json.members(except: ["setting", "original", "ours", "before"])
    }
}

extension JSON {
    /// Returns the members of an object that have none of these names.
    fileprivate func members(except names: Set<String>) -> [Member] {
        guard case .object(let members) = self else { return [] }
        return members.filter { !names.contains($0.name) }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ member: JSON.Member) {
        name(member.name)
        value(member.value)
    }
}
