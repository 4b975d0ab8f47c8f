import AppearanceTestSupport
import Foundation
import Testing

/// The ready-made hooks, with the real programs that they recolour.
///
/// One at a time: the hook of the terminals finds every terminal of this user.
@Suite(.bounded, .serialized, .requires(.bus, .busClient, .recolouredPrograms))
struct ReadyHookTests {
    private let scene: HookScene

    init() throws {
        scene = try HookScene("on_start = \"never\"")
        try scene.installReadyHooks()
    }

    @Test func `ready-made hooks do not run until they are enabled`() throws {
        try scene.hook("zz", scene.noting("zz"))
        let daemon = try scene.daemon()
        let items = try JSON(parsing: daemon.appearancectl("hooks", "list", "--json").output).items
        let available = items.filter { $0["state"] == "available" }.compactMap { $0["name"].string }
        #expect(Set(available).isSuperset(of: ["kitty", "alacritty", "terminals", "tmux"]))
        #expect(!available.contains("lib"))
        try daemon.set("dark")
        try scene.waitUntilRecorded("zz", "dark")
        let records = try String(
            contentsOfFile: scene.home.stateHome + "/appearanced/hooks.json", encoding: .utf8)
        #expect(!records.contains("kitty"))
    }

    @Test func `xterm has the colours of each appearance, and its own after reset`() throws {
        let screen = try Screen(in: scene.home)
        let daemon = try scene.daemon()
        let xterm = try ChildProcess(
            "xterm", ["-bg", "#303030", "-fn", "fixed", "-geometry", "140x50+0+0"],
            environment: daemon.environment.merging(screen.environment) { $1 })
        try screen.picture("hook-xterm-own", ofBeing: .dark)
        try daemon.enableHook("terminals")
        try daemon.set("dark")
        try scene.waitUntilRecorded("terminals", "dark")
        try daemon.set("light")
        try screen.picture("hook-xterm-light", ofBeing: .light)
        try daemon.set("night")
        let night = try screen.picture("hook-xterm-night", ofBeing: .dark)
        #expect(night == 0)
        try daemon.set("light")
        try screen.picture("hook-xterm-again", ofBeing: .light)
        try daemon.disableHook("terminals")
        let own = try screen.picture("hook-xterm-restored", ofBeing: .dark)
        #expect(own > 0.1)
        #expect(daemon.log("<4>") == [])
        withExtendedLifetime(xterm) {}
    }

    @Test func `Alacritty has the colours of each appearance`() throws {
        let screen = try Screen(in: scene.home)
        let daemon = try scene.daemon()
        try scene.home.write(
            "import: [\"\(scene.home.configHome)/alacritty/appearance.yml\"]\n",
            to: "config/alacritty/alacritty.yml")
        try daemon.enableHook("alacritty")
        try daemon.set("dark")
        try scene.waitUntilRecorded("alacritty", "dark")
        let terminal = try ChildProcess(
            "alacritty",
            [
                "-o", "window.dimensions.columns=90", "-o", "window.dimensions.lines=28", "-e",
                "cat",
            ],
            environment: daemon.environment.merging(screen.environment) { $1 }
                .merging(["LIBGL_ALWAYS_SOFTWARE": "1"]) { $1 }, keepsInput: true)
        // It misses a change between its first reading of the file and its watch.
        let deadline = Deadline()
        while try !terminal.watchesFiles { try deadline.check("Alacritty to watch its files") }
        try daemon.set("light")
        try screen.picture("hook-alacritty-light", ofBeing: .light)
        try daemon.set("night")
        #expect(try screen.picture("hook-alacritty-night", ofBeing: .dark) == 0)
        #expect(daemon.log("<4>") == [])
        withExtendedLifetime(terminal) {}
    }

    @Test func `tmux and Neovim follow on their sockets`() throws {
        let environment = ["TMUX_TMPDIR": scene.home.runtimeDirectory]
        let daemon = try scene.daemon(environment)
        let all = daemon.environment.merging(environment) { $1 }
        let socket = scene.home.runtimeDirectory + "/nvim.1.0"
        let neovim = try ChildProcess(
            "nvim", ["--headless", "--clean", "--listen", socket], environment: all,
            keepsInput: true)
        let tmux = try ChildProcess.run(
            "tmux", ["-f", "/dev/null", "new-session", "-d", "cat"], environment: all)
        #expect(tmux.status == .exited(0), "\(tmux.errors)")
        defer { _ = try? ChildProcess.run("tmux", ["kill-server"], environment: all) }
        func windowStyle() throws -> String {
            try ChildProcess.run("tmux", ["show", "-gv", "window-style"], environment: all).output
        }
        try daemon.enableHook("tmux")
        try daemon.enableHook("neovim")
        let tone = "&background . synIDattr(hlID('Normal'), 'fg', 'gui')"
        for (mode, style, background) in [
            ("dark", "fg=#ffffff,bg=#0a0a0a\n", "dark"),
            ("light", "fg=#000000,bg=#ffffff\n", "light"),
            ("night", "fg=#ff0000,bg=#000000\n", "dark#ff0000"),
            ("dark", "fg=#ffffff,bg=#0a0a0a\n", "dark"),
        ] {
            try daemon.set(mode)
            try scene.waitUntilRecorded("tmux", mode)
            try scene.waitUntilRecorded("neovim", mode)
            #expect(try windowStyle() == style)
            let answer = try ChildProcess.run(
                "nvim", ["--server", socket, "--remote-expr", tone], environment: all)
            #expect((answer.output + answer.errors) == background)
        }
        withExtendedLifetime(neovim) {}
    }
}
