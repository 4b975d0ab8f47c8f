import AppearanceTestSupport
import Foundation
import Testing

/// The forms of `appearancectl watch` for scripts and status bars.
@Suite(.bounded, .requires(.bus)) struct WatchFormatTests {
    private let daemon: RunningDaemon

    init() throws {
        daemon = try RunningDaemon.inDaylight()
    }

    private func start(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.appearancectl, arguments, environment: daemon.environment,
            keepsInput: true)
    }

    @Test func `watch prints the text of a format whenever it changes`() throws {
        let watch = try start("watch", "--format", "{appearance}\t{mode} {lux}|{brace")
        try watch.waitForLine(containing: "light\tauto |{brace")
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try watch.waitForLine(containing: "dark\tdark |{brace")
        #expect(try daemon.appearancectl("feed", "300").status == .exited(0))
        #expect(try daemon.appearancectl("set", "auto").status == .exited(0))
        try watch.waitForLine(containing: "light\tauto 300|{brace")
        let unknown = try daemon.appearancectl("watch", "--format", "{colour}")
        #expect(unknown.status == .exited(2))
        #expect(unknown.errors.contains("{colour} is unknown; use {appearance}, {mode}"))
    }

    @Test func `watch for Waybar prints objects that hide the module without a daemon`() throws {
        let watch = try start("watch", "--waybar")
        let first = try JSON(parsing: watch.waitForLine("the first object") { _ in true })
        #expect(first["text"] == "light")
        #expect(first["class"].items.map(\.string) == ["light", "auto"])
        #expect(first["tooltip"].string == (try daemon.status()["explanation"].string))
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        let next = try JSON(parsing: watch.waitForLine("the next object") { _ in true })
        #expect(next["alt"] == "night")
        #expect(next["class"].items.map(\.string) == ["night", "manual"])
        try daemon.process.terminate()
        let last = try JSON(parsing: watch.waitForLine("the last object") { _ in true })
        #expect(last["text"] == "")
        #expect(last["class"].items.map(\.string) == ["stopped"])
        let again = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        let restored = try JSON(parsing: watch.waitForLine("the object again") { _ in true })
        #expect(restored["alt"] == "night")
        withExtendedLifetime(again) {}
    }

    @Test func `watch waits for a change of the appearance, not of the mode, and exits`() throws {
        try daemon.process.terminate()
        let watch = try start("watch", "--wait", "--format", "{appearance} {mode}")
        try watch.waitForLine(containing: "waiting for it to start", on: .errors)
        let next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        // It writes this with the first status.
        try watch.waitForLine(containing: "appearanced is running", on: .errors)
        for mode in ["light", "dark"] {
            #expect(try next.appearancectl("set", mode).status == .exited(0))
        }
        #expect(try watch.expectExit() == .exited(0))
        #expect(watch.text() == "dark dark\n")
    }

    @Test func `watch that waits for Waybar prints one object after a restart, too`() throws {
        try daemon.process.terminate()
        let watch = try start("watch", "--wait", "--waybar")
        try watch.waitForLine(containing: "waiting for it to start", on: .errors)
        var next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        try watch.waitForLine(containing: "appearanced is running", on: .errors)
        try next.process.terminate()
        try watch.waitForLine(containing: "waiting for it to restart", on: .errors)
        next = try RunningDaemon(home: daemon.home, bus: daemon.bus)
        try watch.waitForLine(containing: "running again", on: .errors)
        #expect(try next.appearancectl("set", "dark").status == .exited(0))
        #expect(try watch.expectExit() == .exited(0))
        #expect(try JSON(parsing: watch.text())["text"] == "dark")
    }
}
