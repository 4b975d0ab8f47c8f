import AppearanceTestSupport
import Foundation
import Testing

/// From the light of a sensor to the ramps of a screen, with nothing faked in between.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed, .xvfb))
struct NightOfASensorTests {
    @Test(.row("N1"))
    func `a dark room at night turns the screen red, and a lamp restores it`()
        throws
    {
        var path = ""
        let scene = try SensorScene(
            by: .night, ambient: "reversal_gap = \"0s\"",
            // The sensor's value before the test may count as light.
            dwell: "light_to_dark = \"1s\"\ndark_to_night = \"1s\"\nnight_to_dark = \"1s\"",
            night: "fade = \"100ms\""
        ) {
            path = try SensorScene.plugIn(into: $0)
        }
        let server = try XServer(in: scene.daemon.home)
        let screens = try X11Screens(of: server, in: scene.daemon.home)
        let crtc = try #require(try screens.outputs().values.first).crtc
        let table = (0..<256).map { Int64($0 * $0) }
        let before = X11Screens.Ramps(red: table, green: table.map { $0 / 2 }, blue: table)
        try screens.set(before, of: crtc)
        try scene.showUntilTrusted(20, on: path)
        let filter = try RunningFilter(on: server.environment, in: scene.daemon.home)
        #expect(try screens.ramps()[crtc] == before)

        let watch = try scene.daemon.varlinkClient(streaming: "Watch")
        // It flickers a little, as real light does.
        try scene.show([0.5, 0.4, 0.6, 0.5, 0.4, 0.6, 0.5], on: path)
        try watch.waitForReply { $0["status"]["appearance"] == "night" }
        try filter.waitUntilRed(true)
        let night = try #require(try screens.ramps()[crtc])
        #expect(night.areRed)
        #expect(night.red == before.red)

        try scene.show([150, 151, 150, 152, 150], on: path)
        try watch.waitForReply { $0["status"]["appearance"] != "night" }
        try filter.waitUntilRed(false)
        #expect(try screens.ramps()[crtc] == before)
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// A stopped daemon decides nothing, and a screen must not stay red.
    @Test(.row("N9")) func `a daemon that exits for good leaves no red screen`() throws {
        let daemon = try RunningDaemon()
        let server = try XServer(in: daemon.home)
        let screens = try X11Screens(of: server, in: daemon.home)
        let crtc = try #require(try screens.outputs().values.first).crtc
        try #require(try daemon.appearancectl("set", "night").status == .exited(0))
        let filter = try RunningFilter(on: server.environment, in: daemon.home)
        #expect(try screens.ramps()[crtc]?.areRed == true)
        daemon.process.signal(9)
        try filter.process.waitForLine(
            containing: "turns back to normal; appearanced has stopped", on: .errors)
        try filter.waitUntilRed(false)
        #expect(try screens.ramps()[crtc]?.areRed == false)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `the status names the method as long as a filter runs`() throws {
        let daemon = try RunningDaemon()
        let server = try XServer(in: daemon.home)
        try #require(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(try !daemon.appearancectl("status").output.contains("\nscreen"))
        let filter = try RunningFilter(on: server.environment, in: daemon.home)
        try filter.waitUntilRed(true)
        let lines = try daemon.appearancectl("status").output.split(separator: "\n")
        #expect(
            lines.contains(
                "screen       red: screen by red channel (pure green and blue turn black)"),
            "\(lines)")
        try #require(try daemon.appearancectl("set", "dark").status == .exited(0))
        try filter.waitUntilRed(false)
        let later = try daemon.appearancectl("status").output
        #expect(later.contains("\nscreen       unchanged, red at night: screen by red channel"))
        #expect(try daemon.appearancectl("night", "now", "--for", "1h").status == .exited(0))
        try filter.waitUntilRed(true)
        let output = try daemon.appearancectl("status").output
        #expect(output.contains("\nscreen       red, until "))
        #expect(output.contains("as you chose; undo: appearancectl night auto"))
        #expect(try filter.process.terminate() == .exited(0))
        #expect(try !daemon.appearancectl("status").output.contains("\nscreen"))
    }

