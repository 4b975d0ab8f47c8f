import AppearanceTestSupport
import Foundation
import Testing

/// The committed code of a Wayland protocol is the generator's output for its XML.
@Suite(.bounded, .requires(.waylandScanner)) struct ProtocolCodeTests {
    private static let folder = "Sources/CWaylandGamma"
    private static let name = "wlr-gamma-control-unstable-v1"

    /// Releases of the generator differ around the tables, but not in the tables.
    @Test(arguments: [
        ("private-code", "\(name)-protocol.c", "static const struct wl_interface *"),
        ("client-header", "include/\(name)-client-protocol.h", "struct zwlr_"),
    ])
    func `the committed code equals the scanner's output`(
        _ kind: String, _ path: String, _ start: String
    ) throws {
        let committed = try Repository.text(of: "\(Self.folder)/\(path)")
        let home = try TestHome()
        let made = home.path + "/made"
        let run = try ChildProcess.run(
            "wayland-scanner", [kind, "\(Repository.root)/\(Self.folder)/\(Self.name).xml", made],
            environment: home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        let expected = Self.lines(
            of: try String(contentsOfFile: made, encoding: .utf8), from: start)
        #expect(Self.lines(of: committed, from: start) == expected)
        #expect(expected.count > 20)
    }

    @Test func `the protocol's licence is in every file and in the notices`() throws {
        let notice = "copyright notice appear in"
        let paths = [
            "\(Self.folder)/\(Self.name).xml", "\(Self.folder)/\(Self.name)-protocol.c",
            "\(Self.folder)/include/\(Self.name)-client-protocol.h",
            "docs/third-party-notices.md",
        ]
        for path in paths {
            let text = try Repository.text(of: path)
            #expect(text.contains("2018 Simon Ser") && text.contains(notice), "\(path)")
        }
    }

    private static func lines(of text: String, from start: String) -> [Substring] {
        Array(text.split(separator: "\n").drop { !$0.hasPrefix(start) })
    }
}
