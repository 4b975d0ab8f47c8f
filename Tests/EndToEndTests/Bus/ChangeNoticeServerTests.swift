import AppearanceTestSupport
import Foundation
import Testing

/// The notices of automatic changes in real notification servers that draw no buttons.
@Suite(.bounded, .serialized, .requires(.bus, .busClient, .recolouredPrograms))
struct ChangeNoticeServerTests {
    private let home: TestHome
    private let bus: PrivateBus

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
        try home.write(configuration: ChangeNoticeTests.settings("first"))
    }

    /// Starts a daemon beside a server, and reports light that is dark.
    private func darken(beside server: ChildProcess) throws -> (RunningDaemon, VarlinkClient) {
        let daemon = try RunningDaemon(home: home, bus: bus)
        try BusClient(environment: daemon.environment, name: "org.freedesktop.Notifications")
            .waitForOwner()
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        #expect(try daemon.appearancectl("feed", "5", "--source", "desk").status == .exited(0))
        try watcher.waitForReply { $0["status"]["appearance"] == "dark" }
        return (daemon, watcher)
    }

    private func run(_ command: String...) throws -> String {
        let environment = home.environment.merging(bus.environment) { $1 }
        return try ChildProcess.run(
            command[0], Array(command.dropFirst()), environment: environment
        ).output
    }

    private func expectBody(_ text: String) {
        #expect(text.contains("desk reports 5 lux; that counts until "), "\(text)")
        #expect(text.contains("Undo: appearancectl toggle"), "\(text)")
        #expect(
            text.contains("Not by light today: appearancectl pause --light"), "\(text)")
    }

    @Test(.row("M28")) func `dunst shows the commands, and its menu takes the change back`() throws
    {
        let screen = try Screen(in: home)
        let menu = try home.write("#!/bin/sh\ngrep --max-count=1 '^#Undo '\n", to: "menu")
        #expect(chmod(menu, 0o755) == 0)
        try home.write("[global]\ndmenu = \(menu)\n", to: "config/dunst/dunstrc")
        let dunst = try ChildProcess(
            "dunst", ["-print"],
            environment: home.environment.merging(bus.environment) { $1 }
                .merging(screen.environment) { $1 })
        let (daemon, watcher) = try darken(beside: dunst)
        try dunst.waitForLine(containing: "It is dark now")
        expectBody(try run("dunstctl", "history") + dunst.text())
        _ = try run("dunstctl", "context")
        try watcher.waitForReply { $0["status"]["appearance"] == "light" }
        #expect(daemon.log("<4>") == [])
    }

    @Test(.row("M28"), .requires(.sway))
    func `mako shows the commands, and its actions take the change back`() throws {
        let compositor = try Compositor(in: home, withRamps: false)
        let mako = try ChildProcess(
            "mako", [],
            environment: home.environment.merging(bus.environment) { $1 }
                .merging(compositor.environment) { $1 })
        let (daemon, watcher) = try darken(beside: mako)
        let deadline = Deadline()
        var list = ""
        while !list.contains("It is dark now") {
            list = try run("makoctl", "list")
            try deadline.check("mako to show the notice: \(list)")
        }
        expectBody(list)
        _ = try run("makoctl", "invoke", "undo")
        try watcher.waitForReply { $0["status"]["appearance"] == "light" }
        #expect(daemon.log("<4>") == [])
    }
}
