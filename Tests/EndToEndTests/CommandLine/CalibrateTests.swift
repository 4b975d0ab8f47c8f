import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl calibrate` with a light sensor, on a terminal of 80 columns and by lines.
@Suite(.bounded, .requires(.bus, .varlinkClient, .sensorTestbed)) struct CalibrateTests {
    private static let entering = "\u{1B}[?1049h\u{1B}[?25l"
    private static let leaving = "\u{1B}[?25h\u{1B}[?1049l"
    private static let white = "\u{1B}[38;2;0;0;0;48;2;255;255;255m"
    private static let black = "\u{1B}[38;2;160;160;160;48;2;0;0;0m"

    private let scene: SensorScene
    private let sensor: String

    init() throws {
        var path = ""
        scene = try SensorScene(ambient: "dark_below = 40 # dim\nlight_above = 80") {
            path = try SensorScene.plugIn(into: $0)
        }
        sensor = path
    }

    private var configuration: String {
        get throws {
            try String(contentsOfFile: scene.daemon.home.configurationFile, encoding: .utf8)
        }
    }

    /// Starts the live view, which prints its process first, with a sensor that has a level.
    private func start() throws -> (terminal: ChildProcess, process: Int32) {
        try scene.showUntilTrusted(300, on: sensor)
        var environment = scene.daemon.environment
        environment["TERM"] = "xterm"
        let command =
            "stty rows 30 cols 80; echo process $$; exec \(BuiltProducts.appearancectl) calibrate"
        let terminal = try ChildProcess(
            "script", ["-qec", command, "/dev/null"], environment: environment, keepsInput: true)
        let line = try terminal.waitForLine(containing: "process", on: .output)
        let process = Int32(line.split(separator: " ")[1].filter(\.isNumber))
        try terminal.waitForLine(containing: "step 1 of 4", on: .output)
        return (terminal, try #require(process))
    }

    /// Shows a level to the sensor, waits until the view shows it, and measures it.
    private func measure(_ lux: Double, _ text: String, _ terminal: ChildProcess) throws {
        try scene.show([lux], on: sensor)
        try terminal.waitForLine("light \(text)", on: .output) {
            $0.contains("light  ") && $0.contains("\(text) lux")
        }
        try terminal.write(line: "")
    }

    @Test func `each light is measured, and the proposal is written once confirmed`() throws {
        let (terminal, _) = try start()
        try measure(300, "300", terminal)
        try terminal.waitForLine(containing: "step 2 of 4", on: .output)
        try terminal.write(line: "")
        try terminal.waitForLine(
            containing: "The sensor did not see a difference: 300 lux now", on: .output)
        try measure(25, "25", terminal)
        try terminal.waitForLine(containing: "step 3 of 4", on: .output)
        try measure(0.5, "0.5", terminal)
        try terminal.waitForLine(containing: "step 4 of 4", on: .output)
        try measure(62.5, "62.5", terminal)
        let measured = try terminal.waitForLine(containing: "Measured:", on: .output)
        #expect(measured.contains("bright 300 lux, dim 25 lux, dark 0.5 lux, screen 62.5 lux."))
        // The middle of 25 lux and 300 lux without the 62 of the screen.
        try terminal.waitForLine(containing: "dark_below        40.0 → 55.0", on: .output)
        try terminal.waitForLine(containing: "+ dark_below = 55.0 # dim", on: .output)
        #expect(try configuration.contains("dark_below = 40 # dim"))
        try terminal.write(line: "y")
        #expect(try terminal.expectExit() == .exited(0))
        let text = terminal.text(on: .output)
        let pictures = text.components(separatedBy: Self.leaving)
        #expect(pictures.count == 2 && pictures[0].contains(Self.entering))
        #expect(pictures[0].contains(Self.black) && pictures[0].contains(Self.white))
        #expect(pictures[1].contains("The sensor sees 62 lux of the screen itself, of"))
        let after = try configuration
        #expect(after.contains("dark_below = 55.0 # dim\nlight_above = 110.0"), "\(after)")
        // With all of it, constant light would not settle between 55 and 110 lux.
        #expect(after.contains("self_light.light = 44.0"))
        // The daemon reads the new file by itself.
        try scene.waitForLog("ambient.dark_below 40.0 → 55.0")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a signal leaves the terminal, the appearance and the file as they were`(
        number: Int32
    ) throws {
        let before = try configuration
        let (terminal, process) = try start()
        #expect(
            try scene.status()["explanation"]
                == "Light, held by appearancectl (calibrating the sensor).")
        try measure(300, "300", terminal)
        try terminal.waitForLine(containing: "step 2 of 4", on: .output)
        let watch = try scene.daemon.varlinkClient(streaming: "Watch")
        _ = kill(process, number)
        #expect(try terminal.expectExit() == .exited(128 + number))
        #expect(terminal.text(on: .output).hasSuffix(Self.leaving))
        try watch.waitForReply { $0["status"]["reason"] == "sensor" }
        #expect(try configuration == before)
    }

    @Test func `a signal at the question changes nothing`() throws {
        let before = try configuration
        let (terminal, process) = try start()
        for (lux, text, next) in [
            (300.0, "300", "step 2 of 4"), (25, "25", "step 3 of 4"), (0.5, "0.5", "step 4 of 4"),
            (0.6, "0.6", "+ dark_below"),
        ] {
            try measure(lux, text, terminal)
            try terminal.waitForLine(containing: next, on: .output)
        }
        _ = kill(process, SIGINT)
        #expect(try terminal.expectExit() == .exited(128 + SIGINT))
        #expect(try configuration == before)
        #expect(
            terminal.text(on: .output).contains("The sensor does not see the screen's own light."))
    }

    @Test func `a step back measures the light again, and q quits without a change`() throws {
        let before = try configuration
        let (terminal, _) = try start()
        try measure(300, "300", terminal)
        try terminal.waitForLine(containing: "step 2 of 4", on: .output)
        try terminal.write(line: "b")
        try terminal.waitForLine(containing: "step 1 of 4", on: .output)
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
        #expect(terminal.text(on: .output).hasSuffix("Nothing was changed.\r\n"))
        #expect(try configuration == before)
    }
}

