import AppearanceTestSupport
import Foundation
import Testing

/// The desktop entry, for sessions that start programs without systemd.
@Suite(.bounded) struct AutostartTests {
    private static let generator =
        "/usr/lib/systemd/user-generators/systemd-xdg-autostart-generator"

    private let home: TestHome
    private var entry: String { home.configHome + "/autostart/appearance-nightfilter.desktop" }

    /// Installs the tree, and follows the manual.
    init() throws {
        home = try TestHome()
        let top = home.path + "/installed"
        let share = " \(top)/usr/local/share"
        try SystemdInstallation.install(into: top)
        let command = try #require(
            try Repository.text(of: "man/appearance-nightfilter.1.scd").split(separator: "\n")
                .first { $0.hasPrefix("install ") })
        let run = try ChildProcess.run(
            "sh",
            ["-c", String(command).replacing(" /usr/share", with: share)],
            environment: home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        // The manual's path is below the home, a test's below its variable.
        try FileManager.default.createDirectory(
            atPath: home.configHome + "/autostart", withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: home.path + "/.config/autostart/appearance-nightfilter.desktop", toPath: entry)
    }

    private var environment: [String: String] {
        let path = TestHome.plainEnvironment["PATH"] ?? ""
        return home.environment.merging(["PATH": "\(BuiltProducts.directory):\(path)"]) { $1 }
    }

    /// The night filter runs only for a user who has enabled it.
    @Test func `no installed file starts the filter for every user`() throws {
        let files = try #require(
            FileManager.default.enumerator(atPath: home.path + "/installed")?.allObjects
                as? [String])
        #expect(files.contains { $0.hasSuffix("examples/appearance-nightfilter.desktop") })
        #expect(!files.contains { $0.contains("autostart") })
        // It starts for those who run the daemon, by a condition of its own.
        let wanted = files.filter { $0.contains(".wants/") }.map { $0.split(separator: "/").last }
        #expect(wanted == ["appearance-presence.service"])
    }

    @Test(.requires(.xvfb, .gdbus))
    func `the desktop entry starts the filter, which turns the screen red`() throws {
        let server = try XServer(in: home)
        let notifications = try NotifySocket(in: home)
        let launch = try ChildProcess(
            "gio", ["launch", entry],
            environment: environment.merging(server.environment) { $1 }
                .merging(notifications.environment) { $1 }.merging(NightScene.night) { $1 })
        try notifications.waitForMessage(containing: "READY=1")
        let screens = try X11Screens(of: server, in: home)
        #expect(try screens.ramps().values.contains { $0.areRed })
        // It exits with its display, however it was started.
        try server.end()
        #expect(try launch.expectExit() == .exited(0))
    }

    /// If systemd starts the programs of the desktop, only the unit starts the filter.
    @Test(.requires(.systemdAnalyze)) func `systemd prefers the unit to the autostart entry`()
        throws
    {
        #expect(try unitsMade() == [])
        let text = try String(contentsOfFile: entry, encoding: .utf8)
        try home.write(text.replacing("X-systemd-skip=true\n", with: ""), to: entry)
        #expect(try !unitsMade().isEmpty, "the generator would take it otherwise")
    }

    private func unitsMade() throws -> [String] {
        let folders = try ["normal", "early", "late"].map { name in
            let folder = home.path + "/units/" + name
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            return folder
        }
        let run = try ChildProcess.run(Self.generator, folders, environment: environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        return try folders.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
    }
}
