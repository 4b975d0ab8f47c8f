import AppearanceTestSupport
import Foundation
import Testing

/// The doctor on a real bus, with the real portal, a daemon or none, and traps that were laid.
@Suite(.bounded, .requires(.bus, .busClient)) struct DoctorTests {
    private let home: TestHome
    private let bus: PrivateBus

    init() throws {
        home = try TestHome.inDaylight()
        bus = try PrivateBus(in: home)
    }

    private var environment: [String: String] {
        home.environment.merging(bus.environment) { $1 }
    }

    private func findings(_ more: [String: String] = [:]) throws -> Findings {
        try Findings(
            ChildProcess.run(
                BuiltProducts.appearancectl, ["doctor", "--json"],
                environment: environment.merging(more) { $1 }))
    }

    @Test func `without a daemon the bus is reported as working, the service as broken`() throws {
        let findings = try findings()
        #expect(findings.exit == .exited(1))
        #expect(findings["session bus"].status == "ok")
        #expect(findings["service"].status == "broken")
        #expect(findings["bus names"].status == "skipped")
    }

    @Test func `with a daemon no finding is broken`() throws {
        let daemon = try RunningDaemon(home: home, bus: bus)
        let findings = try findings()
        #expect(findings.exit == .exited(0), "\(findings.text)")
        #expect(findings["service"].status == "ok")
        #expect(findings["socket"].status == "ok")
        #expect(findings["bus names"].status == "ok")
        #expect(findings["light sensor"].finding.contains("sensor.source is none"))
        withExtendedLifetime(daemon) {}
    }

    @Test func `a missing bus is reported`() throws {
        let findings = try Findings(
            ChildProcess.run(
                BuiltProducts.appearancectl, ["doctor", "--json"], environment: home.environment))
        #expect(findings["session bus"].status == "broken")
        #expect(!findings["session bus"].fix.isEmpty)
        #expect(findings["portal"].status == "skipped")
    }

    @Test func `a bus and a daemon that hang do not stop doctor`() throws {
        let daemon = try RunningDaemon(home: home, bus: bus)
        daemon.process.signal(SIGSTOP)
        bus.stop()
        let findings = try findings()
        daemon.process.signal(SIGCONT)
        bus.resume()
        #expect(findings.exit == .exited(1))
        #expect(findings["session bus"].status == "broken")
        #expect(findings["socket"].cause == "It accepts connections and did not answer within 2 s.")
        #expect(findings["configuration"].status == "ok")
    }

    /// A stopped process obeys no other signal.
    @Test func `the fix restarts a daemon that hangs`() throws {
        let daemon = try RunningDaemon(home: home, bus: bus)
        daemon.process.signal(SIGSTOP)
        let fix = try findings()["socket"].fix
        #expect(fix == "kill -KILL \(daemon.process.processIdentifier); sleep 1; appearanced &")
        // The fix is run here, except for the start.
        let command = fix.prefix { $0 != ";" }
        _ = try ChildProcess.run("/bin/sh", ["-c", String(command)], environment: environment)
        #expect(try daemon.process.expectExit() == .killed(signal: SIGKILL))
    }

    /// A second daemon would refuse to run beside the first one.
    @Test func `the fix ends a daemon on another bus`() throws {
        let other = try TestHome()
        let daemon = try RunningDaemon(home: home, bus: try PrivateBus(in: other))
        let finding = try findings()["bus names"]
        #expect(finding.cause == "The running daemon is on another session bus, or on none.")
        let end = "kill \(daemon.process.processIdentifier); sleep 1"
        #expect(finding.fix == "\(end); appearanced &")
        _ = try ChildProcess.run("/bin/sh", ["-c", end], environment: environment)
        // Under a sanitizer it takes longer than a second.
        #expect(try daemon.process.expectExit() == .exited(0))
        let next = try RunningDaemon(home: home, bus: bus)
        #expect(try findings()["bus names"].status == "ok")
        withExtendedLifetime(next) {}
    }

    /// The doctor and status agree on the configuration in effect.
    @Test func `with an invalid configuration the one in effect is reported`() throws {
        try home.write(configuration: "[ambient]\nplicy = 1\n")
        let daemon = try RunningDaemon(home: home, bus: bus)
        let start = try findings()["configuration"]
        #expect(
            start.finding == "The configuration is invalid; the built-in defaults are in effect.")
        let client = try daemon.busClient()
        try home.write(configuration: TestHome.daylight + "[desktop]\nfollow = \"kde\"\n")
        try client.waitForChange(of: "ConfigurationError") { $0 == "" }
        try FileWatch.wait(for: home.stateHome + "/appearanced/last-good-config.toml")
        try home.write(configuration: "[ambient]\nplicy = 2\n")
        try client.waitForChange(of: "ConfigurationError") { $0 != "" }
        let all = try findings()
        let desktop = all["desktop settings"]
        #expect(!desktop.finding.contains("They do not follow"), "\(desktop)")
        #expect(!desktop.finding.contains("invalid"), "\(desktop)")
        let later = all["configuration"]
        #expect(
            later.finding
                == "The configuration is invalid; the previous configuration stays in effect.")
        #expect(later.cause.contains("ambient.plicy"))
    }

    @Test func `another owner of the backend's name is reported`() throws {
        let other = try PortalBackend.client(environment)
        try other.own(PortalBackend.name)
        let daemon = try RunningDaemon(home: home, bus: bus)
        let names = try findings()["bus names"]
        #expect(names.status == "broken")
        #expect(names.finding.contains("python3"))
        #expect(names.fix.hasPrefix("kill "))
        withExtendedLifetime(daemon) {}
    }

    @Test func `darkman on the bus is reported`() throws {
        let darkman = try PortalBackend.client(environment)
        try darkman.own("nl.whynothugo.darkman")
        let others = try findings()["other switchers"]
        #expect(others.status == "warning")
        #expect(others.fix == "systemctl --user disable --now darkman")
    }

    @Test func `a switcher without a bus name is found by its process`() throws {
        let program = home.path + "/koi"
        try FileManager.default.copyItem(atPath: "/bin/cat", toPath: program)
        let koi = try ChildProcess(program, environment: home.environment, keepsInput: true)
        // It has the program's name only after exec.
        try koi.write(line: "up")
        try koi.waitForLine(containing: "up")
        let others = try findings()["other switchers"]
        #expect(others.finding.hasPrefix("Koi"))
        #expect(others.fix == "kill \(koi.processIdentifier)")
    }

    /// Starts a program with a name and arguments that does nothing.
    private func idle(
        _ name: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let program = home.path + "/" + name
        try FileManager.default.createSymbolicLink(
            atPath: program, withDestinationPath: "/bin/bash")
        let process = try ChildProcess(
            program, ["-s", "--"] + arguments,
            environment: home.environment.merging(environment) { $1 }, keepsInput: true)
        try process.write(line: "echo up; read -r _")
        try process.waitForLine(containing: "up")
        return process
    }

    @Test(
        .row("P13"),
        arguments: [
            (
                "noctalia", [], "Noctalia", "noctalia",
                "msg theme-mode-set light/msg theme-mode-set dark"
            ),
            (
                "qs", ["-c", "noctalia-shell"], "Noctalia", "qs",
                "-c noctalia-shell ipc call darkMode setLight/-c noctalia-shell ipc call darkMode setDark"
            ),
            (
                "dms", ["run"], "DankMaterialShell", "dms",
                "ipc call theme light/ipc call theme dark"
            ),
            (
                "qs", ["-p", "/usr/share/quickshell/dms/shell.qml"], "DankMaterialShell", "dms",
                "ipc call theme light/ipc call theme dark"
            ),
            (
                "quickshell", ["--config=caelestia"], "caelestia", "caelestia",
                "scheme set -m light/scheme set -m dark"
            ),
            (
                "qs", ["-c", "ii"], "illogical-impulse",
                ".config/quickshell/ii/scripts/colors/switchwall.sh",
                "--mode light --noswitch/--mode dark --noswitch"
            ),
        ] as [(String, [String], String, String, String)])
    func `a desktop shell is named, with the hook that lets it follow`(
        program: String, arguments: [String], name: String, told: String, calls: String
    ) throws {
        let shell = try idle(program, arguments)
        let others = try findings()["other switchers"]
        #expect(others.status == "warning")
        #expect(others.finding.hasPrefix(name + " "), "\(others)")
        let path = [
            "PATH": "\(home.path)/programs:/usr/bin:/bin", "HOME": home.path,
            "CALLS": home.path + "/calls",
        ]
        let run = try ChildProcess.run("/bin/sh", ["-c", others.fix], environment: path)
        try #require(run.status == .exited(0), "\(run.errors)")
        try home.write(
            program: "#!/bin/sh\necho \"$*\" >>\"$CALLS\"\n",
            to: told.contains("/") ? "\(home.path)/\(told)" : "programs/\(told)")
        let folder = home.configHome + "/appearanced/hooks.d"
        let hook = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
        for appearance in ["light", "night"] {
            let run = try ChildProcess.run(folder + "/" + hook, [appearance], environment: path)
            #expect(run.status == .exited(0), "\(run.errors)")
        }
        #expect(
            try String(contentsOfFile: home.path + "/calls", encoding: .utf8)
                == calls.split(separator: "/").joined(separator: "\n") + "\n")
        let next = try findings()["other switchers"]
        #expect(next.status == "ok")
        #expect(next.finding.contains("\(name) follows by the hook \(hook)"), "\(next)")
        withExtendedLifetime(shell) {}
    }

    @Test(.row("P13")) func `a shell of which only the environment has the name is found`() throws {
        let shell = try idle(
            "quickshell", [], environment: ["QS_CONFIG_PATH": "/nix/store/x/share/noctalia-shell"])
        #expect(try findings()["other switchers"].finding.hasPrefix("Noctalia "))
        withExtendedLifetime(shell) {}
    }

    @Test(.row("P13")) func `the schedule of a shell is reported whatever lets it follow`() throws {
        let shell = try idle("qs", ["-c", "noctalia-shell"])
        try home.write(program: "#!/bin/sh\n", to: "config/appearanced/hooks.d/50-noctalia")
        let file = "config/noctalia/settings.json"
        for (mode, status) in [("location", "warning"), ("manual", "warning"), ("off", "ok")] {
            try home.write("{\"colorSchemes\": {\"schedulingMode\": \"\(mode)\"}}", to: file)
            let others = try findings()["other switchers"]
            #expect(others.status == status, "\(others)")
            #expect(others.cause.contains("turn it off") == (status == "warning"))
        }
        withExtendedLifetime(shell) {}
    }

    @Test(.row("P13")) func `a shell that follows the portal is no switcher`() throws {
        let shell = try idle("dms", ["run"])
        let state = home.stateHome + "/DankMaterialShell/session.json"
        try home.write("{\"themeModeAutoEnabled\": true}", to: state)
        #expect(try findings()["other switchers"].cause.contains("turn it off"))
        try home.write("{\"themeModeAutoEnabled\": false}", to: state)
        #expect(
            try findings()["other switchers"].finding.contains(
                "DankMaterialShell follows by the portal"))
        try home.write(
            "{\"syncModeWithPortal\": false}", to: "config/DankMaterialShell/settings.json")
        #expect(try findings()["other switchers"].fix.contains("hooks.d/dank-material-shell"))
        withExtendedLifetime(shell) {}
    }

    /// A check must not start a portal or a service.
    @Test func `doctor starts no service`() throws {
        for name in [
            "org.freedesktop.portal.Desktop", "io.github.appearanced", PortalBackend.name,
            "nl.whynothugo.darkman", "org.freedesktop.systemd1",
        ] {
            try home.write(
                """
                [D-BUS Service]
                Name=\(name)
                Exec=/bin/sh -c 'echo \(name) >>\(home.path)/started'
                """, to: "data/dbus-1/services/\(name).service")
        }
        let bus = try PrivateBus(in: home)
        let finished = try ChildProcess.run(
            BuiltProducts.appearancectl, ["doctor"],
            environment: home.environment.merging(bus.environment) { $1 })
        #expect(
            finished.output.contains("it starts when an app calls it")
                || finished.output.contains("Apps that use the portal will not follow"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/started"))
    }

    @Test(.requires(.portal)) func `errors in the configuration of the real portal are found`()
        throws
    {
        let daemon = try RunningDaemon(home: home, bus: bus)
        let portals = home.path + "/portals"
        try home.write(
            try Repository.text(of: "config/appearanced.portal"),
            to: portals + "/appearanced.portal")
        let variables = ["XDG_DESKTOP_PORTAL_DIR": portals, "XDG_CURRENT_DESKTOP": "sway"]
        let client = try BusClient(
            environment: environment.merging(variables) { $1 },
            name: "org.freedesktop.portal.Desktop", path: PortalBackend.path,
            interface: "org.freedesktop.portal.Settings")
        let frontend = try ChildProcess(
            Requirement.portalFrontend, [], environment: environment.merging(variables) { $1 })
        try client.waitForOwner()
        // A read by the frontend comes after all that it does at its start.
        _ = try client.call("Read", "ss", ["org.freedesktop.appearance", "color-scheme"])

        let sound = try findings()
        #expect(sound["portal"].status == "ok", "\(sound.text)")
        #expect(sound["portal"].finding == "Apps read light, from appearanced.")
        #expect(sound["file chooser"].status == "broken")
        #expect(sound["file chooser"].finding.contains("Chromium"))
        #expect(sound["file chooser"].cause == "No installed backend has one.")

        // Without the service the portal has no backend, and there is nothing to compare.
        try daemon.process.terminate()
        #expect(try findings()["portal"].status == "skipped")
        withExtendedLifetime(frontend) {}
    }
}

/// The output of `doctor --json`.
struct Findings {
    let exit: AppearanceTestSupport.ExitStatus
    let text: String
    private let items: [JSON]

    init(_ finished: FinishedProcess) throws {
        exit = finished.status
        text = finished.output + finished.errors
        items = try JSON(parsing: finished.output).items
    }

    /// The first finding of a check.
    subscript(check: String) -> (status: String, finding: String, cause: String, fix: String) {
        let item = items.first { $0["check"].string == check } ?? .null
        func text(_ name: String) -> String { item[name].string ?? "" }
        return (text("status"), text("finding"), text("cause"), text("fix"))
    }
}
