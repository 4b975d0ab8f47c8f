package import AppearanceEngine
import AppearanceModel
import AppearanceProtocol

/// The state file: what outlives a restart, as one JSON object.
package enum StateFile {
    /// A larger file is none of ours.
    static let largest = 64 * 1024
    private static let version: Int64 = 1

    /// The text of the file.
    package static func encode(_ state: SavedState) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.object { writer in
            writer.member("version", version)
            writer.member("mode", state.mode.rawValue)
            writer.member("until", state.until?.microsecondsSinceEpoch)
            writer.member("appearance", state.appearance.rawValue)
            writer.member("paused", state.paused)
            writer.member("paused_until", state.pausedUntil?.microsecondsSinceEpoch)
            writer.name("movers")
            writer.array(state.movers) { $0.string($1) }
            writer.member("saved_at", state.savedAt.microsecondsSinceEpoch)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Nil unless every part of it makes sense: half a state is as good as none.
    package static func decode(_ bytes: [UInt8]) -> SavedState? {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == version,
            let mode = json["mode"]?.string.flatMap(Mode.init(rawValue:)),
            let appearance = json["appearance"]?.string.flatMap(Appearance.init(rawValue:)),
            let paused = json["paused"]?.bool,
            let movers = json["movers"]?.array?.compactMap(\.string),
            let savedAt = json["saved_at"]?.integer
        else { return nil }
        func time(_ name: String) -> WallTime? {
            json[name]?.integer.map(WallTime.init(microsecondsSinceEpoch:))
        }
        return SavedState(
            mode: mode, until: time("until"), appearance: appearance, paused: paused,
            pausedUntil: time("paused_until"), movers: movers,
            savedAt: WallTime(microsecondsSinceEpoch: savedAt))
    }
}
