import AppearanceTestSupport
import Foundation
import Testing

/// The step of setup by which the night filter replaces a program that warms the screen.
@Suite(.bounded) struct EveningProgramTests {
    private static let step = "replace-evening-program"
    private let scene: DoctorScene

    init() throws {
        scene = try DoctorScene()
        scene.variables["XDG_CURRENT_DESKTOP"] = "tiles"
        try scene.program("appearance-nightfilter", "")
    }

    private var configuration: String? {
        try? String(contentsOfFile: scene.home.configurationFile, encoding: .utf8)
    }

    private func state() throws -> JSON {
        let items = try JSON(parsing: scene.run("setup", "--json").output)["steps"].items
        return try #require(items.first { $0["name"].string == Self.step })
    }

    /// A program of this name that runs until the test ends.
    private func start(_ name: String) throws -> ChildProcess {
        let program = try ChildProcess(
            "bash", ["-c", "exec -a \(name) cat"], environment: scene.home.environment,
            keepsInput: true)
        // It has the name only once it has become that program.
        try program.write(line: "up")
        try program.waitForLine(containing: "up")
        return program
    }

    @Test(.row("N60"))
    func `a program is replaced with its settings, and reset takes it back`() throws {
        #expect(try state()["state"] == "done")
        try scene.home.write(
            "[general]\ntemp-night=3400\n[manual]\nlat=52.5\nlon=13.4\n",
            to: "config/gammastep/config.ini")
        let gammastep = try start("gammastep")
        let due = try state()
        #expect(due["state"] == "due")
        #expect(due["purpose"].string?.contains("to 3400 K as gammastep does") == true)
        #expect(due["remainder"].string?.hasPrefix("Take gammastep out of the autostart") == true)
        let done = try scene.run("setup", "--step", Self.step)
        #expect(done.status == .exited(0), "\(done)")
        #expect(done.output.contains("kill \(gammastep.processIdentifier)"), "\(done.output)")
        _ = try gammastep.expectExit()
        let text = try #require(configuration)
        #expect(text.contains("[nightfilter.evening]\ntemperature = 3400\n"), "\(text)")
        #expect(text.contains("latitude = 52.5\n") && text.contains("longitude = 13.4\n"))
        #expect(try state()["state"] == "done")

        let back = try scene.run("reset")
        #expect(back.status == .exited(0), "\(back)")
        #expect(
            back.output.contains("gammastep: start it again yourself; setup has stopped it"),
            "\(back.output)")
        #expect(configuration?.contains("temperature") == false)
        // The place is a fact about the user, and stays.
        #expect(configuration?.contains("latitude = 52.5\n") == true)
        #expect(try scene.run("reset").output.contains("gammastep") == false)
    }

    @Test(arguments: [true, false])
    func `GNOME's own night light is replaced while it is on`(_ isOn: Bool) throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
        try scene.bus([:])
        let schema = "org.gnome.settings-daemon.plugins.color"
        try scene.program(
            "gsettings",
            """
            echo "$*" >>'\(scene.home.path)/settings'
            case "$*" in
            'list-recursively \(schema)') printf '\(schema) night-light-%s\\n' 'temperature uint32 3100' \
            'schedule-from 20.0' 'schedule-to 6.0' 'schedule-automatic true' 'enabled \(isOn)' ;;
            *) echo "@as []" ;;
            esac
            """)
        #expect(try state()["state"].string == (isOn ? "due" : "done"))
        guard isOn else { return }
        let done = try scene.run("setup", "--step", Self.step)
        #expect(done.status == .exited(0), "\(done)")
        #expect(configuration?.contains("temperature = 3100\n") == true)
        #expect(done.output.contains("gsettings set \(schema) night-light-enabled false"))
        let back = try scene.run("reset")
        #expect(back.output.contains("GNOME Night Light: started again"), "\(back)")
        let asked = try String(contentsOfFile: scene.home.path + "/settings", encoding: .utf8)
        #expect(asked.contains("set \(schema) night-light-enabled true"))
    }

    /// Both steps could set the place.
    @Test(.row("N60")) func `a place that is given to setup comes before that of the program`()
        throws
    {
        try scene.home.write(
            "[general]\ntemp-night=3400\n[manual]\nlat=52.5\nlon=13.4\n",
            to: "config/gammastep/config.ini")
        let gammastep = try start("gammastep")
        let done = try scene.run("setup", "--latitude", "40.4", "--longitude", "-3.7", "--yes")
        #expect(done.output.contains("kill \(gammastep.processIdentifier)"), "\(done)")
        let text = try #require(configuration)
        #expect(text.contains("temperature = 3400\n"), "\(text)")
        #expect(text.contains("latitude = 40.4\n") && text.contains("longitude = -3.7\n"))
        #expect(!done.output.contains("52.5"), "\(done.output)")
        _ = try gammastep.expectExit()
    }

    /// The program of KDE Frameworks 5 does not tell KWin.
    @Test(
        .row("N60"),
        arguments: [
            ("kwriteconfig6", ""), ("kwriteconfig5", "busctl --user emit /kwinrc"),
        ])
    func `Plasma's own night light is replaced while it is on`(
        _ program: String, _ announcement: String
    ) throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "KDE"
        try scene.bus([:])
        try scene.home.write(
            "[NightColor]\nActive=true\nNightTemperature=3300\n", to: "config/kwinrc")
        let file = scene.home.path + "/settings"
        for name in [program, "busctl"] {
            try scene.program(name, "echo \"\(name) $*\" >>'\(file)'; echo '[]'")
        }
        #expect(try state()["state"] == "due")
        func commands(_ isOn: String) throws -> [String] {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return text.split(separator: "\n").map(String.init).filter {
                $0.hasSuffix(isOn) || $0.contains(" emit ")
            }
        }
        let words = "--file kwinrc --group NightColor --key Active"
        let notify = program == "kwriteconfig6" ? "--notify " : ""
        for isOn in ["false", "true"] {
            try scene.home.write("", to: "settings")
            let done =
                try isOn == "false" ? scene.run("setup", "--step", Self.step) : scene.run("reset")
            #expect(done.status == .exited(0), "\(done)")
            let lines = try commands(isOn)
            #expect(lines.first == "\(program) \(notify)\(words) \(isOn)", "\(lines)")
            let signal =
                " org.kde.kconfig.notify ConfigChanged a{saay} 1 NightColor 1"
                + " 6 65 99 116 105 118 101"
            #expect(
                lines.dropFirst() == (announcement.isEmpty ? [] : [announcement + signal]),
                "\(lines)")
        }
        #expect(configuration?.contains("temperature = ") == false)
    }

    @Test func `a program that warms nothing is left alone`() throws {
        try scene.home.write("temp-night=6500\n", to: "config/redshift/redshift.conf")
        let redshift = try start("redshift")
        #expect(try state()["state"] == "done")
        withExtendedLifetime(redshift) {}
    }

    @Test func `without the night filter nothing is offered`() throws {
        try FileManager.default.removeItem(atPath: scene.home.path + "/bin/appearance-nightfilter")
        let sunsetr = try start("sunsetr")
        #expect(try state()["state"] == "unavailable")
        withExtendedLifetime(sunsetr) {}
    }

    @Test(.row("N60")) func `several replaced programs start again, with the warmth of before`()
        throws
    {
        scene.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
        try scene.bus([:])
        let schema = "org.gnome.settings-daemon.plugins.color"
        try scene.program(
            "gsettings",
            """
            case "$*" in
            'list-recursively \(schema)') printf '\(schema) night-light-%s\\n' 'temperature uint32 3100' \
            'schedule-from 20.0' 'schedule-to 6.0' 'schedule-automatic true' 'enabled true' ;;
            *) echo "@as []" ;;
            esac
            """)
        try scene.home.write(configuration: "[nightfilter.evening]\ntemperature = 4500\n")
        try scene.home.write("temp-night=3400\n", to: "config/gammastep/config.ini")
        let gammastep = try start("gammastep")
        #expect(try scene.run("setup", "--step", Self.step).status == .exited(0))
        _ = try gammastep.expectExit()
        #expect(configuration == "[nightfilter.evening]\ntemperature = 3400\n")
        #expect(try scene.run("setup", "--step", Self.step).status == .exited(0))
        #expect(configuration == "[nightfilter.evening]\ntemperature = 3100\n")
        let back = try scene.run("reset")
        #expect(back.status == .exited(0), "\(back)")
        #expect(back.output.contains("gammastep: start it again yourself"), "\(back)")
        #expect(back.output.contains("GNOME Night Light: started again"), "\(back)")
        #expect(configuration == "[nightfilter.evening]\ntemperature = 4500\n")
        #expect(try scene.run("reset").output.contains("gammastep") == false)
    }

    @Test(.row("N60"), arguments: ["{", "[]", "{\"name\": 3}"])
    func `a damaged record of the replaced program is an error of reset`(text: String) throws {
        let path = try scene.home.write(
            text, to: scene.home.stateHome + "/appearanced/evening-program.json")
        let back = try scene.run("reset")
        #expect(back.status == .exited(1), "\(back)")
        #expect(back.errors.contains("\(path) is damaged, so the program that setup has stopped"))
        #expect(back.errors.contains("rm \(path)"))
    }

    @Test func `the record of an earlier version, of one program, is read`() throws {
        try scene.home.write(
            "{\"name\": \"wlsunset\", \"unit\": null, \"night_light\": null}",
            to: scene.home.stateHome + "/appearanced/evening-program.json")
        let back = try scene.run("reset")
        #expect(back.status == .exited(0), "\(back)")
        #expect(back.output.contains("wlsunset: start it again yourself"), "\(back)")
    }
}
