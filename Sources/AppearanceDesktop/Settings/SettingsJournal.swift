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

        /// The name under which an invalid file is kept.
        package var invalidFileName: String { fileName + ".invalid" }
    }

    package struct Entry: Equatable, Sendable {
        package let setting: String
        /// The original value; `nil` if none was set.
        package let original: String?
        /// Our values: the one that was written, and while it is being written the one before as
        /// well; of a setting that ends with the session, also some of those written before.
        package var ours: [String]

        package init(_ setting: String, original: String?, ours: [String] = []) {
            self.setting = setting
            self.original = original
            self.ours = ours
        }
    }

    /// The settings, in the order in which they were changed.
    package private(set) var entries: [Entry]
    /// Whether all of them have been seen to be set, so that a later difference was made by somebody
    /// else; `nil` for the desktop, where each is followed by itself.
    package let isTaken: Bool?

    package init(_ entries: [Entry] = [], isTaken: Bool? = nil) {
        self.entries = entries
        self.isTaken = isTaken
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
            writer.array(entries) { writer, entry in
                writer.object { writer in
                    writer.member("setting", entry.setting)
                    writer.member("original", entry.original)
                    // Earlier versions read one value of a night light.
                    if isTaken != nil { return writer.member("ours", entry.ours.last) }
                    writer.name("ours")
                    writer.array(entry.ours) { $0.string($1) }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads the text of the file; `nil` if any part of it is invalid.
    package init?(decoding bytes: [UInt8], of scope: Scope) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let journal = try? Self(Fields(json, of: "journal"), scope)
        else { return nil }
        self = journal
    }

    private init(_ fields: Fields, _ scope: Scope) throws(JSONError) {
        var entries: [Entry] = []
        for element in try fields.elements("settings") {
            let original = try element.optionalString("original")
            switch scope {
            case .desktop:
                let setting: DesktopSetting = try element.word("setting")
                let ours = try element.strings("ours")
                entries.append(Entry(setting.rawValue, original: original, ours: ours))
            case .nightLight:
                let (setting, ours) = (try element.string("setting"), try element.string("ours"))
                entries.append(Entry(setting, original: original, ours: [ours]))
            }
        }
        self.init(entries, isTaken: scope == .desktop ? nil : try fields.bool("taken"))
    }
}
