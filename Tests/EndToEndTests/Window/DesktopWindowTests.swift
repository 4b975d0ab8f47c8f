import AppearanceTestSupport
import Foundation
import Testing

/// The real window before the real daemon, used as a screen reader uses it.
@Suite(.bounded, .requires(.bus, .busClient, .windowUser)) struct DesktopWindowTests {
    private let daemon: RunningDaemon
    private let service: BusClient
    private let user: WindowUser

    /// The room has 12 lux, and the schedule is light for hours.
    init() throws {
        let home = try TestHome()
        try WindowUser.prepare(home)
        try home.write(configuration: Self.configuration)
        daemon = try RunningDaemon(room: 12, home: home)
        service = try daemon.busClient()
        user = try WindowUser(in: home, environment: daemon.environment)
    }

    private static let configuration = """
        [ambient]
        dark_below = 40
        light_above = 80
        [desktop]
        follow = "auto"
        """

    @Test func `a press chooses a mode until the next change, and the sentence follows`() throws {
        try user.wait(until: "It becomes light above 80 lux")
        try user.press("Light")
        try service.waitForChange(of: "Mode") { $0.string == "light" }
        try user.wait(until: "You chose it; automatic again at")
        let until = try daemon.appearancectl("status", "--json")
        #expect(try JSON(parsing: until.output)["until"] != .null)
        try user.press("Automatic")
        try service.waitForChange(of: "Mode") { $0.string == "auto" }
        try user.wait(until: "It becomes light above 80 lux")
    }

    @Test func `the pause keeps the appearance until it is turned off`() throws {
        try user.wait(until: "The desktop changes by itself")
        try user.press("Pause Changes")
        try user.wait(until: "Nothing changes until you turn this off")
        try user.wait(until: "Paused until you turn the pause off")
        try user.press("Pause Changes")
        try user.wait(until: "The desktop changes by itself")
    }

    @Test func `the window follows a choice that is made elsewhere, and a daemon that ends`() throws
    {
        try user.wait(until: "The room has")
        _ = try daemon.appearancectl("set", "night")
        try user.wait(until: "You chose it, until you change it")
        try daemon.process.terminate()
        try user.wait(until: "The service is not running")
    }

    @Test func `the sentence names the program that keeps the appearance`() throws {
        try user.wait(until: "The room has")
        let cookie = try service.call("Inhibit", "ss", ["Player", "a film plays"])
        try user.wait(until: "Player keeps it: a film plays.")
        try service.call("Uninhibit", "u", [cookie])
        try user.wait(until: "The room has")
    }

    @Test func `every widget that the keyboard reaches has a name`() throws {
        try user.wait(until: "The room has")
        let widgets = try user.focusable()
        #expect(widgets.count > 10)
        // A view that scrolls has none in GTK.
        let unnamed = widgets.filter { $0.name.isEmpty && $0.role != "scroll pane" }
        #expect(unnamed.map(\.role) == [])
    }

    @Test func `the menu below the sentence gives a choice another end`() throws {
        try user.wait(until: "The room has")
        try user.press("Light")
        try user.press("Until *")
        try user.press("Until I change it")
        try user.wait(until: "You chose it, until you change it")
        let status = try daemon.appearancectl("status", "--json")
        #expect(try JSON(parsing: status.output)["until"] == .null)
        #expect(try JSON(parsing: status.output)["mode"] == "light")
    }

    @Test func `a second start shows the same window and exits`() throws {
        try user.wait(until: "The room has")
        let second = try ChildProcess.run(
            BuiltProducts.appearanceWindow, environment: user.environment)
        #expect(second.status == .exited(0))
        try user.press("Dark")
        try service.waitForChange(of: "Mode") { $0.string == "dark" }
    }

    @Test func `closing the window ends the program`() throws {
        try user.wait(until: "The room has")
        try user.press("Close")
        #expect(try user.window.expectExit() == .exited(0))
    }

    // MARK: Settings

    private func configuration() throws -> String {
        try String(contentsOfFile: daemon.home.configurationFile, encoding: .utf8)
    }

    @Test func `a changed level is one changed line of the file, and Undo restores it`() throws {
        let file = daemon.home.configurationFile
        let target = daemon.home.path + "/dotfiles.toml"
        try FileManager.default.moveItem(atPath: file, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
        let before = try configuration()
        try user.wait(until: "The room has")
        try user.open(page: "When")
        try user.set("Dark below", to: 30)
        try daemon.process.waitForLine(containing: "dark_below 40.0 → 30.0", on: .errors)
        #expect(
            try configuration() == before.replacing("dark_below = 40", with: "dark_below = 30"))
        try user.undo()
        try daemon.process.waitForLine(containing: "dark_below 30.0 → 40.0", on: .errors)
        #expect(try configuration() == before)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file) == target)
        #expect(try user.number(of: "Dark below") == 40)
    }

    @Test func `a level that would be invalid is not written, and its row has the reason`() throws {
        let before = try configuration()
        try user.wait(until: "The room has")
        try user.open(page: "When")
        try user.set("Dark below", to: 90)
        try user.wait(until: "must be")
        #expect(try configuration() == before)
    }

    @Test func `a change of the file elsewhere reaches the page, and an error locks it`() throws {
        try user.wait(until: "The room has")
        _ = try daemon.appearancectl("config", "set", "ambient.light_above", "120")
        try user.wait(until: "It becomes light above 120 lux")
        try user.open(page: "When")
        try user.wait(until: "Light now")
        try daemon.home.write(configuration: "ambient = 3\n")
        try user.wait(until: "The configuration has an error, so fix it in the file")
        try user.wait(until: "other settings stay in effect")
        try daemon.home.write(configuration: Self.configuration)
        try user.wait(untilGone: "other settings stay in effect")
        try user.wait(untilGone: "so fix it in the file")
    }
}
