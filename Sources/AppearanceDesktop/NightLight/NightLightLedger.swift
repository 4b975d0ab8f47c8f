import AppearanceProtocol

/// The original values of a desktop's night light: on disk before anything is changed, because the
/// settings survive a crash and a restart.
package struct NightLightLedger: Equatable, Sendable {
    /// The record of one setting.
    package struct Entry: Equatable, Sendable {
        /// The name of the setting.
        package let key: String
        /// The original value; `nil` if the user had set none.
        package let original: String?
        /// The value in its place.
        package let ours: String

        package init(key: String, original: String?, ours: String) {
            self.key = key
            self.original = original
            self.ours = ours
        }
    }

    /// The settings, in the order in which they are set.
    package let entries: [Entry]
    /// Whether all of them have been seen to be set: a later difference was made by somebody else.
    package var isTaken: Bool

    package init(_ entries: [Entry], isTaken: Bool = false) {
        self.entries = entries
        self.isTaken = isTaken
    }

    /// Creates the journal for the current values.
    package init(of nightLight: NightLight, over present: NightLightReading) {
        entries = nightLight.settings.compactMap { setting in
            let value = present.values[setting.key]
            guard value != setting.night else { return nil }
            return Entry(
                key: setting.key, original: present.own.contains(setting.key) ? value : nil,
                ours: setting.night)
        }
        isTaken = false
    }
}

// MARK: - The file

extension NightLightLedger {
    /// The size limit of the file, in bytes.
    package static let largestFile = 16 * 1024
    private static let version: Int64 = 1

    /// Returns the name of the file in the state directory: each desktop has its own.
    package static func fileName(of nightLight: NightLight) -> String {
        "night-light-\(nightLight.rawValue).json"
    }

    /// The text of the file.
    package var encoded: [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.object { writer in
            writer.member("version", Self.version)
            writer.member("taken", isTaken)
            writer.name("settings")
            writer.array(entries) { writer, entry in
                writer.object { writer in
                    writer.member("setting", entry.key)
                    writer.member("original", entry.original)
                    writer.member("ours", entry.ours)
                }
            }
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Reads the text of the file; `nil` if any part of it is invalid.
    package init?(decoding bytes: [UInt8]) {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == Self.version,
            let ledger = try? Self(Fields(json, of: "ledger"))
        else { return nil }
        self = ledger
    }

    private init(_ fields: Fields) throws(JSONError) {
        var entries: [Entry] = []
        for element in try fields.elements("settings") {
            entries.append(
                Entry(
                    key: try element.string("setting"),
                    original: try element.optionalString("original"),
                    ours: try element.string("ours")))
        }
        self.init(entries, isTaken: try fields.bool("taken"))
    }
}
