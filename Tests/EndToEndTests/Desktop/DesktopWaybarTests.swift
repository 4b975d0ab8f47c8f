import AppearanceTestSupport
import Testing

/// The real Waybar, by the pixels of the bar.
@Suite(.bounded, .serialized, .requires(.bus, .waybar)) struct DesktopWaybarTests {
    private let scene: HookScene
    private let sway: Compositor

    init() throws {
        scene = try HookScene("on_start = \"never\"")
        try scene.installReadyHooks()
        sway = try Compositor(in: scene.home)
    }

    private func waybar(
        _ modules: JSON, style: String, for daemon: RunningDaemon
    ) throws -> ChildProcess {
        let module: [String: JSON] = ["height": 40, "modules-left": ["custom/appearance"]]
        let configuration = JSON.object(module.merging(["custom/appearance": modules]) { $1 })
        let folder = scene.home.configHome + "/waybar"
        try scene.home.write(configuration.text, to: folder + "/config")
        if !style.isEmpty { try scene.home.write(style, to: folder + "/style.css") }
        return try ChildProcess(
            "waybar", [], environment: daemon.environment.merging(sway.environment) { $1 })
    }

    /// Waits for a colour in the bar, away from words.
    private func wait(for color: [UInt8]) throws { try sway.wait(for: color, x: 1_000, y: 20) }

    @Test func `the module has the class of each appearance`() throws {
        let daemon = try scene.daemon()
        let bar = try waybar(
            [
                "exec": .string(BuiltProducts.appearancectl + " watch --waybar"),
                "return-type": "json",
            ],
            style: """
                * { border: none; }
                #custom-appearance { min-width: 1200px; background: #00ff00; }
                #custom-appearance.light { background: #ffffff; }
                #custom-appearance.dark { background: #202020; }
                #custom-appearance.night { background: #400000; }

                """, for: daemon)
        for (mode, color) in [
            ("light", [255, 255, 255]), ("night", [64, 0, 0]), ("dark", [32, 32, 32]),
        ] as [(String, [UInt8])] {
            try daemon.set(mode)
            try wait(for: color)
        }
        withExtendedLifetime(bar) {}
    }

    @Test func `the hook gives it the style sheet of each appearance`() throws {
        let daemon = try scene.daemon()
        for (mode, color) in [("light", "#ffffff"), ("dark", "#202020"), ("night", "#400000")] {
            try scene.home.write(
                "* { border: none; } window#waybar { background: \(color); }\n",
                to: scene.home.configHome + "/waybar/style-\(mode).css")
        }
        try daemon.enableHook("waybar")
        try daemon.set("dark")
        try scene.waitUntilRecorded("waybar", "dark")
        let bar = try waybar(["exec": "true"], style: "", for: daemon)
        try wait(for: [32, 32, 32])
        try daemon.set("night")
        try wait(for: [64, 0, 0])
        try daemon.set("light")
        try wait(for: [255, 255, 255])
        #expect(daemon.log("<4>") == [])
        withExtendedLifetime(bar) {}
    }
}
