import AppearanceConfig
import AppearanceModel
import Linux

/// The last valid configuration from a standard path, saved beside the state: the fallback at a
/// start with an invalid file.
struct LastKnownGood {
    /// The size limit of a copy, in bytes: the largest configuration and the seal.
    static let sizeLimit = ConfigurationReader.largestFile + LastGoodCopy.seal.utf8.count

    let configuration: Configuration
    let takenAt: WallTime

    /// Reads the copy; `nil` if there is no valid one, which is logged unless it is missing.
    static func load(_ path: String, log: Log) -> LastKnownGood? {
        StoredFile.read(
            path, limit: sizeLimit, ifInvalid: "will be replaced", subject: "the last good copy",
            log: log
        ) { bytes in
            guard let configuration = unsealed(bytes, path),
                let time = File.modificationTime(of: path)
            else { return nil }
            return LastKnownGood(
                configuration: configuration, takenAt: WallTime(microsecondsSinceEpoch: time))
        }
    }

    private static func unsealed(_ bytes: [UInt8], _ path: String) -> Configuration? {
        guard bytes.suffix(LastGoodCopy.seal.utf8.count).elementsEqual(LastGoodCopy.seal.utf8)
        else { return nil }
        return try? ConfigurationReader.read(bytes, file: path)
    }
}
