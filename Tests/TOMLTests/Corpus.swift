import Foundation

/// The files of the toml-test corpus.
enum Corpus {
    static let valid = files(in: "valid")
    static let invalid = files(in: "invalid")

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/toml-test")

    /// The bytes of a file, named by its path in the corpus.
    static func bytes(of file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: file)))
    }

    private static func files(in part: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: folder.appending(path: part).path)
        return (found?.allObjects as? [String] ?? [])
            .filter { $0.hasSuffix(".toml") }
            .map { "\(part)/\($0)" }
            .sorted()
    }
}
