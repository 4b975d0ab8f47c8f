package import AppearanceEngine
import AppearanceProtocol
import AppearanceRecord

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
            writer.members(of: state)
        }
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Nil unless every part of it makes sense: half a state is as good as none.
    package static func decode(_ bytes: [UInt8]) -> SavedState? {
        guard let json = try? JSON(decoding: bytes), json["version"]?.integer == version
        else { return nil }
        return try? SavedState(Fields(json, of: "state"))
    }
}
