import AppearanceTestSupport
import Foundation
import Testing

/// The picture of an X server without a desktop, by the real feh and the pixels of the server.
@Suite(.bounded, .requires(.bus, .busClient, .dconf, .feh)) struct DesktopX11Tests {
    private let scene: DesktopScene
    private let screen: Screen
    private let own: String

    init() throws {
        scene = try DesktopScene("[desktop]\nfollow = \"auto\"\n", names: "i3")
        screen = try Screen(in: scene.home)
        var paths: [String: String] = [:]
        for (name, grey) in [("my own", 60), ("day", 250), ("dusk", 20), ("night", 0)] {
            let pixel = " \(grey) \(grey) \(grey)"
            paths[name] = try scene.home.write(
                "P3 2 1 255\(pixel)\(pixel)\n", to: "pictures/\(name).ppm")
        }
        own = paths["my own"] ?? ""
        try scene.configure(
            """
            [desktop]
            follow = "auto"
            wallpaper = { light = "\(paths["day"] ?? "")", dark = "\(paths["dusk"] ?? "")", \
            night = "\(paths["night"] ?? "")" }

            """)
    }

    @Test func `feh shows the pictures, and reset the user's own`() throws {
        let environment = scene.environment.merging(screen.environment) { $1 }
        let feh = try ChildProcess.run("feh", ["--bg-fill", own], environment: environment)
        #expect(feh.status == .exited(0), "\(feh.errors)")
        let script = try String(contentsOfFile: scene.home.path + "/.fehbg", encoding: .utf8)
        let daemon = try scene.daemon(screen.environment)
        try screen.picture("feh-light", ofBeing: .light)
        #expect(try daemon.appearancectl("set", "night").status == .exited(0))
        #expect(try screen.picture("feh-night", ofBeing: .dark) == 0)
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        try screen.picture("feh-light-again", ofBeing: .light)
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try screen.picture("feh-restored", ofBeing: .dark) > 0.2)
        #expect(
            try String(contentsOfFile: scene.home.path + "/.fehbg", encoding: .utf8) == script)
    }

    @Test func `a picture that could not be restored is not replaced`() throws {
        let daemon = try scene.daemon(screen.environment)
        try daemon.process.waitForLine(
            containing: "cannot set x11 root picture: there is no ~/.fehbg", on: .errors)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        #expect(daemon.log("<4>").count == 1)
    }

    @Test func `a feh that fails is named in the warning, with its reason`() throws {
        try scene.home.write(program: "#!/bin/sh\n", to: ".fehbg")
        let failing = try scene.stand(in: "feh", "echo 'no loader for it' >&2; exit 3\n")
        let daemon = try scene.daemon(screen.environment.merging(failing) { $1 })
        try daemon.process.waitForLine(
            containing: "`feh` failed with code 3: no loader for it", on: .errors)
    }

    @Test func `a missing feh is one warning with the command that installs it`() throws {
        let folder = scene.home.path + "/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for program in ["sh", "xprop", "gsettings"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/\(program)",
                withDestinationPath: try #require(Requirement.executable(program)))
        }
        let daemon = try scene.daemon(screen.environment.merging(["PATH": folder]) { $1 })
        try daemon.process.waitForLine(
            containing: "`feh` is missing; install it: sudo apt install feh x11-utils", on: .errors)
        #expect(try daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.wait(for: "prefer-dark")
        #expect(daemon.log("<4>").count == 1)
    }
}
