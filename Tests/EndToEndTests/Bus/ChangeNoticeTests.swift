import AppearanceTestSupport
import Foundation
import Testing

/// The notices of automatic changes, with a notification server that can be clicked.
@Suite(.bounded, .requires(.bus, .busClient)) struct ChangeNoticeTests {
    private let home: TestHome
    private let bus: PrivateBus
    private let notifications: FakeNotifications

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
        notifications = try FakeNotifications(on: bus)
    }

    static func settings(_ changes: String) -> String {
        """
        [ambient]
        reversal_gap = "0s"
        smoothing = "100ms"
        [ambient.dwell]
        light_to_dark = "1s"
        dark_to_light = "1s"
        \(TestHome.dayByClock)
        [notify]
        changes = "\(changes)"
        """
    }

    /// A daemon by day, whose light changes within two seconds.
    private func start(_ changes: String = "first") throws -> RunningDaemon {
        try home.write(configuration: Self.settings(changes))
        return try RunningDaemon(home: home, bus: bus)
    }

    /// Reports light until the appearance is this one.
    private func change(to appearance: JSON, _ daemon: RunningDaemon) throws {
        let client = try daemon.varlinkClient(streaming: "Watch")
        let lux = appearance == "light" ? "500" : "5"
        #expect(try daemon.appearancectl("feed", lux, "--source", "desk").status == .exited(0))
        try client.waitForReply { $0["status"]["appearance"] == appearance }
    }

    /// Waits for the notice of a change, which may come after others.
    @discardableResult
    private func waitForNotice(_ summary: JSON) throws -> JSON {
        let notice = try notifications.waitForNotification()
        #expect(notice["summary"] == summary)
        return notice
    }

    private var countFile: String { home.stateHome + "/appearanced/notices" }

    private var count: String? { try? String(contentsOfFile: countFile, encoding: .utf8) }

    @Test func `a change is announced with its cause, and a click takes it back`() throws {
        let daemon = try start()
        try change(to: "dark", daemon)
        let notice = try waitForNotice("It is dark now")
        #expect(notice["app"] == "appearanced")
        let body = try #require(notice["body"].string)
        #expect(body.contains("desk reports 5 lux; that counts until "), "\(body)")
        #expect(body.hasSuffix(" This is announced three times."), "\(body)")
        #expect(
            notice["actions"].items == [
                "undo", "Undo", "not-by-light", "Not by light today", "never",
                "Do not say it again",
            ])
        let client = try daemon.varlinkClient(streaming: "Watch")
        try notifications.click("undo")
        try client.waitForReply { $0["status"]["appearance"] == "light" }
        // A choice of the user's is no news for them.
        #expect(notifications.count == 1)
    }

    @Test(.row("M23")) func `three changes are announced, and a restart begins no new count`()
        throws
    {
        let daemon = try start()
        try change(to: "dark", daemon)
        try waitForNotice("It is dark now")
        try change(to: "light", daemon)
        try waitForNotice("It is light now")
        _ = try FileWatch.wait(for: countFile) { $0 == "2\n" }
        #expect(try daemon.process.terminate() == .exited(0))
        let next = try RunningDaemon(home: home, bus: bus)
        try change(to: "dark", next)
        try waitForNotice("It is dark now")
        for appearance in ["light", "dark"] as [JSON] { try change(to: appearance, next) }
        // What is announced after a command has an answer comes before the next question's.
        #expect(notifications.count == 3)
    }

    @Test func `it is not said again after the button, and always or never by the configuration`()
        throws
    {
        let daemon = try start()
        try change(to: "dark", daemon)
        try waitForNotice("It is dark now")
        try notifications.click("never")
        try daemon.process.waitForLine(containing: "no further change is announced", on: .errors)
        try change(to: "light", daemon)
        #expect(notifications.count == 1)

        let loaded = try daemon.status()["configuration_loaded"]
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try home.write(configuration: Self.settings("always"))
        try watcher.waitForReply { $0["status"]["configuration_loaded"] != loaded }
        try change(to: "dark", daemon)
        let notice = try waitForNotice("It is dark now")
        #expect(
            notice["actions"].items == ["undo", "Undo", "not-by-light", "Not by light today"])
        #expect(notice["body"].string?.contains("three times") == false)
    }

    @Test func `not by light today lets the schedule decide, and says until when`() throws {
        let daemon = try start()
        try change(to: "dark", daemon)
        try waitForNotice("It is dark now")
        let watcher = try daemon.varlinkClient(streaming: "Watch")
        try notifications.click("not-by-light")
        let status = try watcher.waitForReply {
            $0["status"]["light_paused_until"] != .null
        }["status"]
        #expect(status["appearance"] == "light" && status["reason"] == "schedule")
        #expect(
            status["explanation"].string?.contains(", by schedule, as you left light out until ")
                == true)
        let lines = try daemon.appearancectl("status").output
        #expect(lines.contains("\nlight        left out until "), "\(lines)")
        try change(to: "dark", afterResume: daemon)
    }

    private func change(to appearance: JSON, afterResume daemon: RunningDaemon) throws {
        let client = try daemon.varlinkClient(streaming: "Watch")
        #expect(try daemon.appearancectl("resume").status == .exited(0))
        try client.waitForReply { $0["status"]["appearance"] == appearance }
    }

    @Test func `a server without buttons shows the command in their place`() throws {
        try notifications.rename("dunst")
        let daemon = try start()
        try change(to: "dark", daemon)
        let notice = try waitForNotice("It is dark now")
        #expect(
            notice["body"].string?.hasSuffix(
                "\nUndo: appearancectl toggle\nNot by light today: appearancectl pause --light")
                == true)
    }

    @Test(.row("M24"), arguments: ["absent", "hangs", "refuses"])
    func `without a server nothing is delayed and nothing counted`(_ fault: String) throws {
        let daemon = try start()
        switch fault {
        case "absent": try notifications.die()
        case "hangs": notifications.hang()
        default: try notifications.refuse("not now")
        }
        try change(to: "dark", daemon)
        try change(to: "light", daemon)
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(count == nil)
        #expect(daemon.log("<4>") == [])
    }

    @Test(.row("M25"))
    func `the button of an earlier change, or another program, takes nothing back`()
        throws
    {
        let daemon = try start("always")
        try change(to: "dark", daemon)
        let first = try waitForNotice("It is dark now")
        let forger = try BusClient(
            environment: daemon.environment, name: "org.freedesktop.Notifications",
            path: "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications")
        for name in try forger.everybody() + [nil] {
            try forger.emit(
                "ActionInvoked", "us", [first["id"], "undo"],
                from: "/org/freedesktop/Notifications",
                interface: "org.freedesktop.Notifications", to: name)
        }
        #expect(try daemon.status()["mode"] == "auto")
        try change(to: "light", daemon)
        try notifications.waitForClose(of: first)
        try waitForNotice("It is light now")
        try notifications.click("undo", of: first)
        #expect(try daemon.status()["appearance"] == "light")
        #expect(try daemon.status()["mode"] == "auto")
    }
}
