import AppearanceTestSupport
import Foundation
import Testing

/// The ready-made hooks of editors, menus and notifications, with the real programs, whose colours are
/// read from the programs themselves.
@Suite(.bounded, .serialized, .requires(.bus, .busClient, .recolouredPrograms))
struct ReadyHookProgramTests {
    private let scene: HookScene

    init() throws {
        scene = try HookScene("on_start = \"never\"")
        try scene.installReadyHooks()
    }

    private func set(_ mode: String, _ daemon: RunningDaemon, through hooks: String...) throws {
        try daemon.set(mode)
        for hook in hooks { try scene.waitUntilRecorded(hook, mode) }
    }

    @Test func `bat and rofi start with the colours of each appearance`() throws {
        let screen = try Screen(in: scene.home)
        let daemon = try scene.daemon()
        let environment = daemon.environment.merging(screen.environment) { $1 }
        try scene.home.write("--theme=appearance\n", to: "config/bat/config")
        try scene.home.write("@import \"appearance\"\n", to: "config/rofi/config.rasi")
        let file = try scene.home.write("def f(): pass\n", to: "example.py")
        try daemon.enableHook("bat")
        try daemon.enableHook("rofi")
        for (mode, keyword, foreground) in [
            ("dark", "191;90;242", "White"), ("light", "139;26;139", "Black"),
            ("night", "217;0;0", "Red"),
        ] {
            try set(mode, daemon, through: "bat", "rofi")
            let bat = try ChildProcess.run(
                "batcat", ["--color=always", "--style=plain", file],
                environment: environment.merging(["COLORTERM": "truecolor"]) { $1 })
            #expect(bat.output.hasPrefix("\u{1B}[38;2;\(keyword)mdef"), "\(bat.output)")
            let rofi = try ChildProcess.run("rofi", ["-dump-theme"], environment: environment)
            #expect(
                rofi.output.contains("    foreground:                  \(foreground);"),
                "\(rofi.output)")
        }
        #expect(daemon.log("<4>") == [])
    }

    @Test func `Vim and Emacs have the colours of each appearance`() throws {
        let daemon = try scene.daemon()
        try scene.home.write("source ~/.vim/appearance.vim\n", to: ".vimrc")
        try daemon.enableHook("vim")
        try daemon.enableHook("emacs")
        try set("dark", daemon, through: "vim", "emacs")
        let emacs = try ChildProcess(
            "emacs", ["-Q", "--fg-daemon=test"], environment: daemon.environment)
        let socket = scene.home.runtimeDirectory + "/emacs/test"
        let tmux = ["-S", scene.home.runtimeDirectory + "/tmux", "-f", "/dev/null"]
        let started = try ChildProcess.run(
            "tmux", tmux + ["new-session", "-d", "vim"], environment: daemon.environment)
        #expect(started.status == .exited(0), "\(started.errors)")
        defer {
            _ = try? ChildProcess.run(
                "tmux", tmux + ["kill-server"], environment: daemon.environment)
        }
        func background(_ mode: String) throws -> String {
            let file = scene.home.path + "/vim-\(mode)"
            let call = ":call writefile([&background, synIDattr(hlID('Normal'), 'fg')], '\(file)')"
            _ = try ChildProcess.run(
                "tmux", tmux + ["send-keys", "Escape", call, "Enter"],
                environment: daemon.environment)
            return try FileWatch.wait(for: file) { $0.filter { $0 == "\n" }.count == 2 }
        }
        func colours() throws -> String {
            let form = "(list frame-background-mode (face-background 'default))"
            let deadline = Deadline()
            while true {
                let answer = try ChildProcess.run(
                    "emacsclient", ["-s", socket, "-e", form], environment: daemon.environment)
                if answer.status == .exited(0) { return answer.output }
                try deadline.check("Emacs to answer: \(answer.errors)")
            }
        }
        // It answers, and Vim has read its configuration.
        _ = try colours()
        #expect(try background("first") == "dark\n\n")
        for (mode, vim, emacs) in [
            ("light", "light\n\n", "(light \"#ffffff\")\n"),
            ("night", "dark\n9\n", "(dark \"#000000\")\n"),
            ("dark", "dark\n\n", "(dark \"#0a0a0a\")\n"),
        ] {
            try set(mode, daemon, through: "vim", "emacs")
            #expect(try background(mode) == vim)
            #expect(try colours() == emacs)
        }
        try daemon.disableHook("emacs")
        #expect(try colours() == "(nil \"unspecified-bg\")\n")
        withExtendedLifetime(emacs) {}
    }

    private func run(
        _ hook: String, _ argument: String, after limit: String = ""
    ) throws -> FinishedProcess {
        try ChildProcess.run(
            "sh",
            [
                "-c", limit + "exec \"$0\" \(argument)",
                Repository.root + "/config/hooks-available/" + hook,
            ], environment: scene.home.environment)
    }

    @Test(arguments: [".vimrc", ".vim/vimrc", "config/vim/vimrc"])
    func `the line for Vim belongs to the vimrc that Vim reads`(_ name: String) throws {
        let vimrc = try scene.home.write("\" mine\n", to: name)
        let missing = try run("vim", "dark")
        #expect(missing.status == .exited(1))
        #expect(missing.errors == "add this line to \(vimrc): source ~/.vim/appearance.vim\n")
        try scene.home.write("source ~/.vim/appearance.vim\n", to: name)
        #expect(try run("vim", "night").status == .exited(0))
    }

    /// Hooks that write a file, the file of their program that mentions it, and the line that does.
    private static let writers = [
        ("alacritty", "alacritty.yml", "import: [appearance.yml]"),
        ("foot", "foot.ini", "include=~/appearance.ini"),
        ("fuzzel", "fuzzel.ini", "# appearance: the lines below are written by its hook"),
        ("kitty", "kitty.conf", "include appearance.conf"),
        ("rofi", "config.rasi", "@import \"appearance\""),
        ("swaync", "style.css", "@import \"appearance.css\";"),
        ("tofi", "config", "include = appearance"),
    ]

    /// The files in a folder, with their content.
    private func files(in folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try names.reduce(into: [:]) {
            $0[$1] = try String(contentsOfFile: "\(folder)/\($1)", encoding: .utf8)
        }
    }

    /// As on a full disk.
    @Test(.row("C14"), arguments: writers)
    func `a hook fails that cannot write, and every file stays as it was`(
        _ hook: String, _ file: String, _ line: String
    ) throws {
        let folder = scene.home.configHome + "/" + hook
        try scene.home.write(line + "\n", to: "\(folder)/\(file)")
        #expect(try run(hook, "dark").status == .exited(0))
        let before = try files(in: folder)
        let failed = try run(hook, "night", after: "ulimit -f 0; ")
        #expect(failed.status != .exited(0), "\(failed.errors)")
        #expect(try files(in: folder) == before)
    }

    @Test(.row("C14"), arguments: writers)
    func `the file of a hook keeps its permissions and the link to it`(
        _ hook: String, _ file: String, _ line: String
    ) throws {
        let folder = scene.home.configHome + "/" + hook
        try scene.home.write(line + "\n", to: "\(folder)/\(file)")
        #expect(try run(hook, "dark").status == .exited(0))
        let before = try files(in: folder)
        let names = before.keys.filter { $0 != file || hook == "fuzzel" }
        let name = try #require(names.first)
        let target = scene.home.path + "/dotfile"
        try FileManager.default.moveItem(atPath: "\(folder)/\(name)", toPath: target)
        #expect(symlink(target, "\(folder)/\(name)") == 0 && chmod(target, 0o640) == 0)
        #expect(try run(hook, "night").status == .exited(0))
        #expect(try files(in: folder)[name] != before[name])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)") == target
        )
        var status = stat()
        #expect(stat(target, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)
    }

    @Test(.row("C14"), arguments: [SIGTERM, SIGKILL])
    func `a hook that is ended while it writes leaves the old file`(_ signal: Int32) throws {
        let folder = scene.home.path + "/files"
        let palette = Repository.root + "/config/hooks-available/lib/palette"
        try scene.home.write("old", to: "files/colours")
        do {
            let hook = try ChildProcess(
                "sh",
                [
                    "-c", ". \"$0\"; { echo new; cat; } | put \"$1\"",
                    palette, folder + "/colours",
                ], environment: scene.home.environment, keepsInput: true)
            let deadline = Deadline()
            while try !files(in: folder).values.contains("new\n") {
                try deadline.check("the first line to be written")
            }
            hook.signalGroup(signal)
            try hook.expectExit()
        }
        #expect(try files(in: folder)["colours"] == "old")
        if signal == SIGKILL {
            let next = try ChildProcess.run(
                "sh", ["-c", ". \"$0\"; echo newest | put \"$1\"", palette, folder + "/colours"],
                environment: scene.home.environment)
            #expect(next.status == .exited(0), "\(next.errors)")
        }
        #expect(try files(in: folder) == ["colours": signal == SIGKILL ? "newest\n" : "old"])
    }

    @Test func `kitty has the colours of each appearance in a running window`() throws {
        let screen = try Screen(in: scene.home)
        let daemon = try scene.daemon()
        try scene.home.write("include appearance.conf\n", to: "config/kitty/kitty.conf")
        try daemon.enableHook("kitty")
        try set("dark", daemon, through: "kitty")
        let socket = "unix:" + scene.home.runtimeDirectory + "/kitty"
        let kitty = try ChildProcess(
            "kitty", ["-o", "allow_remote_control=yes", "--listen-on", socket, "cat"],
            environment: daemon.environment.merging(screen.environment) { $1 }
                .merging(["LIBGL_ALWAYS_SOFTWARE": "1"]) { $1 }, keepsInput: true)
        func wait(for background: String) throws {
            try scene.wait(for: background) {
                let colours = try ChildProcess.run(
                    "kitty", ["@", "--to", socket, "get-colors"], environment: daemon.environment)
                return colours.output.split(separator: "\n").first { $0.hasPrefix("background ") }
                    .map { String($0.suffix(7)) } ?? colours.errors
            }
        }
        try wait(for: "#0a0a0a")
        for (mode, background) in [("light", "#ffffff"), ("night", "#000000")] {
            try set(mode, daemon, through: "kitty")
            try wait(for: background)
        }
        #expect(daemon.log("<4>") == [])
        withExtendedLifetime(kitty) {}
    }

    @Test func `dunst exits, and starts with the colours of the appearance`() throws {
        let screen = try Screen(in: scene.home)
        let daemon = try scene.daemon()
        try scene.home.write("[global]\n", to: "config/dunst/dunstrc")
        let dunst = try ChildProcess(
            "dunst", ["-print"],
            environment: daemon.environment.merging(screen.environment) { $1 })
        try BusClient(environment: daemon.environment, name: "org.freedesktop.Notifications")
            .waitForOwner()
        try daemon.enableHook("dunst")
        try set("night", daemon, through: "dunst")
        #expect(try dunst.expectExit() == .exited(0))
        let file = scene.home.configHome + "/dunst/dunstrc.d/99-appearance.conf"
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(
            text.contains("[urgency_normal]\nbackground = \"#000000\"\nforeground = \"#ff0000\""))
        try daemon.disableHook("dunst")
        #expect(!isThere(file))
        #expect(daemon.log("<4>") == [])
    }

    @Test(.requires(.sway)) func `mako has the mode of each appearance`() throws {
        let compositor = try Compositor(in: scene.home, withRamps: false)
        let daemon = try scene.daemon()
        try daemon.enableHook("mako")
        try daemon.set("dark")
        // The sections are the user's to add.
        try daemon.waitForLog("add the sections once: cat ")
        let folder = scene.home.configHome + "/mako"
        let sections = try String(contentsOfFile: folder + "/appearance", encoding: .utf8)
        #expect(sections.contains("[mode=night]\nbackground-color=#000000\ntext-color=#ff0000\n"))
        try scene.home.write(sections, to: "config/mako/config")
        let mako = try ChildProcess(
            "mako", [], environment: daemon.environment.merging(compositor.environment) { $1 })
        func modes() throws -> Set<String> {
            let deadline = Deadline()
            while true {
                let answer = try ChildProcess.run(
                    "makoctl", ["mode"], environment: daemon.environment)
                if answer.output.contains("default") {
                    return Set(answer.output.split(separator: "\n").map(String.init))
                }
                try deadline.check("mako to answer: \(answer.errors) \(mako.text(on: .errors))")
            }
        }
        #expect(try modes() == ["default"])
        for mode in ["light", "night", "dark"] {
            try set(mode, daemon, through: "mako")
            #expect(try modes() == ["default", mode])
        }
        try daemon.disableHook("mako")
        #expect(try modes() == ["default"])
    }
}
