import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl reset`: every changed setting is restored, and stays so.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopResetTests {
    private static let following = "[desktop]\nfollow = \"auto\"\n"
    private static let colorScheme = "org.gnome.desktop.interface color-scheme"

    private func reset(
        _ scene: DesktopScene, _ environment: [String: String] = [:]
    ) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging(environment) { $1 })
    }

    private func configuration(of scene: DesktopScene) throws -> String {
        try String(contentsOfFile: scene.home.configurationFile, encoding: .utf8)
    }

    /// The value that is set; empty if there is none.
    private func chosen(_ key: String, _ scene: DesktopScene) throws -> String {
        try scene.run("dconf", ["read", "/org/gnome/desktop/interface/\(key)"]).output
            .filter { $0 != "\n" }
    }

    @Test func `reset restores the settings while the daemon runs`() throws {
        let scene = try DesktopScene(Self.following + "external = \"adopt\"\n")
        try scene.gsettings(set: "prefer-light")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")

        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(
            done.output.split(separator: "\n").map(String.init) == [
                "\(scene.home.configurationFile): follow = \"none\", so that the settings are not changed again",
                "\(Self.colorScheme): \"prefer-light\" again",
            ])
        #expect(try scene.gsettings() == "prefer-light")
        #expect(
            try configuration(of: scene)
                == TestHome.daylight + "[desktop]\nfollow = \"none\"\nexternal = \"adopt\"\n")
        #expect(!isThere(scene.ledger))

        // It does not count as the user's change, and no setting follows any more.
        try daemon.process.waitForLine(containing: "own settings are left alone", on: .errors)
        #expect(try daemon.status()["mode"] == "dark")
        for mode in ["light", "dark"] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
        }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try scene.gsettings() == "prefer-light")
        #expect(!isThere(scene.ledger))
    }

    @Test(.row("C17"), arguments: [true, false])
    func `a daemon that ends while it is asked does not stop reset`(endsAtOnce: Bool) throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-light")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        daemon.process.signal(SIGKILL)
        #expect(try daemon.process.expectExit() == .killed(signal: SIGKILL))

        let socket = scene.home.socket
        let listener = try StreamListener(at: socket)
        listener.accept { connection in
            if endsAtOnce { unlink(socket) }
            close(connection)
        }
        let done = try reset(scene)
        listener.stop()
        if endsAtOnce {
            #expect(done.status == .exited(0), "\(done.errors)")
            #expect(try scene.gsettings() == "prefer-light")
            #expect(!isThere(scene.ledger))
        } else {
            #expect(done.status == .exited(1))
            #expect(done.errors.contains("closed the connection without an answer"), "\(done)")
            #expect(try scene.gsettings() == "prefer-dark")
            #expect(isThere(scene.ledger))
        }
    }

    @Test func `a configuration that follows again at once after reset is in effect`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        #expect(try reset(scene).status == .exited(0))
        #expect(
            try daemon.appearancectl("config", "set", "desktop.follow", "auto").status
                == .exited(0))
        try scene.wait(for: "prefer-dark")
    }

    @Test func `without the daemon reset unsets settings that were unset`() throws {
        let scene = try DesktopScene(
            Self.following + "gtk_theme = { light = \"HighContrast\", dark = \"Adwaita-dark\" }\n")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        try scene.wait(for: "Adwaita-dark", of: "gtk-theme")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try chosen("color-scheme", scene) == "'prefer-dark'")

        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(done.output.split(separator: "\n").count == 3)
        #expect(try chosen("color-scheme", scene) == "")
        #expect(try chosen("gtk-theme", scene) == "")

        let again = try reset(scene)
        #expect(again.status == .exited(0))
        #expect(again.output == "No desktop setting has been changed.\n")
    }

    @Test func `reset restores the settings after a kill`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon()
        try scene.wait(for: "default")
        daemon.process.signal(SIGKILL)
        try daemon.process.expectExit()
        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done)")
        #expect(try scene.gsettings() == "prefer-dark")
        let next = try scene.daemon()
        #expect(try next.appearancectl("set", "light").status == .exited(0))
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.gsettings() == "prefer-dark")
    }

    @Test func `reset removes the line in portals.conf too`() throws {
        let scene = try DesktopScene()
        // An old portal reads only a folder of the system, unless another is configured.
        let environment = scene.environment.merging(
            ["XDG_DESKTOP_PORTAL_DIR": scene.home.path]
        ) { $1 }
        let installed = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"], environment: environment)
        #expect(installed.status == .exited(0), "\(installed.errors)")
        let folder = scene.home.configHome + "/xdg-desktop-portal"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(done.output.contains("portals.conf: removed"))
        #expect(done.output.contains("systemctl --user restart xdg-desktop-portal"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test func `a portals.conf that cannot be read is reported, and everything else is reset`()
        throws
    {
        let scene = try DesktopScene(Self.following)
        let installed = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"],
            environment: scene.environment.merging(
                ["XDG_DESKTOP_PORTAL_DIR": scene.home.path]) { $1 })
        #expect(installed.status == .exited(0), "\(installed.errors)")
        let folder = scene.home.configHome + "/xdg-desktop-portal/a-portals.conf"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        let done = try reset(scene)
        #expect(done.status == .exited(1))
        #expect(done.output.contains("follow = \"none\""), "\(done.output)")
        #expect(done.output.contains("portals.conf: removed"), "\(done.output)")
        #expect(done.errors.contains("\(folder): Is a directory."), "\(done.errors)")
    }

    @Test func `a setting that cannot be restored stays in the journal`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon()
        try scene.wait(for: "default")
        #expect(try daemon.process.terminate() == .exited(0))
        let failed = try reset(scene, ["PATH": scene.home.path])
        #expect(failed.status == .exited(1))
        #expect(failed.errors.contains("`gsettings` is missing; install it: sudo apt install"))
        #expect(try scene.original("gsettings") == "prefer-dark")
        #expect(try reset(scene).status == .exited(0))
        #expect(try scene.gsettings() == "prefer-dark")
    }

    @Test func `an invalid journal is reported, and everything else is reset`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.home.write("{", to: scene.ledger)
        let installed = try ChildProcess.run(
            BuiltProducts.appearancectl, ["portal", "install"],
            environment: scene.environment.merging(
                ["XDG_DESKTOP_PORTAL_DIR": scene.home.path]) { $1 })
        #expect(installed.status == .exited(0), "\(installed.errors)")
        let done = try reset(scene)
        #expect(done.status == .exited(1))
        #expect(done.output.contains("follow = \"none\""))
        #expect(
            done.errors.contains(
                """
                \(scene.ledger) is invalid, so the original values in it cannot be restored.
                Set them yourself, as far as it shows them, and remove the file: rm \(scene.ledger)
                """))
        #expect(done.output.contains("portals.conf: removed"))
        #expect(try String(contentsOfFile: scene.ledger, encoding: .utf8) == "{")
    }

    @Test func `an invalid journal that the daemon keeps is reported until it is removed`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.home.write("{", to: scene.ledger)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        let kept = scene.ledger + ".invalid"
        #expect(try String(contentsOfFile: kept, encoding: .utf8) == "{")
        #expect(daemon.process.text(on: .errors).contains("is kept as \(kept)"))
        #expect(try daemon.process.terminate() == .exited(0))

        let done = try reset(scene)
        #expect(done.status == .exited(1))
        #expect(done.output.contains("color-scheme: \"default\" again"))
        #expect(done.errors.contains("remove the file: rm \(kept)"))
        try FileManager.default.removeItem(atPath: kept)
        #expect(try reset(scene).status == .exited(0))
    }

    /// It is larger than any that is read.
    @Test func `a journal that cannot be read is kept`() throws {
        let scene = try DesktopScene(Self.following)
        let text = String(repeating: " ", count: 4 << 20) + "{"
        try scene.home.write(text, to: scene.ledger)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        let kept = scene.ledger + ".invalid"
        #expect((try? String(contentsOfFile: kept, encoding: .utf8)) == text)
        #expect(daemon.process.text(on: .errors).contains("and is kept as \(kept)"))
    }

    @Test(.row("C17")) func `a second invalid journal leaves the first one`() throws {
        let scene = try DesktopScene(Self.following)
        for (content, kept) in [
            ("{first", [""]), ("{second", ["", "-2"]), ("{first", ["", "-2"]),
        ] {
            try scene.home.write(content, to: scene.ledger)
            let daemon = try scene.daemon()
            try daemon.process.waitForLine(containing: "is invalid and is kept as", on: .errors)
            #expect(try daemon.process.terminate() == .exited(0))
            let folder = scene.home.stateHome + "/appearanced"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(
                names.filter { $0.contains("invalid") } == kept.map { "desktop.json.invalid" + $0 })
        }
        for (content, number) in [("{first", ""), ("{second", "-2")] {
            let kept = scene.ledger + ".invalid" + number
            #expect(try String(contentsOfFile: kept, encoding: .utf8) == content)
        }
        let done = try reset(scene)
        #expect(done.status == .exited(1))
        for number in ["", "-2"] {
            #expect(done.errors.contains("rm \(scene.ledger).invalid\(number)\n"), "\(done)")
        }
    }

    /// As by an older version after a newer one.
    @Test(.row("C18")) func `settings of a newer version stay in the journal`() throws {
        let scene = try DesktopScene(Self.following)
        try scene.gsettings(set: "prefer-light")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        #expect(try daemon.process.terminate() == .exited(0))
        let entry = #"{"setting":"future","original":{"x":1.5},"ours":[null]}"#
        let text = try String(contentsOfFile: scene.ledger, encoding: .utf8)
        let newer = text.replacing(#""ours""#, with: #""since":7,"ours""#)
            .replacing(#""settings":["#, with: #""settings":["# + entry + ",")
        try scene.home.write(newer, to: scene.ledger)

        let next = try scene.daemon()
        #expect(try next.appearancectl("set", "light").status == .exited(0))
        try scene.waitUntilNoted("default")
        #expect(try next.process.terminate() == .exited(0))
        let rewritten = try String(contentsOfFile: scene.ledger, encoding: .utf8)
        #expect(rewritten.contains(entry) && rewritten.contains(#""since":7"#), "\(rewritten)")

        let done = try reset(scene)
        #expect(try scene.gsettings() == "prefer-light")
        #expect(done.status == .exited(1))
        #expect(
            done.errors.contains(
                "\(scene.ledger) has settings that this version does not know: future.\n"),
            "\(done)")
        #expect(try String(contentsOfFile: scene.ledger, encoding: .utf8).contains(entry))
        try FileManager.default.removeItem(atPath: scene.ledger)
        #expect(try reset(scene).status == .exited(0))
    }

    @Test func `reset waits until the daemon has ended a program that hangs`() throws {
        let scene = try DesktopScene(Self.following)
        let begun = scene.home.path + "/begun"
        let path = try scene.stand(in: "gsettings", "echo >\(begun)\n\(scene.hanging)")
        let daemon = try scene.daemon(path)
        try FileWatch.wait(for: begun)
        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try configuration(of: scene).contains("follow = \"none\""))
        #expect(try daemon.process.terminate() == .exited(0))
    }

    @Test func `without a state directory nothing is changed`() throws {
        let scene = try DesktopScene(Self.following)
        let refused = try reset(scene, ["HOME": "", "XDG_STATE_HOME": ""])
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("HOME is not set, so the restore journal cannot be found."))
        #expect(try configuration(of: scene) == TestHome.daylight + Self.following)
    }

    @Test func `a configuration that cannot be written is named with what to do`() throws {
        let scene = try DesktopScene(Self.following)
        let file = scene.home.configurationFile
        let folder = (file as NSString).deletingLastPathComponent
        try #require(chmod(folder, 0o500) == 0)
        defer { chmod(folder, 0o700) }
        let words = FilePermissions.enforced + [BuiltProducts.appearancectl, "reset"]
        let refused = try ChildProcess.run(
            words[0], Array(words.dropFirst()), environment: scene.environment)
        #expect(refused.status == .exited(1))
        #expect(
            refused.errors == """
                appearancectl: \(file) is read-only and is unchanged.
                Set this where that file is made:
                  desktop.follow = "none"
                Nothing was restored. Run this again afterwards.

                """)
        #expect(refused.output == "")
    }

    @Test func `an invalid configuration is reported before any change`() throws {
        let scene = try DesktopScene(Self.following)
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.waitUntilNoted("prefer-dark")
        #expect(try daemon.process.terminate() == .exited(0))
        try scene.configure("[desktop]\nfollow = \"sometimes\"\n")
        let refused = try reset(scene)
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("desktop.follow"))
        #expect(try scene.gsettings() == "prefer-dark")
        try scene.configure("")
        #expect(try reset(scene).status == .exited(0))
        #expect(try scene.gsettings() == "default")
    }

    @Test(.requires(.xfconf)) func `reset restores the styles of Xfce`() throws {
        let scene = try DesktopScene(
            Self.following + "xfce_window_theme = { light = \"Default\", dark = \"Moheli\" }\n",
            names: "XFCE")
        try scene.xfconf(set: "Greybird")
        let daemon = try scene.daemon()
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "Adwaita-dark") { try scene.xfconf() }
        try scene.wait(for: "Moheli") { try scene.xfconf("xfwm4", "/general/theme") }
        try scene.wait(for: "prefer-dark")
        let done = try reset(scene)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(done.output.contains("/Net/ThemeName of xsettings: \"Greybird\" again"))
        #expect(done.output.contains("/general/theme of xfwm4: unset again"))
        #expect(try scene.xfconf() == "Greybird")
        #expect(
            try scene.run("xfconf-query", ["-c", "xfwm4", "-l"]).output.contains("theme") == false)
        #expect(try chosen("color-scheme", scene) == "")
        withExtendedLifetime(daemon) {}
    }

    @Test(.requires(.plasma)) func `reset restores the colours of Plasma`() throws {
        let scene = try DesktopScene(Self.following, names: "KDE")
        var plasma = Plasma.environment
        let run = try ChildProcess.run(
            try #require(Plasma.program), ["BreezeClassic"],
            environment: scene.environment.merging(plasma) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        plasma["QT_QPA_PLATFORM"] = nil
        let daemon = try scene.daemon(plasma)
        let file = scene.home.configHome + "/kdeglobals"
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try FileWatch.wait(for: file) { $0.contains("ColorScheme=BreezeDark\n") }
        let done = try reset(scene, plasma)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                .contains("ColorScheme=BreezeClassic\n"))
        withExtendedLifetime(daemon) {}
    }
}
