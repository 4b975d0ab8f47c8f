import AppearanceConfig
import AppearanceModel
import Linux

/// The last configuration from its usual place that could be taken, kept beside the state: what is
/// gone by at a start where the file has a mistake.
struct LastKnownGood {
    /// A larger one is none of ours: the largest configuration, and the seal.
    static let largest = ConfigurationFile.largest + seal.utf8.count

    /// The last line, for whoever finds the file; a copy without it is not whole.
    private static let seal = """

        # A copy of the last configuration that appearanced could take. To change anything, change
        # your own; this copy is used at a start where your own has a mistake.

        """

    let configuration: Configuration
    let takenAt: WallTime

    /// Reads the copy; nil where there is none, or none to be gone by, which the log is told.
    static func load(_ path: String, log: Log) -> LastKnownGood? {
        do throws(IOError) {
            let bytes = try File.read(path, limit: largest)
            if let configuration = unsealed(bytes, path),
                let time = File.modificationTime(of: path)
            {
                return LastKnownGood(
                    configuration: configuration,
                    takenAt: WallTime(microsecondsSinceEpoch: time))
            }
            log.warning("the last good copy \(path) makes no sense and will be written anew")
        } catch {
            let isAbsent = error.errno == .noSuchFile || error.errno == .notADirectory
            if !isAbsent { log.warning("the last good copy cannot be read: \(error)") }
        }
        return nil
    }

    /// The bytes of a copy of a configuration.
    static func sealed(_ text: [UInt8]) -> [UInt8] { text + Array(seal.utf8) }

    private static func unsealed(_ bytes: [UInt8], _ path: String) -> Configuration? {
        guard bytes.suffix(seal.utf8.count).elementsEqual(seal.utf8) else { return nil }
        return try? ConfigurationReader.read(bytes, file: path)
    }
}
