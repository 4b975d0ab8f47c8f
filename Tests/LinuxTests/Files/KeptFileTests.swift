import AppearanceTestSupport
import Foundation
import Linux
import Testing

/// Files that are kept for a later run: an error of reading is not invalid content.
@Suite(.bounded) struct KeptFileTests {
    private let directory = TemporaryDirectory()
    private let file: KeptFile

    init() { file = KeptFile(directory.file("kept"), limit: 16) }

    private func text(_ bytes: [UInt8]) -> String? {
        bytes.first == UInt8(ascii: "!") ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the reading in words.
    private func reading() -> String {
        switch file.read(text) {
        case .absent: "absent"
        case .content(let text): text
        case .unreadable(let error): "unreadable: \(error)"
        case .invalid(let problem): problem
        }
    }

    @Test(.row("C17")) func `a file is missing, valid, invalid or unreadable`() throws {
        #expect(reading() == "absent")
        directory.write("text", to: "kept")
        #expect(reading() == "text")
        directory.write("!", to: "kept")
        #expect(reading() == "is invalid")
        directory.write(String(repeating: "x", count: 17), to: "kept")
        #expect(reading() == "is larger than 16 bytes")
        try FileManager.default.removeItem(atPath: file.path)
        try #require(symlink("kept", file.path) == 0)
        #expect(reading() == "unreadable: open \(file.path): Too many levels of symbolic links")
        try FileManager.default.removeItem(atPath: file.path)
        try #require(mkfifo(file.path, 0o600) == 0)
        #expect(reading() == "unreadable: \(file.path): not a regular file")
    }

    @Test(.row("C17")) func `no copy replaces another, and equal ones are one`() throws {
        for (content, name) in [
            ("!1", "kept.invalid"), ("!2", "kept.invalid-2"), ("!1", "kept.invalid"),
            ("!3", "kept.invalid-3"), ("!2", "kept.invalid-2"),
        ] {
            directory.write(content, to: "kept")
            #expect(try file.setAside() == directory.file(name))
            #expect(!directory.names.contains("kept"))
        }
        directory.write("", to: "kept.invalid-x")
        directory.write("", to: "kept.invalid~")
        let names = ["kept.invalid", "kept.invalid-2", "kept.invalid-3"]
        #expect(try file.copies() == names.map(directory.file))
        for (index, name) in names.enumerated() {
            #expect(
                try String(contentsOfFile: directory.file(name), encoding: .utf8) == "!\(index + 1)"
            )
        }
    }

    @Test(.row("C17")) func `with too many copies the file stays`() throws {
        for number in 1...99 {
            directory.write("!\(number)", to: "kept.invalid" + (number == 1 ? "" : "-\(number)"))
        }
        directory.write("!last", to: "kept")
        #expect(throws: IOError.self) { try file.setAside() }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "!last")
    }

    @Test func `a copy may be made beside the file, and a directory is set aside too`() throws {
        directory.write("text", to: "kept")
        let copy = try file.keepCopy()
        #expect(reading() == "text")
        try AtomicFile.write(Array("new".utf8), to: file.path)
        #expect(try String(contentsOfFile: copy, encoding: .utf8) == "text")
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createDirectory(
            atPath: file.path, withIntermediateDirectories: false)
        #expect(try file.setAside() == directory.file("kept.invalid-2"))
        #expect(directory.names == ["kept.invalid", "kept.invalid-2"])
    }
}
