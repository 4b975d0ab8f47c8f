import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// The page of Examples/web, served by Node, in real browsers.
@Suite(.bounded, .serialized, .requires(.bus, .xvfb, .node))
struct DesktopWebTests {
    private let home: TestHome
    private let daemon: RunningDaemon
    private let server: ChildProcess
    private let address: String

    init() throws {
        home = try TestHome()
        try home.write(
            configuration: "[sensor]\nsource = \"none\"\n[safety]\nflash_guard = false\n")
        daemon = try RunningDaemon(home: home, bus: PrivateBus(in: home))
        for name in ["follow.mjs", "serve.mjs", "page.html"] {
            try home.write(
                Repository.text(of: "Examples/web/" + name), to: home.path + "/web/" + name)
        }
        try home.write(DesignTokens.standard.css, to: home.path + "/web/tokens.css")
        server = try ChildProcess(
            "node", [home.path + "/web/serve.mjs", "0"], environment: home.environment)
        address = try server.waitForLine(containing: "http://127.0.0.1:")
    }

    private func set(_ mode: String) throws {
        let run = try daemon.appearancectl("set", mode)
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    /// Waits until the part of a screen that the page fills, below the bars of the browser, has such colours.
    ///
    /// The pointer is in the middle of the screen.
    private func wait(
        for screen: Screen, _ top: Int, until isDrawn: ([UInt32]) -> Bool
    ) throws {
        let deadline = Deadline()
        func colors() throws -> [UInt32] {
            try [10..<390, 420..<770].flatMap {
                try screen.colors(columns: $0, rows: top + 4..<500)
            }
        }
        while !isDrawn(try colors()) { try deadline.check("the page is drawn") }
    }

    /// At night every pixel of the page is black or red: links, fields, controls, pictures and frames.
    private func followsIntoNight(
        _ screen: Screen, evaluate: (String) throws -> String?
    ) throws {
        func waitFor(_ expected: String) throws {
            let deadline = Deadline()
            while try evaluate("document.documentElement.dataset.appearance") != expected {
                try deadline.check("the page is \(expected)")
            }
        }
        let height = try evaluate("String(Math.round(screenY + outerHeight - innerHeight))")
        let top = try #require(height.flatMap { Int($0) })
        try set("light")
        try waitFor("light")
        try wait(for: screen, top) {
            $0.contains(0xFFFFFF) && $0.contains(0x0064D2)
        }
        try set("night")
        try waitFor("night")
        // Some smoothing of an edge may be one step off.
        try wait(for: screen, top) { colors in
            colors.contains(0xFF0000) && colors.allSatisfy { $0 >> 8 & 0xFF <= 1 && $0 & 0xFF <= 1 }
        }
        try set("dark")
        try waitFor("dark")
        try wait(for: screen, top) { $0.contains(0x0A0A0A) && $0.contains(0x409CFF) }
    }

    @Test(.requires(.chromium))
    func `a page in Chromium is told of night, and every pixel is black or red`() throws {
        let chromium = try Chromium(in: home, environment: home.environment)
        try chromium.open(address)
        try followsIntoNight(chromium.screen) { try chromium.evaluate($0).string }
    }

    @Test(.requires(.firefox))
    func `a page in Firefox is told of night, and every pixel is black or red`() throws {
        let firefox = try Firefox(in: home, environment: home.environment)
        try firefox.open(address)
        try followsIntoNight(firefox.screen) { try firefox.evaluate($0) }
    }

    @Test func `Node follows the daemon over a restart`() throws {
        let follow = try ChildProcess(
            "node", [home.path + "/web/follow.mjs"], environment: home.environment)
        try set("night")
        try follow.waitForLine(containing: "night: Night, because you chose it")
        try daemon.process.terminate()
        let next = try RunningDaemon(home: home, bus: PrivateBus(in: home))
        let run = try next.appearancectl("set", "dark")
        try #require(run.status == .exited(0))
        try follow.waitForLine(containing: "dark: Dark, because you chose it")
    }
}
