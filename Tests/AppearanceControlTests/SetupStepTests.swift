import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl setup --json` and `setup --step`, for programs that set up or repair in their own window.
@Suite(.bounded) struct SetupStepTests {
    private let scene: DoctorScene

    init() throws {
        scene = try DoctorScene()
        scene.variables["XDG_CURRENT_DESKTOP"] = "tiles"
    }

    private var configuration: String? {
        try? String(contentsOfFile: scene.home.configurationFile, encoding: .utf8)
    }

    private var hasPortals: Bool {
        FileManager.default.fileExists(
            atPath: scene.home.configHome + "/xdg-desktop-portal/tiles-portals.conf")
    }

    /// The commands that changed something in the user manager.
    private var changes: [String] {
        ((try? String(contentsOfFile: scene.home.path + "/changes", encoding: .utf8)) ?? "")
            .split(separator: "\n").map(String.init)
    }

    /// A user manager that records the commands that change something.
    private func manager(service: String, environment: String = "") throws {
        try scene.manager(service: service, environment: environment)
        let path = scene.home.path + "/bin/systemctl"
        let script = try String(contentsOfFile: path, encoding: .utf8)
            .replacing("#!/bin/sh\n", with: "")
        try scene.program(
            "systemctl",
            """
            case "$*" in
            *show*) ;;
            *) echo "$*" >>'\(scene.home.path)/changes'; exit ;;
            esac
            \(script)
            """)
    }

    /// The steps of `setup --json` by their names.
    private func steps() throws -> [String: JSON] {
        let shown = try scene.run("setup", "--json")
        #expect(shown.status == .exited(0), "\(shown)")
        let items = try JSON(parsing: shown.output)["steps"].items
        return Dictionary(uniqueKeysWithValues: items.map { ($0["name"].string ?? "", $0) })
    }

    @Test func `the plan has every step with its state, and changes nothing`() throws {
        try manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        let text = try scene.run("setup", "--json").output
        let plan = try JSON(parsing: text)
        #expect(Set(plan.members.keys) == ["found", "steps", "gaps"])
        #expect(plan["found"].items.first?["subject"].string == "desktop")
        let steps = try steps()
        for step in steps.values {
            #expect(
                Set(step.members.keys)
                    == ["name", "purpose", "state", "reason", "changes", "remainder"])
            let state = try #require(step["state"].string)
            #expect(["due", "done", "unavailable"].contains(state))
            #expect((step["reason"] == .null) == (state != "unavailable"))
            #expect(step["changes"].items.isEmpty == (state != "due"))
        }
        let follow = try #require(steps["set-follow"]?["changes"])
        #expect(follow[0]["file"].string == scene.home.configurationFile)
        #expect(follow[0]["lines"].items.contains("+ follow = \"auto\""))
        let service = try #require(steps["enable-service"]?["changes"])
        #expect(service[0]["command"] == "systemctl --user enable --now appearanced")
        #expect(steps["set-place"]?["state"] == "unavailable")
        #expect(steps["restart-portal"]?["state"] == "done")
        #expect(configuration == nil && !hasPortals && changes.isEmpty)
        // A name that the manual does not have cannot be found.
        let manual = try Repository.text(of: "man/appearancectl.1.scd")
        for name in steps.keys { #expect(manual.contains("*\(name)*"), "\(name)") }
    }

    @Test func `one step is made without a question, and no other`() throws {
        try manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        let done = try scene.run("setup", "--step", "set-follow")
        #expect(done.status == .exited(0), "\(done)")
        #expect(done.output.contains("+ follow = \"auto\"") && done.output.contains("Done."))
        #expect(configuration?.hasSuffix("[desktop]\nfollow = \"auto\"\n") == true)
        #expect(!hasPortals && changes.isEmpty)
        let again = try scene.run("setup", "--step", "set-follow")
        #expect(again.status == .exited(0))
        #expect(again.output == "Nothing to do for set-follow.\n")
        #expect(try scene.run("setup", "--step", "enable-service").status == .exited(0))
        #expect(changes == ["--user enable --now appearanced"])
        let shown = try scene.run("setup", "--step", "install-portal", "--dry-run")
        #expect(shown.output.contains("+ [preferred]") && !hasPortals)
    }

    @Test func `a place is set by its step, and an unknown one is asked for`() throws {
        let missing = try scene.run("setup", "--step", "set-place")
        #expect(missing.status == .exited(1))
        #expect(
            missing.errors == """
                appearancectl: set-place cannot be done. Give the place: --city Mons, or --latitude 52.52 --longitude 13.40.

                """)
        let given = try scene.run(
            "setup", "--step", "set-place", "--latitude", "52.5", "--longitude", "-13.25")
        #expect(given.status == .exited(0), "\(given)")
        #expect(configuration?.contains("latitude = 52.5\nlongitude = -13.25\n") == true)
        #expect(configuration?.contains("follow") == false)
        let city = try scene.run("setup", "--step", "set-place", "--city", "Mons")
        #expect(city.status == .exited(0), "\(city)")
        #expect(configuration?.contains("latitude = 50.5  # place: Mons, ") == true)
        let several = try scene.run("setup", "--step", "set-place", "--city", "Victoria")
        #expect(several.status == .exited(2))
        #expect(several.errors.contains("appearancectl setup --city 'Victoria, CA'"))
    }

    @Test(.row("T20")) func `the step of a place is open where the sun may be far off`() throws {
        scene.variables["TZ"] = "America/New_York"
        #expect(try steps()["set-place"]?["state"] == "unavailable")
        scene.variables["TZ"] = "Europe/Brussels"
        #expect(try steps()["set-place"]?["state"] == "done")
    }

    @Test(arguments: [
        (["--step", "enable-servce"], "no step \"enable-servce\"; the steps are set-follow, "),
        (["--step", "set-follow", "--json"], "--json does no step, so it stands alone"),
        (["--json", "--yes"], "--json does no step, so it stands alone"),
    ])
    func `a wrong name or option is refused with the names`(words: [String], reason: String) throws
    {
        let refused = try ChildProcess.run(
            BuiltProducts.appearancectl, ["setup"] + words,
            environment: scene.home.environment.merging(scene.variables) { $1 })
        #expect(refused.status == .exited(2))
        #expect(refused.errors.contains(reason), "\(refused.errors)")
        #expect(configuration == nil)
    }

    @Test func `a hook that has no step is named`() throws {
        let refused = try scene.run("setup", "--step", "enable-hook:none")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.hasPrefix("appearancectl: enable-hook:none is no step now"))
    }

    @Test func `an invalid configuration stops only the steps that change it`() throws {
        try manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        try scene.home.write(configuration: "[desktop\n")
        let steps = try steps()
        #expect(steps["set-follow"]?["state"] == "unavailable")
        #expect(
            steps["set-follow"]?["reason"].string?.hasPrefix("\(scene.home.configurationFile):1:")
                == true)
        #expect(steps["enable-service"]?["state"] == "due")
        #expect(try scene.run("setup", "--step", "set-follow").status == .exited(1))
        #expect(configuration == "[desktop\n")
    }

    /// Every action of doctor is a step that can be done, and that is done afterwards.
    @Test func `the action of a finding is a step of setup`() throws {
        try manager(service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled")
        scene.variables["WAYLAND_DISPLAY"] = "wayland-1"
        let findings = try JSON(parsing: try scene.run("doctor", "--json").output).items
        func action(_ check: String) -> String? {
            findings.first { $0["check"].string == check }?["action"].string
        }
        #expect(action("service") == "enable-service")
        #expect(action("session variables") == "import-variables")
        #expect(action("desktop settings") == "set-follow")
        #expect(action("session bus") == nil)
        let steps = try steps()
        for name in findings.compactMap({ $0["action"].string }) {
            #expect(steps[name]?["state"] != "done" && steps[name] != nil, "\(name)")
        }
        #expect(try scene.run("setup", "--step", "import-variables").status == .exited(0))
        #expect(
            changes == [
                "--user import-environment XDG_CURRENT_DESKTOP WAYLAND_DISPLAY",
                "--user try-restart xdg-desktop-portal.service",
            ])
    }

    @Test func `a sensor that cannot be read is ignored by its step, beside the others`() throws {
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        let daemon = try FakeDaemon(
            in: directory,
            sensors: [
                SensorListing(
                    name: "als", path: "/sys/devices/a", source: "iio", light: nil, unit: nil,
                    state: .none, chosen: true, problem: "it cannot be read")
            ])
        defer { daemon.stop() }
        try scene.home.write(configuration: "[sensor]\nignore = [\"other\"]\n")
        let findings = try JSON(parsing: try scene.run("doctor", "--json").output).items
        let finding = findings.first { $0["check"].string == "light sensor" }
        #expect(finding?["action"].string == "ignore-sensor", "\(findings)")
        #expect(try scene.run("setup", "--step", "ignore-sensor").status == .exited(0))
        #expect(configuration == "[sensor]\nignore = [\"other\", \"als\"]\n")
    }

    @Test func `of two sensors of one name, the step ignores the one that cannot be read`() throws {
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        func sensor(_ path: String, chosen: Bool) -> SensorListing {
            SensorListing(
                name: "als", path: path, source: "iio", light: nil, unit: nil, state: .none,
                chosen: chosen, problem: chosen ? "it cannot be read" : nil)
        }
        let daemon = try FakeDaemon(
            in: directory,
            sensors: [
                sensor("/sys/devices/a", chosen: true), sensor("/sys/devices/b", chosen: false),
            ])
        defer { daemon.stop() }
        #expect(try scene.run("setup", "--step", "ignore-sensor").status == .exited(0))
        #expect(configuration?.hasSuffix("[sensor]\nignore = [\"/sys/devices/a\"]\n") == true)
    }
}
