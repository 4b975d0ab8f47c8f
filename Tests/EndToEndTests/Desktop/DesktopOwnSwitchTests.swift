import AppearanceTestSupport
import Foundation
import Testing

/// The switches that single desktops have beside the preference of GNOME, with the real GSettings.
///
/// Budgie, elementary and Cinnamon 6 are not in Debian 12's tests, so their keys are declared here, at
/// their own paths; COSMIC's is a file.
@Suite(.bounded, .requires(.bus, .busClient, .dconf)) struct DesktopOwnSwitchTests {
    private static let following = """
        [desktop]
        follow = "auto"
        cinnamon_theme = { light = "Day", dark = "Ember" }

        """

    /// Declares the keys, and returns the variables by which programs find them.
    private func schemas(_ scene: DesktopScene) throws -> [String: String] {
        let keys = [
            ("com.solus-project.budgie-panel", "dark-theme", "b", "false"),
            (
                "io.elementary.settings-daemon.prefers-color-scheme", "color-scheme", "s",
                "'no-preference'"
            ),
            ("org.x.apps.portal", "color-scheme", "s", "'default'"),
            ("org.cinnamon.theme", "name", "s", "'cinnamon'"),
        ].map { schema, key, type, value in
            let path = schema.replacingOccurrences(of: ".", with: "/")
            return "<schema id='\(schema)' path='/\(path)/'>"
                + "<key name='\(key)' type='\(type)'><default>\(value)</default></key></schema>"
        }
        let folder = scene.home.path + "/schemas"
        try scene.home.write(
            "<schemalist>" + keys.joined() + "</schemalist>", to: folder + "/own.gschema.xml")
        let compiler = try scene.run("glib-compile-schemas", [folder])
        try #require(compiler.status == .exited(0), "\(compiler.errors)")
        return ["GSETTINGS_SCHEMA_DIR": folder]
    }

    @Test(arguments: [
        ("Budgie:GNOME", "com.solus-project.budgie-panel dark-theme", "false", "true", "Budgie"),
        (
            "Pantheon", "io.elementary.settings-daemon.prefers-color-scheme color-scheme",
            "no-preference", "prefer-dark", "elementary"
        ),
        ("X-Cinnamon", "org.x.apps.portal color-scheme", "default", "prefer-dark", "Cinnamon"),
    ])
    func `a desktop's own switch follows, is turned by hand, and is restored`(
        names: String, setting: String, light: String, dark: String, name: String
    ) throws {
        let scene = try DesktopScene(Self.following, names: names)
        let variables = try schemas(scene)
        let environment = scene.environment.merging(variables) { $1 }
        let words = setting.split(separator: " ").map(String.init)
        func run(_ arguments: [String]) throws -> String {
            let run = try ChildProcess.run("gsettings", arguments, environment: environment)
            try #require(run.status == .exited(0), "\(run.errors)")
            return run.output.filter { !"'\n".contains($0) }
        }
        let read = { try run(["get"] + words) }
        _ = try run(["set"] + words + [dark])
        let daemon = try scene.daemon(variables)
        let client = try daemon.busClient()
        try scene.wait(for: light, read)
        try scene.waitUntilNoted(light)
        try scene.wait(for: name == "Budgie" ? "prefer-light" : "default")
        if name == "Cinnamon" {
            try scene.wait(for: "Day") { try run(["get", "org.cinnamon.theme", "name"]) }
        }
        _ = try run(["set"] + words + [dark])
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in \(name)'s own settings")
                == true)
        try scene.wait(for: "prefer-dark")
        _ = try run(["set"] + words + [light])
        try client.waitForChange(of: "Mode") { $0 == "auto" }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        #expect(try read() == dark)
        #expect(try scene.gsettings() == "default")
    }

    /// Starts a service manager (python3-dbusmock) whose environment names a desktop.
    private func manager(naming desktop: String, in scene: DesktopScene) throws -> ChildProcess {
        let name = "org.freedesktop.systemd1"
        let path = "/org/freedesktop/systemd1"
        let process = try ChildProcess(
            Python.system, ["-m", "dbusmock", name, path, name + ".Manager"],
            environment: scene.environment)
        let client = try BusClient(
            environment: scene.environment, name: name, path: path, interface: name + ".Manager")
        try client.waitForOwner()
        let variables: JSON = ["variant": ["as", [.string("XDG_CURRENT_DESKTOP=" + desktop)]]]
        try client.call(
            "AddProperty", "ssv", [.string(name + ".Manager"), "Environment", variables],
            interface: "org.freedesktop.DBus.Mock")
        return process
    }

    @Test(.requires(.fakeLogind)) func `a service manager without an answer ends no session`()
        throws
    {
        let scene = try DesktopScene(Self.following, names: "")
        let manager = try manager(naming: "COSMIC", in: scene)
        let file = scene.home.configHome + "/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        try scene.home.write("true\n", to: file)
        let daemon = try scene.daemon()
        try FileWatch.wait(for: file) { $0 == "false" }
        try manager.terminate()
        for mode in ["dark", "light", "dark"] {
            #expect(try daemon.appearancectl("set", mode).status == .exited(0))
            try FileWatch.wait(for: file) { $0 == (mode == "dark" ? "true" : "false") }
        }
    }

    /// Budgie's window manager owns the name of GNOME Shell, and its daemon sets GNOME's preference by the switch.
    @Test(.requires(.fakeLogind))
    func `Budgie is not taken for GNOME, nor what it sets for a choice`() throws {
        let scene = try DesktopScene(Self.following, names: "")
        let variables = try schemas(scene)
        let environment = scene.environment.merging(variables) { $1 }
        let budgie = ["com.solus-project.budgie-panel", "dark-theme"]
        func gsettings(_ words: [String]) throws -> String {
            let run = try ChildProcess.run("gsettings", words, environment: environment)
            try #require(run.status == .exited(0), "\(run.errors)")
            return run.output.filter { $0 != "\n" }
        }
        _ = try gsettings(["set"] + budgie + ["true"])
        try scene.gsettings(set: "prefer-dark")
        let manager = try manager(naming: "Budgie:GNOME", in: scene)
        let shell = try BusClient(environment: scene.environment)
        try shell.own("org.gnome.Shell")
        let first = try scene.daemon(variables)
        try scene.wait(for: "false") { try gsettings(["get"] + budgie) }
        try scene.wait(for: "prefer-light")
        try scene.waitUntilNoted("false")
        try scene.waitUntilNoted("prefer-light")
        #expect(try first.process.terminate() == .exited(0))
        // Budgie, with the switch of an earlier session.
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon(variables)
        let client = try daemon.busClient()
        try scene.wait(for: "prefer-light")
        #expect(try client.get("Mode") == "auto")
        _ = try gsettings(["set"] + budgie + ["true"])
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in Budgie's own settings")
                == true)
        withExtendedLifetime(manager) {}
    }

    /// It turns its switch on whenever GNOME's preference changes.
    @Test func `Budgie 10.7 follows as GNOME`() throws {
        let scene = try DesktopScene(Self.following, names: "Budgie:GNOME")
        let data = scene.home.path + "/data"
        try scene.home.write(
            "<budgie-version>\n\t<str>10.7.1</str>\n</budgie-version>",
            to: data + "/budgie/budgie-version.xml")
        var variables = try schemas(scene)
        variables["XDG_DATA_DIRS"] = data + ":/usr/local/share:/usr/share"
        let environment = scene.environment.merging(variables) { $1 }
        try scene.gsettings(set: "prefer-dark")
        let daemon = try scene.daemon(variables)
        let client = try daemon.busClient()
        try scene.wait(for: "prefer-light")
        try scene.waitUntilNoted("prefer-light")
        let turned = try ChildProcess.run(
            "gsettings", ["set", "com.solus-project.budgie-panel", "dark-theme", "true"],
            environment: environment)
        try #require(turned.status == .exited(0), "\(turned.errors)")
        try scene.gsettings(set: "prefer-dark")
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in GNOME's own settings")
                == true)
    }

    @Test func `a directory of COSMIC's that is replaced is read again`() throws {
        let scene = try DesktopScene(Self.following, names: "COSMIC")
        let folder = scene.home.configHome + "/cosmic"
        let file = "/com.system76.CosmicTheme.Mode/v1/is_dark"
        try scene.home.write("true\n", to: folder + file)
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        try FileWatch.wait(for: folder + file) { $0 == "false" }
        try scene.waitUntilNoted("false")
        try scene.home.write("true\n", to: folder + ".new" + file)
        // Both steps are reported together.
        try daemon.process.stop()
        try #require(rename(folder, folder + ".old") == 0)
        try #require(rename(folder + ".new", folder) == 0)
        daemon.process.signal(SIGCONT)
        try client.waitForChange(of: "Mode") { $0 == "dark" }
    }

    @Test(arguments: [nil, "true\n"])
    func `COSMIC's file follows, is changed by hand, and is restored`(original: String?) throws {
        let scene = try DesktopScene(Self.following, names: "COSMIC")
        let file = scene.home.configHome + "/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        if let original { try scene.home.write(original, to: file) }
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        try FileWatch.wait(for: file) { $0 == "false" }
        try scene.waitUntilNoted("false")
        try scene.home.write("true\n", to: file)
        try client.waitForChange(of: "Mode") { $0 == "dark" }
        #expect(
            try client.get("Explanation").string?.contains("chose it in COSMIC's own settings")
                == true)
        #expect(try daemon.appearancectl("set", "light").status == .exited(0))
        try FileWatch.wait(for: file) { $0 == "false" }
        #expect(daemon.log("<4>") == [])
        let done = try ChildProcess.run(
            BuiltProducts.appearancectl, ["reset"], environment: scene.environment)
        #expect(done.status == .exited(0), "\(done.errors)")
        let restored = try? String(contentsOfFile: file, encoding: .utf8)
        #expect(restored == original.map { _ in "true" })
    }
}
