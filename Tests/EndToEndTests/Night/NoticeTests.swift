import AppearanceTestSupport
import Foundation
import Testing

/// The notification before the screen turns red by itself, from the light in the room to the ramps.
@Suite(.bounded, .requires(.bus, .busClient, .xvfb, .compiler)) struct NoticeTests {
    @Test(.row("N28")) func `the action Not tonight keeps the screen unchanged`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        #expect(shown["summary"].string?.hasPrefix("The screen turns red at ") == true)
        #expect(shown["body"].string?.hasPrefix("lamp reports 0.5 lux; that counts until") == true)
        #expect(
            shown["actions"].items == ["not-tonight", "Not tonight", "later", "+30 min"])
        #expect(shown["urgency"].integer == 1)
        #expect(shown["entry"] == "appearance-nightfilter")
        #expect(try scene.ramps() == scene.before)

        try scene.notifications.click("not-tonight")
        let nightOverride = try scene.waitForOverride()
        #expect(nightOverride.word == "off")
        let end = TestHome.clock(at: Int64(nightOverride.end.timeIntervalSince1970) * 1_000_000)
        #expect(try scene.configuration().contains("night_end = \"\(end)\""))
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.ramps() == scene.before)
        #expect(scene.notifications.count == 1)
    }

    @Test(.row("N28")) func `half an hour more counts from the announced time`()
        throws
    {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        let earliest = Date()
        try scene.feed(0.5)
        _ = try scene.notifications.waitForNotification()
        let latest = Date()
        try scene.notifications.click("later")
        let nightOverride = try scene.waitForOverride()
        #expect(nightOverride.word == "off")
        // Twenty minutes until it turns red, and thirty more.
        #expect((earliest...latest).contains(nightOverride.end - 50 * 60))
        #expect(try scene.ramps() == scene.before)

        // Twenty minutes before its end, it is announced again.
        try scene.passMinutes(31)
        let again = try scene.notifications.waitForNotification()
        #expect(try scene.ramps() == scene.before)
        try scene.passMinutes(51)
        try filter.waitUntilRed(true)
        try scene.notifications.waitForClose(of: again)
        #expect(scene.notifications.count == 2)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.ramps() == scene.before)
    }

    /// The file of overrides cannot be written, as on a full disk.
    @Test(.row("N28")) func `an answer counts though it cannot be written`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        _ = try scene.notifications.waitForNotification()
        try FileManager.default.createDirectory(
            atPath: scene.daemon.home.runtimeDirectory + "/appearance-nightfilter/wish/full",
            withIntermediateDirectories: true)
        try scene.notifications.click("later")
        try filter.process.waitForLine(
            containing: "cannot write the override, which ends with this program", on: .errors)
        // Twenty minutes before its end, red is announced again.
        try scene.passMinutes(31)
        _ = try scene.notifications.waitForNotification()
        #expect(try scene.ramps() == scene.before)
        try scene.passMinutes(51)
        try filter.waitUntilRed(true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N29")) func `a lamp withdraws the notice, and the screen stays as it is`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        try scene.feed(200)
        try scene.notifications.waitForClose(of: shown)
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N30")) func `night begins at the announced time, with one notice per night`()
        throws
    {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        #expect(try scene.ramps() == scene.before)
        try scene.passNotice()
        try filter.waitUntilRed(true)
        #expect(try scene.ramps()?.areRed == true)
        try scene.notifications.waitForClose(of: shown)
        try scene.feed(200)
        try filter.waitUntilRed(false)
        #expect(try scene.ramps() == scene.before)
        try scene.feed(0.5)
        try filter.waitUntilRed(true)
        #expect(scene.notifications.count == 1)
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try scene.ramps() == scene.before)
    }

    @Test func `a dismissed notice does not prevent night`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        _ = try scene.notifications.waitForNotification()
        try scene.notifications.dismiss()
        try scene.passNotice()
        try filter.waitUntilRed(true)
        #expect(scene.notifications.count == 1)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N28")) func `a chosen night turns the screen red at once`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        #expect(try scene.daemon.appearancectl("set", "night").status == .exited(0))
        try filter.waitUntilRed(true)
        #expect(try scene.daemon.appearancectl("set", "auto").status == .exited(0))
        try filter.waitUntilRed(false)
        try scene.night("now", "--for", "1h")
        try filter.waitUntilRed(true)
        #expect(scene.notifications.count == 0)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N34")) func `a night at the start is red at once and can be undone`()
        throws
    {
        let scene = try NoticeScene()
        try scene.feed(0.5)
        let filter = try scene.filter()
        #expect(try scene.ramps()?.areRed == true)
        let shown = try scene.notifications.waitForNotification()
        #expect(shown["summary"] == "The screen is red")
        try scene.notifications.click("not-tonight")
        try filter.waitUntilRed(false)
        #expect(try scene.ramps() == scene.before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N34")) func `the next filter after a crash shows nothing`() throws {
        let scene = try NoticeScene()
        try scene.feed(0.5)
        let first = try scene.filter()
        _ = try scene.notifications.waitForNotification()
        try first.kill()
        let next = try scene.filter()
        #expect(try scene.ramps()?.areRed == true)
        // A notice would arrive before the reply to a later call.
        try scene.night("off", "--for", "1h")
        try next.waitUntilRed(false)
        #expect(scene.notifications.count == 1)
        #expect(try next.process.terminate() == .exited(0))
    }

    @Test func `a notice without actions names the command`() throws {
        let scene = try NoticeScene(lamp: "<b>lamp & co")
        try scene.notifications.can("body", "body-markup")
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        #expect(shown["actions"].items.isEmpty)
        let body = try #require(shown["body"].string)
        #expect(body.contains("&lt;b&gt;lamp &amp; co reports 0.5 lux"))
        #expect(body.hasSuffix("Not tonight: appearancectl night off"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// dunst, mako and elementary's server say that they have actions, and draw no buttons.
    @Test(.row("N47"), arguments: ["dunst", "mako", "io.elementary.notifications", nil])
    func `a notice names the command too where nobody draws its buttons`(name: String?) throws {
        let scene = try NoticeScene()
        try scene.notifications.rename(name)
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        #expect(shown["actions"].items.count == 4)
        let body = try #require(shown["body"].string)
        #expect(body.hasSuffix("\nNot tonight: appearancectl night off"))
        // A menu program of the person's may still choose one.
        try scene.notifications.click("not-tonight")
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.row("N47")) func `a notice with buttons does not name the command`() throws {
        let scene = try NoticeScene()
        try scene.notifications.rename("Plasma")
        let filter = try scene.filter()
        try scene.feed(0.5)
        let body = try #require(try scene.notifications.waitForNotification()["body"].string)
        #expect(!body.contains("appearancectl"))
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// Each kind of server, with the window installed.
    @Test(
        .row("V1"),
        arguments: [[], ["actions"], ["body-markup"], ["actions", "body-markup"]],
        ["gnome-shell", "dunst"])
    func `a click on the notice opens the window, if the server has actions`(
        _ capabilities: [String], _ name: String
    ) throws {
        let scene = try NoticeScene(lamp: "lamp & co", hasWindow: true)
        try scene.notifications.can(["body"] + capabilities.map { .string($0) })
        try scene.notifications.rename(name)
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        let body = try #require(shown["body"].string)
        let hasActions = capabilities.contains("actions")
        #expect(body.contains("lamp &amp; co") == capabilities.contains("body-markup"))
        #expect(
            body.hasSuffix("\nNot tonight: appearancectl night off")
                == !(hasActions && name == "gnome-shell"))
        let buttons: [JSON] = ["not-tonight", "Not tonight", "later", "+30 min"]
        #expect(shown["actions"].items == (hasActions ? ["default", "Settings"] + buttons : []))
        if hasActions {
            try scene.notifications.clickItself(token: "token of \(name)")
            let token = try FakeWindow.waitForOpening(in: scene.daemon.home)
            #expect(token == "token of \(name)")
        }
        // It is no answer: the screen turns red at its time.
        try scene.passNotice()
        try filter.waitUntilRed(true)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test(.requires(.translations)) func `a notice is in the language of the user`() throws {
        let scene = try NoticeScene(lamp: "Lampe")
        try scene.notifications.rename("dunst")
        let language = try Translations.environment(in: scene.daemon.home, language: "de")
        let filter = try scene.filter(language)
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        #expect(shown["app"] == "Erscheinungsbild: Nachtfilter")
        #expect(shown["summary"].string?.hasPrefix("Der Bildschirm wird rot ab ") == true)
        let body = try #require(shown["body"].string)
        #expect(body.hasPrefix("Lampe meldet 0,5 Lux; das gilt bis "))
        #expect(body.hasSuffix("\nHeute Nacht nicht: appearancectl night off"))
        #expect(
            shown["actions"].items
                == ["not-tonight", "Heute Nacht nicht", "later", "+30 min"])
        #expect(try filter.process.terminate() == .exited(0))
        // The log stays English, with numbers as everywhere.
        #expect(filter.process.text(on: .errors).contains("the screen is unchanged: "))
    }

    @Test(.row("N29")) func `a filter that exits closes its notification`() throws {
        let scene = try NoticeScene()
        let filter = try scene.filter()
        try scene.feed(0.5)
        let shown = try scene.notifications.waitForNotification()
        try filter.process.waitForLine(containing: "notification shown", on: .errors)
        #expect(try filter.process.terminate() == .exited(0))
        try scene.notifications.waitForClose(of: shown)
        #expect(try scene.ramps() == scene.before)
    }
}
