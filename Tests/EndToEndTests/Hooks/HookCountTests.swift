import AppearanceTestSupport
import Foundation
import Testing

/// More than a thousand hooks, whose results have more than 256 KiB.
@Suite(.bounded, .requires(.bus, .busClient)) struct HookCountTests {
    @Test(.row("C24")) func `more than a thousand hooks run once, and not again after a restart`()
        throws
    {
        let scene = try HookScene("parallel = 16")
        try FileManager.default.createDirectory(
            atPath: scene.folder, withIntermediateDirectories: true)
        let names = (1000..<2300).map { "50-" + String(repeating: "long-", count: 24) + "\($0)" }
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(scene.folder)/\(name)", withDestinationPath: "/bin/true")
        }
        let file = scene.home.stateHome + "/appearanced/hooks.json"
        var daemon = try scene.daemon()
        var first: [String: Int] = [:]
        try FileWatch.wait(for: file) { text in
            first = try Self.starts(text)
            return first.count == names.count
        }
        #expect(try daemon.process.terminate() == .exited(0))

        // It would run after all the others.
        try scene.hook("60-last", scene.noting("60-last"))
        daemon = try scene.daemon()
        try scene.waitUntilRecorded("60-last", "light")
        var second = try Self.starts(String(contentsOfFile: file, encoding: .utf8))
        second["60-last"] = nil
        #expect(second == first)
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(!daemon.process.text(on: .errors).contains("hooks.json"))
    }

    /// Returns the start of each recorded run.
    private static func starts(_ text: String) throws -> [String: Int] {
        Dictionary(
            uniqueKeysWithValues: try JSON(parsing: text)["hooks"].items.map {
                ($0["name"].string ?? "", $0["startedAt"].integer.map(Int.init) ?? 0)
            })
    }
}
