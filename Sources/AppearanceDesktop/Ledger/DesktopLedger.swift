// What has been changed on the desktop, so that it can be given back: written before the first
// change, so that even a crash in the midst of it leaves the way back.

import AppearanceProtocol

/// Every desktop setting that was ever changed, with what it was before.
package struct DesktopLedger: Equatable, Sendable {
    /// What is known of one setting.
    package struct Entry: Equatable, Sendable {
        /// The value before the first change; nil where nobody had set any.
        package let original: String?
        /// The values that are ours: the one that was written, and until that is done the one
        /// before it as well.
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

    /// The settings that were changed, in the order in which they are given back.
    package var settings: [DesktopSetting] {
        DesktopSetting.allCases.filter { entries[$0] != nil }
    }

    /// Notes that a value is about to be written where another is; the first time the other is the
    /// original.
    package mutating func willWrite(
        _ value: String, to setting: DesktopSetting, over present: String?
    ) {
        entries[setting, default: Entry(original: present)].ours = [present, value].compactMap(
            \.self)
    }

    /// Notes that a setting is about to change along with another.
    package mutating func willChange(_ setting: DesktopSetting, from present: String?) {
        if entries[setting] == nil { entries[setting] = Entry(original: present) }
    }

    /// Notes that a value has been written.
    package mutating func didWrite(_ value: String, to setting: DesktopSetting) {
        entries[setting]?.ours = [value]
    }

    /// Notes that a setting is as it was.
    package mutating func gaveBack(_ setting: DesktopSetting) { entries[setting] = nil }
}

// MARK: - The file

extension DesktopLedger {
    /// Its name in the directory of the state.
    package static let fileName = "desktop.json"
    /// A larger file is none of ours.
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

    /// Nil unless every part of it makes sense.
    package init?(decoding bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let entries = try? Self.entries(Fields(json, of: "ledger"))
        else { return nil }
        self.init(entries)
    }

    private static func entries(
        _ fields: Fields
    ) throws(UnexpectedShape) -> [DesktopSetting: Entry] {
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
