import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl setup`: its output, its questions, and the settings that it keeps.
@Suite(.bounded) struct SetupTests {
    private let scene: DoctorScene

    init() throws {
        scene = try DoctorScene()
        scene.variables["XDG_CURRENT_DESKTOP"] = "tiles"
        scene.variables["XDG_DATA_DIRS"] = scene.home.path + "/share"
    }

    private var configuration: String? { text(scene.home.configurationFile) }

    private var portals: String? {
        text(scene.home.configHome + "/xdg-desktop-portal/tiles-portals.conf")
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOfFile: path, encoding: .utf8)
    }

    /// Runs it on its own terminal, with these lines as input.
    private func answered(_ answers: [String], options: String = "") throws -> FinishedProcess {
        let environment = scene.home.environment.merging(scene.variables) { $1 }
        let lines = answers.map { $0 + "\\n" }.joined()
        return try ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                """
                PATH=/usr/bin:/bin; printf '\(lines)' | script -qec \
                "env PATH='$1' '$2' setup \(options)" /dev/null
                """, "sh", environment["PATH"] ?? "", BuiltProducts.appearancectl,
            ], environment: environment)
    }

    @Test(.row("T20")) func `setup asks for a city where the sun may be far off`() throws {
        scene.variables["TZ"] = "America/New_York"
        let gap = "Without your city, the sun is that of New York, and may be off by up to "
        let shown = try scene.run("setup", "--dry-run")
        #expect(shown.output.contains("Not by setup: \(gap)"), "\(shown.output)")
        #expect(shown.output.contains("appearancectl place CITY"))
        let asked = try answered(["Bufallo", "Buffalo", "n", "n"])
        #expect(asked.output.contains(gap) && asked.output.contains("did you mean"), "\(asked)")
        #expect(configuration?.contains("latitude = 42.9  # place: Buffalo, New York") == true)
        #expect(configuration?.contains("follow") == false)
        let again = try answered(["n", "n"])
        #expect(!again.output.contains("Your city"), "\(again.output)")
    }

    @Test(.row("T20")) func `an empty answer leaves the place of the time zone`() throws {
        scene.variables["TZ"] = "America/New_York"
        let asked = try answered(["", "n", "n"])
        #expect(asked.output.contains("To set it later: appearancectl place CITY"), "\(asked)")
        #expect(configuration == nil)
        scene.variables["TZ"] = "Europe/Brussels"
        #expect(try !answered(["n", "n"]).output.contains("Your city"))
    }

    @Test func `a dry run shows the exact changes and makes none`() throws {
        let shown = try scene.run(
            "setup", "--dry-run", "--latitude", "52.5", "--longitude", "-13.25")
        #expect(shown.status == .exited(0), "\(shown.errors)")
        for line in [
            scene.home.configurationFile, "+ [desktop]", "+ follow = \"auto\"",
            "+ latitude = 52.5", "+ longitude = -13.25",
            scene.home.configHome + "/xdg-desktop-portal/tiles-portals.conf",
            "+ org.freedesktop.impl.portal.Settings=appearanced;gtk", "Nothing was changed.",
        ] {
            #expect(shown.output.contains(line), "\(shown.output)")
        }
        #expect(configuration == nil)
        #expect(portals == nil)
    }

    @Test func `setup offers darkman's scripts and needed ready-made hooks once`() throws {
        let folder = scene.home.path + "/share/appearanced/hooks-available/"
        for (path, script) in [
            (scene.home.dataHome + "/dark-mode.d/script", ""),
            (folder + "wanted", "[ \"$1\" = needed ]"), (folder + "other", "exit 1"),
        ] {
            try scene.home.write(program: "#!/bin/sh\n\(script)\n", to: path)
        }
        let link = scene.home.configHome + "/appearanced/hooks.d/wanted"
        let shown = try scene.run("setup", "--dry-run")
        #expect(shown.output.contains("+ darkman = true"))
        #expect(shown.output.contains("ln -s \(folder)wanted \(link)"))
        #expect(!shown.output.contains("other"))
        let done = try scene.run("setup", "--yes")
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(configuration?.contains("darkman = true") == true)
        #expect(configuration?.contains("follow = \"auto\"") == true)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: link) == folder + "wanted")
        #expect(try scene.run("setup", "--yes").output.contains("nothing left to do"))
    }

    @Test func `without a terminal setup names the options to use`() throws {
        let refused = try scene.run("setup")
        #expect(refused.status == .exited(2))
        #expect(refused.errors.contains("appearancectl setup --dry-run"))
        #expect(refused.errors.contains("appearancectl setup --yes"))
        #expect(configuration == nil)
        #expect(portals == nil)
    }

    @Test func `a second setup changes nothing`() throws {
        #expect(try scene.run("setup", "--yes").status == .exited(0))
        let before = (configuration, portals)
        #expect(before.0?.contains("[desktop]\nfollow = \"auto\"\n") == true)
        #expect(before.1?.contains("Settings=appearanced;gtk\n") == true)
        let stopped = try scene.run("setup", "--yes").output
        #expect(
            stopped.hasSuffix(
                """
                Setup has nothing left to do.
                Not by setup: appearanced does not run. It was not started. There is no systemd user \
                manager. To fix it: appearanced &

                """), "\(stopped)")
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let again = try scene.run("setup", "--yes")
        #expect(again.output.contains("Everything is set up; nothing to do."))
        #expect((configuration, portals) == before)
        #expect(try scene.run("setup").status == .exited(0), "no question is left")
        #expect(try scene.run("config", "check").status == .exited(0))
    }

    @Test func `the user's file keeps every other byte and its mode`() throws {
        let before = "# mine\r\n[schedule]\r\ndark = \"sunset-30m\" # ü\r\n"
        try scene.home.write(configuration: before)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: scene.home.configurationFile)
        #expect(try scene.run("setup", "--yes").status == .exited(0))
        #expect(configuration == before + "\r\n[desktop]\r\nfollow = \"auto\"\r\n")
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: scene.home.configurationFile)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `files that are changed during a question keep the change`() throws {
        let terminal = try ChildProcess(
            "script", ["-qec", "\(BuiltProducts.appearancectl) setup", "/dev/null"],
            environment: scene.home.environment.merging(scene.variables) { $1 }, keepsInput: true)
        try terminal.waitForLine(containing: "Settings=appearanced", on: .output)
        try scene.home.write(configuration: "[fed]\nhold = \"1h\"\n")
        let path = try scene.home.write(
            "# mine\n", to: scene.home.configHome + "/xdg-desktop-portal/tiles-portals.conf")
        try terminal.write(line: "y")
        // The step is done on the file as it is by then.
        let changed = try FileWatch.wait(for: path) { $0.contains("Settings=appearanced") }
        #expect(changed.hasPrefix("# mine\n"), "\(changed)")
        #expect(configuration == "[fed]\nhold = \"1h\"\n\n[desktop]\nfollow = \"auto\"\n")
    }

    @Test func `a bad file is not touched`() throws {
        try scene.home.write(configuration: "[desktop\n")
        let refused = try scene.run("setup", "--yes")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("config.toml:1:"))
        #expect(refused.errors.contains("The file is unchanged."))
        #expect(configuration == "[desktop\n")
        #expect(portals == nil)
    }

    @Test(.row("N45")) func `a read-only file stops no other step`() throws {
        try scene.home.write(configuration: "# of another program\n")
        try #require(chmod(scene.home.configurationFile, 0o444) == 0)
        let command = FilePermissions.enforced + [BuiltProducts.appearancectl, "setup", "--yes"]
        let run = try ChildProcess.run(
            command[0], Array(command.dropFirst()),
            environment: scene.home.environment.merging(scene.variables) { $1 })
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.output.contains(
                """
                Not by setup: \(scene.home.configurationFile) is read-only and is unchanged: its mode permits no change.
                To permit changes: chmod u+w \(scene.home.configurationFile)
                Or set this yourself:
                  desktop.follow = "auto"
                """), "\(run.output)")
        #expect(configuration == "# of another program\n")
        #expect(portals != nil)
    }

    @Test func `the user's first configuration starts as a copy of the system-wide one`() throws {
        try scene.home.write("[fed]\nhold = \"1h\"\n", to: "etc/appearanced/config.toml")
        #expect(try scene.run("setup", "--yes").status == .exited(0))
        #expect(configuration == "[fed]\nhold = \"1h\"\n\n[desktop]\nfollow = \"auto\"\n")
    }

    @Test func `a setting that the user has chosen is kept`() throws {
        try scene.home.write(configuration: "[desktop]\nfollow = \"kde\"\n")
        #expect(try scene.run("setup", "--yes").status == .exited(0))
        #expect(configuration == "[desktop]\nfollow = \"kde\"\n")
    }

    @Test(arguments: [("GNOME", "GNOME"), ("KDE", "Plasma"), ("X-Cinnamon", "Cinnamon")])
    func `a desktop with its own switch keeps its portal`(variable: String, name: String) throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = variable
        let done = try scene.run("setup", "--yes")
        #expect(done.status == .exited(0))
        #expect(done.output.contains("answered by \(name) "))
        #expect(configuration?.contains("follow = \"auto\"") == true)
        let files = try? FileManager.default.contentsOfDirectory(
            atPath: scene.home.configHome + "/xdg-desktop-portal")
        #expect(files == nil)
    }

    /// An extension that is installed for GNOME Shell 45 and 48.
    private func install(extension name: String) throws {
        try scene.home.write(
            "{\"shell-version\": [\"45\", \"48\"]}",
            to: "share/gnome-shell/extensions/\(name)@appearanced.github.io/metadata.json")
    }

    /// A GNOME Shell of a version that runs, with the extensions that are enabled.
    private func runShell(
        _ version: String, enabled: String, disabled: String = "@as []"
    ) throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
        try scene.bus(
            [:],
            portal: [
                "org.gnome.Shell ShellVersion":
                    "{\"type\":\"v\",\"data\":[{\"type\":\"s\",\"data\":\"\(version)\"}]}"
            ])
        try scene.program(
            "gsettings",
            """
            case "$*" in
            'get org.gnome.shell enabled-extensions') echo "\(enabled)" ;;
            'get org.gnome.shell disabled-extensions') echo "\(disabled)" ;;
            set*enabled-extensions*) echo "$4" >'\(scene.home.path)/enabled' ;;
            set*disabled-extensions*) echo "$4" >'\(scene.home.path)/disabled' ;;
            esac
            """)
    }

    @Test(arguments: [
        ("@as []", "['appearance@appearanced.github.io', 'nightfilter@appearanced.github.io']"),
        (
            "['a@b', 'nightfilter@appearanced.github.io']",
            "['a@b', 'nightfilter@appearanced.github.io', 'appearance@appearanced.github.io']"
        ),
        ("['nightfilter@appearanced.github.io', 'appearance@appearanced.github.io']", nil),
        ("No such schema", nil),
    ])
    func `the extensions of GNOME Shell are added to the enabled ones`(
        enabled: String, wanted: String?
    ) throws {
        try runShell("48.7", enabled: enabled)
        #expect(try !scene.run("setup", "--dry-run").output.contains("Add to GNOME Shell"))
        try install(extension: "nightfilter")
        try install(extension: "appearance")
        let done = try scene.run("setup", "--yes")
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(
            done.output.contains("Add to GNOME Shell a tile in the quick settings")
                == (wanted != nil))
        #expect(done.output.contains("Log out and in again") == (wanted != nil))
        #expect(text(scene.home.path + "/enabled") == wanted.map { $0 + "\n" })
    }

    /// GNOME Shell does not load an extension that it has in both lists.
    @Test(arguments: [
        (
            "['appearance@appearanced.github.io', 'nightfilter@appearanced.github.io']", nil,
            "['c@d', 'nightfilter@appearanced.github.io']", "['c@d']"
        ),
        (
            "['nightfilter@appearanced.github.io']",
            "['nightfilter@appearanced.github.io', 'appearance@appearanced.github.io']",
            "['appearance@appearanced.github.io']", "[]"
        ),
    ])
    func `an extension that is disabled is enabled again`(
        enabled: String, wantedEnabled: String?, disabled: String, wantedDisabled: String
    ) throws {
        try runShell("48.7", enabled: enabled, disabled: disabled)
        try install(extension: "nightfilter")
        try install(extension: "appearance")
        let shown = try scene.run("setup", "--dry-run").output
        #expect(shown.contains("gsettings set org.gnome.shell disabled-extensions"), "\(shown)")
        #expect(text(scene.home.path + "/disabled") == nil)
        let done = try scene.run("setup", "--step", "enable-extension")
        #expect(done.output.contains("Add to GNOME Shell "), "\(done)")
        #expect(text(scene.home.path + "/enabled") == wantedEnabled.map { $0 + "\n" })
        #expect(text(scene.home.path + "/disabled") == wantedDisabled + "\n")
    }

    @Test(arguments: ["43.9", "52.alpha", ""])
    func `an extension for other versions of GNOME Shell is not offered`(version: String) throws {
        try runShell(version, enabled: "@as []")
        try install(extension: "appearance")
        #expect(try !scene.run("setup", "--dry-run").output.contains("Add to GNOME Shell"))
        let step = try scene.run("setup", "--step", "enable-extension")
        #expect(step.status == .exited(1))
        #expect(step.errors.contains("no extension for its version is installed"))
        #expect(text(scene.home.path + "/enabled") == nil)
    }

    /// The end of the input, which `script` sends as Ctrl-D, is a no.
    @Test(arguments: [
        ([""], true, true), (["yes"], true, true), (["n"], false, false),
        (["s", "", "n"], true, false), (["S", "no", "Y"], false, true),
        (["nope", "1", "y"], true, true), ([], false, false), (["s", "y"], true, false),
    ])
    func `setup asks once for the steps of the desktop`(
        answers: [String], writes: Bool, installs: Bool
    ) throws {
        let done = try answered(answers)
        #expect(done.status == .exited(0), "\(done.output)")
        #expect((configuration != nil) == writes)
        #expect((portals != nil) == installs)
        #expect(done.output.contains("Do these 2 steps? [Y/n, s: step by step]"))
        #expect(done.output.contains("Type y, n or s.") == (answers.first == "nope"))
        #expect(done.output.contains("To do the skipped steps later") == !(writes && installs))
    }

    @Test func `setup checks the hooks that it enables, and names the line that is missing`() throws
    {
        let folder = scene.home.path + "/share/appearanced/hooks-available/"
        for (name, script) in [
            ("whole", "exit"),
            ("half", "[ $1 = needed ] || { echo 'add this line: include x' >&2; exit 1; }"),
        ] {
            try scene.home.write(program: "#!/bin/sh\n\(script)\n", to: folder + name)
        }
        let done = try answered(["", ""])
        #expect(done.status == .exited(0), "\(done.output)")
        let output = done.output.replacing("\r\n", with: "\n")
        #expect(
            output.contains(
                """
                3. Done. It needs one thing more: add this line: include x
                   Then: appearancectl hooks test half
                4. Done.

                """), "\(output)")
        let links = try FileManager.default.contentsOfDirectory(
            atPath: scene.home.configHome + "/appearanced/hooks.d")
        #expect(Set(links) == ["half", "whole"])
    }

    @Test func `status names setup while nothing follows in a graphical session`() throws {
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let line = "does not follow; to set it up: appearancectl setup"
        func saysSo() throws -> Bool {
            let shown = try scene.run("status")
            try #require(shown.status == .exited(0), "\(shown)")
            return shown.output.contains(line)
        }
        #expect(try !saysSo())
        scene.variables["WAYLAND_DISPLAY"] = "wayland-1"
        #expect(try saysSo())
        try scene.home.write(configuration: "[desktop]\nfollow = \"auto\"\n")
        #expect(try !saysSo())
        try scene.home.write(configuration: "")
        #expect(try saysSo())
        let hook = scene.home.configHome + "/appearanced/hooks.d/hook"
        try scene.home.write(program: "#!/bin/sh\n", to: hook)
        #expect(try !saysSo())
        try FileManager.default.removeItem(atPath: hook)
        #expect(try saysSo())
        #expect(try scene.run("setup", "--step", "install-portal").status == .exited(0))
        #expect(try !saysSo())
    }

    @Test func `a step that cannot be done stops no other one`() throws {
        try scene.manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        let path = scene.home.configHome + "/xdg-desktop-portal"
        try scene.home.write("in the way\n", to: path)
        let done = try scene.run("setup", "--yes")
        #expect(done.status == .exited(1), "\(done)")
        #expect(done.output.contains("1. Done."))
        #expect(done.errors.contains(path), "\(done.errors)")
        #expect(done.output.contains("To try again what was not done: appearancectl setup"))
        #expect(configuration?.contains("follow = \"auto\"") == true)
    }

    @Test func `colours are printed only on a terminal without NO_COLOR`() throws {
        #expect(try answered(["n"]).output.contains("\u{1B}[1m"))
        scene.variables["NO_COLOR"] = "1"
        #expect(try !answered(["n"]).output.contains("\u{1B}"))
        #expect(try !scene.run("setup", "--dry-run").output.contains("\u{1B}"))
    }

    /// The question is whether to enable it; a filter started by hand is not restarted.
    @Test func `setup shows the command that enables the service`() throws {
        try scene.manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        let shown = try scene.run("setup", "--dry-run")
        #expect(shown.output.contains("   systemctl --user enable --now appearanced\n"))
        #expect(
            shown.output.contains("   systemctl --user try-restart xdg-desktop-portal.service\n"))
    }

    @Test func `the error output of a failing command is reported`() throws {
        try scene.manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        let script = try #require(text(scene.home.path + "/bin/systemctl"))
            .replacing("case \"$*\" in", with: "case \"$*\" in *enable*) echo no >&2; exit 1 ;;")
            .replacing("#!/bin/sh\n", with: "")
        try scene.program("systemctl", script)
        let failed = try scene.run("setup", "--yes")
        #expect(failed.status == .exited(1))
        #expect(
            failed.errors
                == "appearancectl: `systemctl --user enable --now appearanced` was not done."
                + " systemctl failed: no.\n")
    }

    @Test(arguments: [
        (["--latitude", "52"], "must be given together"),
        (["--latitude", "91", "--longitude", "0"], "-90 to 90"),
        (["--yes", "--dry-run"], "exclude each other"),
    ])
    func `options that exclude each other are wrong usage`(options: [String], words: String) throws
    {
        let refused = try ChildProcess.run(
            BuiltProducts.appearancectl, ["setup"] + options, environment: scene.home.environment)
        #expect(refused.status == .exited(2))
        #expect(refused.errors.contains(words))
    }

    @Test func `a darkman that is no unit is left to the user`() throws {
        try scene.home.write(
            program: "#!/bin/sh\n", to: scene.home.dataHome + "/dark-mode.d/script")
        try scene.manager()
        let darkman = try ChildProcess(
            "bash", ["-c", "exec -a darkman cat"], environment: scene.home.environment,
            keepsInput: true)
        // It has the name only once it has become that program.
        try darkman.write(line: "up")
        try darkman.waitForLine(containing: "up")
        let steps = try JSON(parsing: scene.run("setup", "--json").output)["steps"].items
        let step = try #require(steps.first { $0["name"].string == "run-darkman-scripts" })
        #expect(step["state"] == "due")
        #expect(!step["changes"].items.contains { $0["command"].string != nil }, "\(step)")
        #expect(step["remainder"].string?.contains("pkill darkman") == true, "\(step)")
        withExtendedLifetime(darkman) {}
    }
}
