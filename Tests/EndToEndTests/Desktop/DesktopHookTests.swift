import AppearanceTestSupport
import Testing

/// The ready-made hooks of programs that need a Wayland compositor, by the pixels of the real programs.
@Suite(.bounded, .serialized, .requires(.bus, .busClient, .waylandPrograms))
struct DesktopHookTests {
    private let scene: HookScene
    private let sway: Compositor

    /// The background of each palette.
    private static let backgrounds: [(String, [UInt8])] = [
        ("dark", [10, 10, 10]), ("light", [255, 255, 255]), ("night", [0, 0, 0]),
    ]

    init() throws {
        scene = try HookScene("on_start = \"never\"")
        try scene.installReadyHooks()
        sway = try Compositor(in: scene.home)
    }

    private func start(
        _ program: String, _ arguments: String..., with daemon: RunningDaemon
    ) throws -> ChildProcess {
        // swaync has its own style sheet there.
        try ChildProcess(
            program, arguments,
            environment: daemon.environment.merging(sway.environment) { $1 }
                .merging(["XDG_CONFIG_DIRS": "/etc/xdg"]) { $1 })
    }

    /// Waits until a part of the screen shows words, and nothing but black and shades of red.
    private func waitForOnlyRed(x: Int, y: Int, width: Int, height: Int) throws {
        let deadline = Deadline()
        while true {
            let colors = try sway.colors(x: x, y: y, width: width, height: height)
            let other = colors.first { $0[1] > 0 || $0[2] > 0 }
            if other == nil, colors.contains(where: { $0[0] > 128 }) { return }
            try deadline.check("only red; there is \(other ?? [0, 0, 0])")
        }
    }

    @Test(arguments: [
        (
            "wofi", "seq 99 | wofi --show dmenu", "config/wofi/style.css",
            "@import url(\"CONFIG/wofi/appearance.css\");"
        ),
        (
            "fuzzel", "seq 99 | fuzzel --dmenu", "config/fuzzel/fuzzel.ini",
            "# appearance: the lines below are written by its hook"
        ),
    ])
    func `a menu opens with the colours of each appearance`(
        name: String, command: String, file: String, line: String
    ) throws {
        let daemon = try scene.daemon()
        let line = line.replacing("CONFIG", with: scene.home.configHome)
        func shown(_ body: (ChildProcess) throws -> Void) throws {
            let menu = try start("sh", "-c", command, with: daemon)
            try body(menu)
            menu.signalGroup(15)
            try menu.expectExit()
        }
        try daemon.enableHook(name)
        try daemon.set("dark")
        try scene.waitUntilRecorded(name, "dark")
        // The line is the user's to add, and names it.
        try daemon.waitForLog(line)
        try scene.home.write(line + "\n", to: file)
        try daemon.set("light")
        try scene.waitUntilRecorded(name, "light")
        for (mode, background) in Self.backgrounds {
            try daemon.set(mode)
            try scene.waitUntilRecorded(name, mode)
            try shown { _ in
                try sway.wait(for: background, x: 740, y: 400)
                if mode == "night" { try waitForOnlyRed(x: 500, y: 240, width: 260, height: 220) }
            }
        }
        try daemon.disableHook(name)
        try daemon.set("dark")
        try daemon.set("night")
        try shown { menu in
            let deadline = Deadline()
            // Without a menu, the grey of the screen.
            while try sway.color(x: 740, y: 400) == [63, 63, 63] {
                try deadline.check("\(name): \(menu.text(on: .errors))")
            }
            #expect(try sway.color(x: 740, y: 400)[1] > 100)
        }
    }

    @Test func `notifications of swaync have the colours of each appearance`() throws {
        let daemon = try scene.daemon()
        try scene.home.write(
            "@import url(\"appearance.css\");\n", to: "config/swaync/style.css")
        try daemon.enableHook("swaync")
        try daemon.set("dark")
        try scene.waitUntilRecorded("swaync", "dark")
        let swaync = try start("swaync", with: daemon)
        // Its client would wait for ever.
        try BusClient(environment: daemon.environment, name: "org.erikreider.swaync.cc")
            .waitForOwner()
        let opened = try start("swaync-client", "--open-panel", with: daemon)
        #expect(try opened.expectExit() == .exited(0))
        try sway.wait(for: [10, 10, 10], x: 1_000, y: 600)
        for (mode, background) in Self.backgrounds {
            try daemon.set(mode)
            try sway.wait(for: background, x: 1_000, y: 600)
        }
        try waitForOnlyRed(x: 800, y: 1, width: 470, height: 300)
        try daemon.disableHook("swaync")
        try sway.wait(for: [14, 14, 14], x: 1_000, y: 600)
        withExtendedLifetime(swaync) {}
    }

    @Test func `windows of foot, running and new, have the colours of each appearance`() throws {
        let daemon = try scene.daemon()
        let include = "include=\(scene.home.configHome)/foot/appearance.ini"
        try scene.home.write(include + "\n", to: "config/foot/foot.ini")
        let foot = try start("foot", "sh", "-c", "echo words; exec sleep 600", with: daemon)
        // Its own colours.
        try sway.wait(for: [17, 17, 17], x: 640, y: 600)
        try daemon.enableHook("foot")
        for (mode, background) in Self.backgrounds {
            try daemon.set(mode)
            try scene.waitUntilRecorded("foot", mode)
            try sway.wait(for: background, x: 640, y: 600)
        }
        try waitForOnlyRed(x: 10, y: 30, width: 600, height: 300)
        let new = try start("foot", "sleep", "600", with: daemon)
        let deadline = Deadline()
        // Beside the other.
        while try sway.colors(x: 0, y: 300, width: 1_280, height: 1).contains([17, 17, 17]) {
            try deadline.check("the new window")
        }
        try daemon.disableHook("foot")
        try sway.wait(for: [17, 17, 17], x: 320, y: 600)
        withExtendedLifetime((foot, new)) {}
    }
}