    @Test(arguments: [true, false])
    func `the status names the direction of a fade`(toRed: Bool) throws {
        let daemon = try RunningDaemon()
        try daemon.home.write(configuration: "[nightfilter]\nfade = \"10m\"\n")
        let server = try XServer(in: daemon.home)
        let (before, after) = toRed ? ("light", "night") : ("night", "light")
        try #require(try daemon.appearancectl("set", before).status == .exited(0))
        let filter = try RunningFilter(on: server.environment, in: daemon.home)
        try #require(try daemon.appearancectl("set", after).status == .exited(0))
        try filter.waitForStatus(fading: true) { $0["night"].bool == toRed }

        let words = toRed ? "turning red" : "turning back to normal"
        let output = try daemon.appearancectl("status").output
        let line = toRed ? words + ": screen by red channel (" : words + "\n"
        #expect(output.contains("\nscreen       \(line)"), "\(output)")
        let status = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--status"],
            environment: daemon.home.environment.merging(server.environment) { $1 })
        #expect(
            status.output.contains(" is \(words).\n"), "\(status.output)")

        let choice = toRed ? "now" : "off"
        #expect(try daemon.appearancectl("night", choice, "--for", "1h").status == .exited(0))
        let chosen = try daemon.appearancectl("status").output
        let ending = toRed ? ", until " : "; not red until "
        #expect(chosen.contains("\nscreen       \(words)\(ending)"), "\(chosen)")
        #expect(try filter.process.terminate() == .exited(0))
    }

    /// The folder of the filter is a file system of 64 KiB that only it sees, full at its start.
    @Test(.row("N37"), .requires(.root))
    func `the status on a full disk is the present one or unknown`() throws {
        let daemon = try RunningDaemon()
        let home = daemon.home
        try home.write(configuration: "[nightfilter]\nfade = \"0s\"\n")
        let server = try XServer(in: home)
        let folder = home.runtimeDirectory + "/appearance-nightfilter"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let mounting = """
            mount -t tmpfs -o size=64k,mode=700 disk \(folder) || exit
            dd if=/dev/zero of=\(folder)/zeros bs=1024
            exec "$@"
            """
        let filter = try RunningFilter(
            on: server.environment, in: home,
            wrapper: ["unshare", "--mount", "/bin/sh", "-c", mounting, "sh"])
        let process = "\(filter.process.processIdentifier)"
        let seen = "/proc/\(process)/root" + folder
        /// Runs a program that sees the same file system.
        func run(_ program: String, _ arguments: String...) throws -> FinishedProcess {
            try ChildProcess.run(
                "nsenter", ["--mount", "--target", process, program] + arguments,
                environment: home.environment.merging(server.environment) { $1 })
        }
        func warnings() -> Int {
            filter.process.text(on: .errors).split(separator: "\n")
                .count { $0.contains("cannot write the status: ") }
        }
        try filter.process.waitForLine(containing: "No space left on device", on: .errors)
        let status = try run(BuiltProducts.nightfilter, "--status")
        #expect(status.status == .exited(71), "\(status)")
        #expect(status.errors.contains("the display, or \(folder) is full"))
        let output = try run(BuiltProducts.appearancectl, "status").output
        #expect(output.contains("\nscreen       unknown, as its night filter"), "\(output)")
        let doctor = try run(BuiltProducts.appearancectl, "doctor").output
        #expect(doctor.contains("is red is unknown."), "\(doctor)")

        try FileManager.default.removeItem(atPath: seen + "/zeros")
        try #require(try daemon.appearancectl("set", "night").status == .exited(0))
        try FileWatch.wait(for: "\(seen)/\(server.display).json") { $0.contains("\"night\":true") }
        #expect(warnings() == 1)

        // The new status takes the room of the previous one.
        try FullDiskTests.fill(seen)
        try #require(try daemon.appearancectl("set", "light").status == .exited(0))
        try filter.process.waitForLine(containing: "the screen turns back", on: .errors)
        try FileWatch.wait(for: "\(seen)/\(server.display).json") {
            $0.contains("\"night\":false,\"fading\":false")
        }
        #expect(try run(BuiltProducts.nightfilter, "--status").output.contains(" is unchanged."))
        #expect(warnings() == 1)
        #expect(try filter.process.terminate() == .exited(0))
    }

    @Test func `the status of an earlier version of the filter is shown`() throws {
        let daemon = try RunningDaemon()
        let server = try XServer(in: daemon.home)
        let filter = try RunningFilter(on: server.environment, in: daemon.home)
        let display = try #require(server.environment["DISPLAY"])
        let output = #"{"name":"screen","method":"red channel","holder":null,"loses":null}"#
        try daemon.home.write(
            #"{"display":"\#(display)","night":true,"outputs":[\#(output)]}"#,
            to: "\(daemon.home.runtimeDirectory)/appearance-nightfilter/\(display).json")
        let status = try daemon.appearancectl("status").output
        #expect(status.contains("\nscreen       red: screen by red channel\n"), "\(status)")
        let ours = try ChildProcess.run(
            BuiltProducts.nightfilter, ["--status"],
            environment: daemon.home.environment.merging(server.environment) { $1 })
        #expect(ours.output.hasPrefix("The display \(display) is red.\n"), "\(ours.output)")
        #expect(try filter.process.terminate() == .exited(0))
    }
}
