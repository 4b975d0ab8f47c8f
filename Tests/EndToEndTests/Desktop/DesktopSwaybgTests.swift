import AppearanceTestSupport
import Foundation
import Testing

/// The picture of a Wayland compositor without a desktop, by the real swaybg and the pixels of sway.
@Suite(.bounded, .requires(.bus, .busClient, .dconf, .swaybg)) struct DesktopSwaybgTests {
    private let scene: DesktopScene

    init() throws {
        scene = try DesktopScene("[desktop]\nfollow = \"auto\"\n", names: "sway")
        var paths: [String: String] = [:]
        for (name, grey) in [("it's day", 250), ("dusk $HOME", 20), ("night", 0)] {
            let pixel = " \(grey) \(grey) \(grey)"
            paths[name] = try scene.home.write(
                "P3 2 1 255\(pixel)\(pixel)\n", to: "pictures/\(name).ppm")
        }
        try scene.configure(
            """
            [desktop]
            follow = "auto"
            wallpaper = { light = "\(paths["it's day"] ?? "")", \
            dark = "\(paths["dusk $HOME"] ?? "")", night = "\(paths["night"] ?? "")" }

            """)
    }

    /// The commands of the swaybg of a compositor.
    private func programs(of sway: Compositor) throws -> [String] {
        let run = try ChildProcess.run(
            "pgrep", ["-xa", "swaybg"], environment: TestHome.plainEnvironment)
        let display = try #require(sway.environment["WAYLAND_DISPLAY"])
        let folder = URL(filePath: display).deletingLastPathComponent().path
        return run.output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            let environment =
                try? String(contentsOfFile: "/proc/\(words[0])/environ", encoding: .utf8)
            return environment?.contains(folder) == true ? String(words[1]) : nil
        }
    }

    private func wait(for grey: UInt8, on sway: Compositor) throws {
        try scene.wait(for: "\([grey, grey, grey])") { "\(try sway.color())" }
    }

    @Test func `swaybg shows the pictures, and reset the user's own`() throws {
        let sway = try Compositor(in: scene.home, showing: "#3c3c3c solid_color")
        try wait(for: 60, on: sway)
        let own = try programs(of: sway)
        let daemon = try scene.daemon(sway.environment)
        try wait(for: 250, on: sway)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        try wait(for: 0, on: sway)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try wait(for: 20, on: sway)
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging(sway.environment) { $1 })
        #expect(done.status == .exited(0), "\(done.errors)")
        try wait(for: 60, on: sway)
        #expect(try programs(of: sway) == own)
    }

    @Test func `a picture that the user has chosen meanwhile is the one restored`() throws {
        let sway = try Compositor(in: scene.home, showing: "#3c3c3c solid_color")
        try wait(for: 60, on: sway)
        let daemon = try scene.daemon(sway.environment)
        try wait(for: 250, on: sway)
        let configuration = scene.home.path + "/sway.conf"
        let text = try String(contentsOfFile: configuration, encoding: .utf8)
        try Data(text.replacing("#3c3c3c", with: "#505050").utf8)
            .write(to: URL(filePath: configuration))
        try sway.reload()
        // Above or below ours, depending on the version of sway.
        try scene.wait(for: "2") { "\(try programs(of: sway).count)" }
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try wait(for: 20, on: sway)
        #expect(try programs(of: sway).count == 1)
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"],
            environment: scene.environment.merging(sway.environment) { $1 })
        #expect(done.status == .exited(0), "\(done.errors)")
        try wait(for: 80, on: sway)
    }

    @Test func `a picture that could not be restored is not replaced`() throws {
        let sway = try Compositor(in: scene.home)
        let daemon = try scene.daemon(sway.environment)
        try daemon.process.waitForLine(
            containing: "cannot set Wayland background pictures: neither awww", on: .errors)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        #expect(try programs(of: sway) == [])
        #expect(daemon.log("<4>").count == 1)
    }

    @Test func `a picture that cannot be read is one warning with its name`() throws {
        let sway = try Compositor(in: scene.home, showing: "#3c3c3c solid_color")
        try wait(for: 60, on: sway)
        try FileManager.default.removeItem(atPath: scene.home.path + "/pictures/it's day.ppm")
        let daemon = try scene.daemon(sway.environment)
        try daemon.process.waitForLine(containing: "it's day.ppm cannot be read", on: .errors)
        #expect(daemon.log("<4>").count == 1)
        try wait(for: 60, on: sway)
    }

    @Test func `the user's picture stays until ours is shown`() throws {
        let sway = try Compositor(in: scene.home, showing: "#3c3c3c solid_color")
        try wait(for: 60, on: sway)
        let own = try programs(of: sway)
        let failing = try scene.stand(in: "swaybg", "exit 3\n")
        let daemon = try scene.daemon(sway.environment.merging(failing) { $1 })
        try daemon.process.waitForLine(
            containing: "failed with code 1: swaybg has ended at once", on: .errors)
        #expect(try programs(of: sway) == own)
        try wait(for: 60, on: sway)
    }
}
