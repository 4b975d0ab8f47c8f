import Glibc

/// A file in which a program keeps something for a later run.
///
/// An error of open or read tells nothing about the content, so an unreadable file is neither missing nor
/// invalid. A file that cannot be used is set aside under another name, and no copy is ever replaced.
package struct KeptFile: Sendable {
    /// The result of reading the file.
    package enum Reading<Content> {
        /// There is no file, or no directory on its path.
        case absent
        case content(Content)
        /// The file cannot be read now, for this reason.
        case unreadable(IOError)
        /// The file was read, and is not valid for this version; the end of a sentence about it.
        case invalid(_ problem: String)
    }

    /// The most copies that are set aside.
    static let mostCopies = 99

    package let path: String
    private let limit: Int
    private let suffix: String

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - limit: The largest size in bytes; a larger file is invalid.
    ///   - suffix: The end of the name of a file that is set aside; those after the first have a number too, as
    ///     in `.invalid-2`.
    package init(_ path: String, limit: Int, asideAs suffix: String = ".invalid") {
        self.path = path
        self.limit = limit
        self.suffix = suffix
    }

    /// Reads the file; `decode` returns `nil` for invalid bytes.
    package func read<Content>(_ decode: ([UInt8]) -> Content?) -> Reading<Content> {
        do throws(IOError) {
            guard let bytes = try File.readIfPresent(path, limit: limit) else { return .absent }
            return decode(bytes).map(Reading.content) ?? .invalid("is invalid")
        } catch {
            if case .tooLarge = error { return .invalid("is larger than \(limit) bytes") }
            return .unreadable(error)
        }
    }

    /// Reads the file at the start of a program that can do without it: reads it repeatedly if it cannot be read,
    /// and sets it aside if it cannot be used and the program will write it.
    ///
    /// - Parameters:
    ///   - subject: The content in the log, such as "the state".
    ///   - consequence: The result of a missing content in the log, such as "every hook runs again".
    ///   - isWritten: Whether the program will write the file.
    ///   - log: The log.
    ///   - decode: Reads the bytes; `nil` if any part of them is invalid.
    /// - Returns: The content; `nil` if the file is missing, or cannot be used, which is logged.
    package func load<Content>(
        _ subject: String, withoutIt consequence: String, isWritten: Bool = true, log: Log,
        decode: ([UInt8]) -> Content?
    ) -> Content? {
        let problem: String
        switch readPatiently(decode) {
        case .absent: return nil
        case .content(let content): return content
        case .unreadable(let error): problem = "cannot be read (\(error))"
        case .invalid(let reason): problem = reason
        }
        guard isWritten else {
            log.warning("\(subject) in \(path) \(problem); \(consequence)")
            return nil
        }
        do throws(IOError) {
            let copy = try setAside()
            log.warning("\(subject) in \(path) \(problem) and is kept as \(copy); \(consequence)")
        } catch {
            log.warning(
                "\(subject) in \(path) \(problem) and cannot be kept (\(error)); \(consequence)")
        }
        return nil
    }

    /// Reads the file, and again for a quarter of a second while it cannot be read: a network may be slow, and
    /// descriptors short, at the start of a session.
    private func readPatiently<Content>(_ decode: ([UInt8]) -> Content?) -> Reading<Content> {
        for _ in 0..<5 {
            let reading = read(decode)
            guard case .unreadable(.system) = reading else { return reading }
            poll(nil, 0, 50)
        }
        return read(decode)
    }

    // MARK: Copies

    /// Gives the file another name, which no other file has, and returns it.
    ///
    /// A copy with the same content is enough.
    package func setAside() throws(IOError) -> String {
        let copy = try keepCopy()
        try File.removeIfPresent(path)
        try Directory.synchronize(Path.directory(of: path))
        return copy
    }

    /// Gives the file a second name, which no other file has, and returns it; on a file system without links, its
    /// only one.
    package func keepCopy() throws(IOError) -> String {
        let copies = try copies()
        if let same = try? copyWithSameContent(among: copies) { return same }
        for number in 1...Self.mostCopies {
            let copy = path + suffix + (number == 1 ? "" : "-\(number)")
            guard !copies.contains(copy) else { continue }
            switch SystemCall.attempt({ link(path, copy) }) {
            case .success: return copy
            case .failure(.fileExists): continue
            case .failure(.notPermitted), .failure(.notSupported):
                try File.move(path, to: copy)
                return copy
            case .failure(let errno):
                throw .system(call: "link", subject: copy, errno: errno)
            }
        }
        throw .system(call: "link", subject: path + suffix, errno: .fileExists)
    }

    /// The paths of all files that were set aside.
    package func copies() throws(IOError) -> [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let folder = Path.directory(of: path)
        return try Directory.namesIfPresent(in: folder)
            .filter { other in
                guard other.hasPrefix(name + suffix) else { return false }
                let rest = other.dropFirst(name.count + suffix.count)
                return rest.isEmpty || rest.first == "-" && Int(rest.dropFirst()) != nil
            }
            .map { "\(folder)/\($0)" }
    }

    private func copyWithSameContent(among copies: [String]) throws(IOError) -> String? {
        guard !copies.isEmpty else { return nil }
        let bytes = try File.read(path, limit: limit)
        return copies.first { (try? File.read($0, limit: limit)) == bytes }
    }
}
