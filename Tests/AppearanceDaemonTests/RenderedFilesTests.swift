import AppearanceConfig
import AppearanceProtocol
import AppearanceTestSupport
import Foundation
import Testing

@testable import AppearanceDaemon

/// The committed files that are rendered from the code, by scripts/render.
@Suite(.bounded) struct RenderedFilesTests {
    /// Whether files are written rather than compared, for scripts/render.
    private static let writes = ProcessInfo.processInfo.environment["RENDER_FILES"] == "1"

    private func expect(_ path: String, is text: String) throws {
        if Self.writes {
            try text.write(
                toFile: Repository.root + "/" + path, atomically: true, encoding: .utf8)
        }
        #expect(try Repository.text(of: path) == text, "run scripts/render, and commit \(path)")
    }

    @Test func `the shipped configuration is rendered from the schema`() throws {
        try expect("config/appearanced.toml", is: ConfigurationSchema.file)
    }

    @Test func `the reference of the manual page is rendered from the schema`() throws {
        let path = "man/appearanced.5.scd"
        let whole = try Repository.text(of: path)
        let start = try #require(
            whole.range(of: "; The reference of the keys, by scripts/render:\n"))
        let end = try #require(whole.range(of: "; The end of the reference.\n"))
        try expect(
            path,
            is: "\(whole[..<start.upperBound])\n\(ConfigurationSchema.manual)\n"
                + String(whole[end.lowerBound...]))
    }

    @Test func `the description of the D-Bus interface is rendered from its members`() throws {
        try expect(
            "config/io.github.appearanced.Appearance1.xml", is: AppearanceInterface.description.xml)
    }

    @Test func `the description of the varlink interface is rendered from the protocol`() throws {
        try expect("config/io.github.appearanced.varlink", is: Interface.appearanced.text)
    }

    @Test func `a line of a rendered file has at most 100 characters`() {
        let lines = (ConfigurationSchema.file + ConfigurationSchema.manual).split(separator: "\n")
        #expect(lines.filter { $0.count > 100 } == [])
    }
}
