/// A file in which a program keeps something for its next run.
package enum StoredFile {
    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The path; a missing directory is a missing file.
    ///   - limit: The largest size in bytes.
    ///   - loss: What follows from an invalid file, such as "will be replaced".
    ///   - subject: What it stores, for the log, such as "the state".
    ///   - log: The log.
    ///   - decode: Reads the bytes; `nil` if any part of them is invalid.
    /// - Returns: The content; `nil` if the file is missing, or if it cannot be used, which is
    ///   logged.
    package static func read<Content>(
        _ path: String, limit: Int, ifInvalid loss: String, subject: String, log: Log,
        decode: ([UInt8]) -> Content?
    ) -> Content? {
        do throws(IOError) {
            guard let bytes = try File.readIfPresent(path, limit: limit) else { return nil }
            if let content = decode(bytes) { return content }
            log.warning("\(subject) in \(path) is invalid and \(loss)")
        } catch {
            log.warning("cannot read \(subject): \(error)")
        }
        return nil
    }
}
