// The original values of the desktop's settings: written before the first change, so that even a
// crash in between can be restored from.

import AppearanceProtocol

/// Every desktop setting that was changed, with its original value.
package struct DesktopLedger: Equatable, Sendable {
    /// The record of one setting.
    package struct Entry: Equatable, Sendable {
        /// The original value; `nil` if none was set.
        package let original: String?
        /// Our values: the one that was written, and while it is being written the one before as
        /// well.
        package var ours: [String]

        package init(original: String?, ours: [String] = []) {
            self.original = original
            self.ours = ours
        }
    }

    package private(set) var entries: [DesktopSetting: Entry]

    package init(_ entries: [DesktopSetting: Entry] = [:]) {
        self.entries = entries
    }

    package subscript(setting: DesktopSetting) -> Entry? { entries[setting] }

    /// Returns our values when a setting was last followed; none if the session may be another one.
    package func lastValues(of setting: DesktopSetting) -> [String] {
        setting.endsWithSession ? [] : entries[setting]?.ours ?? []
    }

    /// The settings that were changed, in the order in which they are restored.
    package var settings: [DesktopSetting] {
        DesktopSetting.allCases.filter { entries[$0] != nil }
    }

    /// Records that a value is about to be replaced; the first one replaced is the original.
    ///
    /// A setting that ends with the session begins the next one with an original value.
    package mutating func willWrite(
        _ value: String, to setting: DesktopSetting, over present: String?
    ) {
        if setting.endsWithSession, let entry = entries[setting],
            present.map({ !entry.ours.contains($0) }) ?? true
        {
            entries[setting] = nil
        }
        entries[setting, default: Entry(original: present)].ours = [present, value].compactMap(
            \.self)
    }

    /// Records that a setting is about to change along with another.
    package mutating func willChange(_ setting: DesktopSetting, from present: String?) {
        if entries[setting] == nil { entries[setting] = Entry(original: present) }
    }

    /// Records that a value has been written.
    package mutating func didWrite(_ value: String, to setting: DesktopSetting) {
        entries[setting]?.ours = [value]
    }

    /// Records that a setting has its original value again.
    package mutating func gaveBack(_ setting: DesktopSetting) { entries[setting] = nil }
}

// MARK: - The file

extension DesktopLedger {
    /// The name of the file in the state directory.
    package static let fileName = "desktop.json"
    /// The size limit of the file, in bytes.
    package static let largestFile = 64 * 1024
    private static let version: Int64 = 1

    /// The text of the file.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("version", Self.version)
            writer.name("settings")
            writer.array(settings) { writer, setting in
                let entry = entries[setting]
                writer.object { writer in
                    writer.member("setting", setting.rawValue)
                    writer.member("original", entry?.original)
                    writer.name("ours")
                    writer.array(entry?.ours ?? []) { $0.string($1) }
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads the text of the file; `nil` if any part of it is invalid.
    package init?(decoding bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let entries = try? Self.entries(Fields(json, of: "ledger"))
        else { return nil }
        self.init(entries)
    }

    private static func entries(
        _ fields: Fields
    ) throws(JSONError) -> [DesktopSetting: Entry] {
        var entries: [DesktopSetting: Entry] = [:]
        for element in try fields.elements("settings") {
            let setting: DesktopSetting = try element.word("setting")
            entries[setting] = Entry(
                original: try element.optionalString("original"),
                ours: try element.strings("ours"))
        }
        return entries
    }
}