/// `appearancectl calibrate` by lines, without a terminal.
@Suite(.bounded, .requires(.bus)) struct CalibrateByLinesTests {
    private func start(_ daemon: RunningDaemon) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.appearancectl, ["calibrate"], environment: daemon.environment,
            keepsInput: true)
    }

    @Test(arguments: [
        ([300.0, 25, 0.5], "ambient.dark_below 61.0 ambient.light_above 120.0"),
        ([20, 2, 0], "ambient.dark_below 10.0 ambient.light_above 15.0 ambient.night_below 0.7"),
        (
            [3000, 500, 5],
            "ambient.dark_below 670.0 ambient.light_above 1000.0 ambient.night_below"
        ),
    ])
    func `without a terminal the proposal is printed with its command, and nothing is written`(
        _ levels: [Double], _ changes: String
    ) throws {
        let daemon = try RunningDaemon.inDaylight()
        let before = try String(contentsOfFile: daemon.home.configurationFile, encoding: .utf8)
        #expect(try daemon.appearancectl("feed", "\(levels[0])").status == .exited(0))
        let process = try start(daemon)
        for (lux, name) in zip(levels, ["bright light: ", "dim light: ", "a dark room: "]) {
            try process.waitForLine(containing: name, on: .output)
            #expect(try daemon.appearancectl("feed", "\(lux)").status == .exited(0))
            try process.write(line: "")
        }
        #expect(try process.expectExit() == .exited(0))
        let text = process.text(on: .output)
        #expect(text.contains("appearancectl config set \(changes)"), "\(text)")
        let after = try String(contentsOfFile: daemon.home.configurationFile, encoding: .utf8)
        #expect(after == before)
        // The printed command is valid.
        let command = try #require(text.split(separator: "\n").last { $0.contains("config set") })
        let words = command.split(separator: " ").dropFirst().map(String.init)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, words, environment: daemon.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    @Test func `light that is too dark or unchanged is explained and measured again`() throws {
        let daemon = try RunningDaemon.inDaylight()
        #expect(try daemon.appearancectl("feed", "9").status == .exited(0))
        let process = try start(daemon)
        try process.write(line: "")
        try process.waitForLine(containing: "9 lux is too dark for bright light", on: .output)
        #expect(try daemon.appearancectl("feed", "900").status == .exited(0))
        try process.write(line: "")
        try process.waitForLine(containing: "dim light: ", on: .output)
        try process.write(line: "")
        // The level of the last step is not that of this one.
        try process.waitForLine(
            containing: "waiting for the next report of appearancectl, or: appearancectl feed LUX",
            on: .output)
        #expect(try daemon.appearancectl("feed", "901").status == .exited(0))
        try process.waitForLine(containing: "901 lux is too bright for dim light", on: .output)
        try process.write(line: "q")
        #expect(try process.expectExit() == .exited(0))
        #expect(process.text(on: .output).hasSuffix("Nothing was changed.\n"))
    }

    @Test func `of a program that goes on reporting the next level is measured`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let script = "cat | \"$0\" feed - --source desk"
        let feed = try ChildProcess(
            "sh", ["-c", script, BuiltProducts.appearancectl], environment: daemon.environment,
            keepsInput: true)
        func report(_ lux: Double) throws {
            try feed.write(line: "\(lux)")
            let deadline = Deadline()
            while try daemon.status()["light"].number != lux { try deadline.check("\(lux) lux") }
        }
        try report(700)
        let process = try start(daemon)
        try process.waitForLine(containing: "bright light: ", on: .output)
        // The light is made brighter between this report and the next one.
        try report(710)
        try process.write(line: "")
        try process.waitForLine(
            containing:
                "waiting for the next report of desk, or: appearancectl feed LUX --source desk",
            on: .output)
        try report(900)
        try process.waitForLine(containing: "bright: 900 lux", on: .output)
        // A level of one's own for it, as of a command that runs only when a level is needed.
        try process.waitForLine(containing: "dim light: ", on: .output)
        #expect(
            try daemon.appearancectl("feed", "25", "--source", "desk").status == .exited(0))
        try process.write(line: "")
        try process.waitForLine(containing: "dim: 25 lux", on: .output)
        try process.write(line: "q")
        #expect(try process.expectExit() == .exited(0))
        feed.signalGroup(SIGKILL)
    }

    @Test func `a missing sensor, input or daemon is an error with its remedy`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let blind = try daemon.appearancectl("calibrate")
        #expect(blind.status == .exited(1))
        #expect(blind.errors.contains("no light sensor to calibrate"), "\(blind.errors)")
        #expect(blind.errors.contains("docs/desktop-pc.md"))
        #expect(try daemon.appearancectl("feed", "300").status == .exited(0))
        let mute = try daemon.appearancectl("calibrate", "--yes")
        #expect(mute.status == .exited(1))
        #expect(
            mute.errors.contains(
                "standard input ended before bright light was measured; nothing was changed."))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.appearancectl("calibrate").status == .exited(3))
    }
}
