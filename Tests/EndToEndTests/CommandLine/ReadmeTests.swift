import AppearanceTestSupport
import Foundation
import Testing

/// Runs the examples of README.md and of the pages that it links to.
@Suite(.bounded) struct ReadmeTests {
    @Test func `every configuration in the documents is valid`() throws {
        let pages = try Repository.files().filter { name in
            name.hasSuffix(".md") && name != "CHANGELOG.md" && !name.hasPrefix("docs/decisions/")
                && !name.hasPrefix("Tests/")
        }
        // A manual page has no languages: the blocks that begin with a table.
        let manual = try DocumentSection.blocks(of: "", in: "man/appearanced.5.scd")
            .filter { $0.hasPrefix("[") }
        let blocks = try pages.flatMap { try DocumentSection.blocks(of: "toml", in: $0) } + manual
        #expect(manual.count > 2 && blocks.count > manual.count + 1)
        for block in blocks {
            let home = try TestHome()
            try home.write(configuration: block + "\n")
            let check = try ChildProcess.run(
                BuiltProducts.appearanced, ["--check"], environment: home.environment)
            #expect(check.status == .exited(0), "\(block)\n\(check.errors)")
        }
    }

    /// A fresh account has an empty home directory without a folder for configuration.
    @Test func `the command that begins a configuration works on a fresh account, once`() throws {
        let home = try TestHome()
        let account = home.path + "/account"
        try FileManager.default.createDirectory(
            atPath: account, withIntermediateDirectories: false)
        var environment = TestHome.plainEnvironment
        environment["HOME"] = account
        environment["PATH"] = "\(BuiltProducts.directory):\(environment["PATH"] ?? "")"
        let commands = try DocumentSection("Configuration", in: "README.md").commands
        let command = try #require(commands.first)
        let first = try ChildProcess.run("sh", ["-c", command], environment: environment)
        #expect(first.status == .exited(0), "\(first.errors)")
        let file = account + "/.config/appearanced/config.toml"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        // Every key is there, and none freezes its default.
        let shipped = try Repository.text(of: "config/appearanced.toml")
        #expect(text.split(separator: "\n").count > 80)
        #expect(text.contains("# dark_below = 40") && shipped.contains("\ndark_below = 40"))
        #expect(text.split(separator: "\n").allSatisfy { $0.hasPrefix("#") || $0.hasPrefix("[") })
        let check = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "check"], environment: environment)
        #expect(check.output == "\(file) is valid.\n", "\(check.errors)")

        try home.write("# mine\n", to: file)
        let second = try ChildProcess.run("sh", ["-c", command], environment: environment)
        #expect(second.status == .exited(1))
        #expect(second.errors.contains("\(file) already exists and is unchanged."))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "# mine\n")
    }

    @Test(.requires(.bus, .busClient))
    func `the Python example follows the daemon, and reports if it is not running`() throws {
        let home = try TestHome()
        let bus = try PrivateBus(in: home)
        let program = try home.write(
            try #require(DocumentSection.blocks(of: "python", in: "docs/apps.md").first),
            to: "follow.py")
        let environment = home.environment.merging(bus.environment) { $1 }
        let alone = try ChildProcess.run("/usr/bin/python3", [program], environment: environment)
        #expect(alone.status == .exited(1))
        #expect(
            alone.errors
                == "appearanced is not running; start it: systemctl --user start appearanced\n")

        let daemon = try RunningDaemon(home: home, bus: bus)
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        let follower = try ChildProcess("/usr/bin/python3", [program], environment: environment)
        try follower.waitForLine("the present state") { $0 == "now light" }
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try follower.waitForLine("the change") { $0 == "light -> night (manual)" }
    }
}
