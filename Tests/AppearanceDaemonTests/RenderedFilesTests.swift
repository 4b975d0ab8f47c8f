import AppearanceConfig
import AppearanceProtocol
import AppearanceTestSupport
import Testing

@testable import AppearanceDaemon

/// The committed files that are rendered from the code, by scripts/render.
@Suite(.bounded) struct RenderedFilesTests {
    @Test func `the shipped configuration is rendered from the schema`() throws {
        let file = RenderedFile("config/appearanced.toml")
        #expect(try file.has(ConfigurationSchema.file), "\(file.remedy)")
    }

    @Test func `the reference of the manual page is rendered from the schema`() throws {
        let manual = RenderedFile("man/appearanced.5.scd")
        #expect(
            try manual.has(
                "\n\(ConfigurationSchema.manual)\n",
                between: "; The reference of the keys, by scripts/render:\n",
                and: "; The end of the reference.\n"), "\(manual.remedy)")
    }

    @Test func `the description of the D-Bus interface is rendered from its members`() throws {
        let file = RenderedFile("config/io.github.appearanced.Appearance1.xml")
        #expect(try file.has(AppearanceInterface.description.xml), "\(file.remedy)")
    }

    @Test func `the description of the varlink interface is rendered from the protocol`() throws {
        let file = RenderedFile("config/io.github.appearanced.varlink")
        #expect(try file.has(Interface.appearanced.text), "\(file.remedy)")
    }

    @Test func `a line of a rendered file has at most 100 characters`() {
        let lines = (ConfigurationSchema.file + ConfigurationSchema.manual).split(separator: "\n")
        #expect(lines.filter { $0.count > 100 } == [])
    }
}
