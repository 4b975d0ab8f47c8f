import AppearanceTestSupport
import Foundation
import Testing

@testable import AppearanceDaemon

/// The file that a run is recorded in.
@Suite(.bounded) struct RecordFileTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private var path: String { home.path + "/run.jsonl" }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func `an earlier recording is moved aside`() throws {
        let earlier = try Repository.text(of: "Tests/Fixtures/records/choices-and-reloads.jsonl")
        try home.write(earlier, to: path)
        _ = try RecordFile.make(path)
        #expect(try text(path) == "")
        #expect(try text(path + ".old") == earlier)
    }

    @Test func `an empty file does not replace an earlier recording`() throws {
        try home.write("earlier", to: path + ".old")
        try home.write("", to: path)
        let file = try RecordFile.make(path)
        #expect(file != nil)
        #expect(try text(path + ".old") == "earlier")
    }

    @Test func `a file that is not a recording is not changed`() throws {
        try home.write("precious", to: path)
        let file = try RecordFile.make(path)
        #expect(file == nil)
        #expect(try text(path) == "precious")
        #expect(!FileManager.default.fileExists(atPath: path + ".old"))
    }

    @Test func `a recording can be read only by its owner`() throws {
        _ = try RecordFile.make(path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
