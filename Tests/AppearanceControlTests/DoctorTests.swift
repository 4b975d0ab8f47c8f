import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Foundation
import Glibc
import Testing

/// `appearancectl doctor` on a simulated machine, with a stand-in for each program that it runs.
@Suite(.bounded) struct DoctorTests {
    private let scene: DoctorScene

    init() throws { scene = try DoctorScene() }

    private func daemon(
        _ appearance: Appearance = .dark, version: String = projectVersion
    ) throws -> FakeDaemon {
        var status = FakeDaemon.status
        status.appearance = appearance
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        return try FakeDaemon(in: directory, status: status, version: version)
    }

    // MARK: The service

    @Test func `a daemon that was replaced and still runs is named with its process`() throws {
        let fake = try daemon()
        defer { fake.stop() }
        let file = scene.home.path + "/bin/appearanced"
        try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: file)
        let process = try ChildProcess(file, ["600"], environment: scene.home.environment)
        let number = process.processIdentifier
        try scene.bus(["io.github.appearanced": (Int(number), "appearanced")])
        #expect(try scene.findings()["service"]?.finding.contains("replaced") == false)
        try FileManager.default.removeItem(atPath: file)
        let finding = try #require(try scene.findings()["service"])
        #expect(finding.status == "warning")
        #expect(finding.finding == "appearanced was replaced, but the old program still runs.")
        #expect(finding.fix == "kill \(number); sleep 1; appearanced &")
    }

    @Test(arguments: [
        (
            "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled",
            "is not enabled", "systemctl --user enable --now appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=inactive\nUnitFileState=enabled",
            "was stopped", "systemctl --user start appearanced"
        ),
        (
            "LoadState=masked\nActiveState=inactive\nUnitFileState=masked", "is masked",
            "systemctl --user unmask appearanced && systemctl --user enable --now appearanced"
        ),
        (
            "LoadState=not-found\nActiveState=inactive\nUnitFileState=", "is not installed",
            "sudo make install && systemctl --user enable --now appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=78",
            "that its --config names is invalid; see journalctl --user -u appearanced.",
            "systemctl --user restart appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=75",
            "Another program has its name", "systemctl --user restart appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nExecMainStatus=69",
            "no session bus",
            "systemctl --user start dbus.socket && systemctl --user restart appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nResult=signal"
                + "\nExecMainStatus=9", "Signal 9 ended it (signal)",
            "systemctl --user restart appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled\nResult=core-dump"
                + "\nExecMainStatus=4", "Signal 4 ended it (core-dump)",
            "systemctl --user restart appearanced"
        ),
    ])
    func `an inactive service is reported with cause and command`(
        unit: String, cause: String, fix: String
    ) throws {
        try scene.manager(service: unit)
        let service = try #require(try scene.findings()["service"])
        #expect(service.status == "broken")
        #expect(service.cause.contains(cause), "\(service.cause)")
        #expect(service.fix == fix)
    }

    @Test func `without user namespaces the fix installs the drop-in`() throws {
        try scene.manager(
            service: "LoadState=loaded\nActiveState=failed\nUnitFileState=enabled"
                + "\nExecMainStatus=217")
        let service = try #require(try scene.findings()["service"])
        #expect(service.cause.contains("user namespaces"))
        #expect(service.fix.contains("without-user-namespace.conf"))
        #expect(service.fix.hasSuffix("systemctl --user restart appearanced"))
    }

    @Test(arguments: [
        ("LoadState=loaded\nActiveState=active\nUnitFileState=enabled", "ok", ""),
        (
            "LoadState=loaded\nActiveState=active\nUnitFileState=disabled", "warning",
            "systemctl --user enable appearanced"
        ),
        (
            "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled", "warning",
            "systemctl --user enable appearanced"
        ),
        (
            "LoadState=not-found\nActiveState=inactive\nUnitFileState=", "warning",
            "sudo make install && systemctl --user enable appearanced"
        ),
    ])
    func `a running service is checked for the next login`(
        unit: String, status: String, fix: String
    ) throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.manager(service: unit)
        let path = try #require(scene.runtimeDirectory?.path)
        try scene.home.write("", to: path + "/systemd/private")
        let service = try #require(try scene.findings()["service"])
        #expect(service.status == status)
        #expect(service.fix == fix)
    }

    /// A connection to a socket that systemd listens at starts its service.
    @Test func `doctor does not start a socket-activated service`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let path = try #require(scene.runtimeDirectory?.path)
        try scene.manager(
            service: "LoadState=loaded\nActiveState=inactive\nUnitFileState=disabled",
            socket: "ActiveState=active")
        try scene.home.write("", to: path + "/systemd/private")
        let findings = try scene.findings()
        #expect(findings["service"]?.status == "ok")
        #expect(findings["socket"]?.status == "skipped")
        #expect(daemon.requests.isEmpty)
    }

    @Test func `a daemon of another version is reported with a restart`() throws {
        let daemon = try daemon(version: "0.0.9")
        defer { daemon.stop() }
        let told = try scene.run("doctor").output
        #expect(told.contains("appearanced is 0.0.9, but this program is \(projectVersion)."))
        #expect(told.contains("fix:   appearanced &"), "systemd is not running")
    }

    // MARK: The bus

    @Test func `the process that owns the backend's name is reported`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.bus([
            "io.github.appearanced": (7, "appearanced"),
            "org.freedesktop.impl.portal.desktop.appearanced": (4242, "impostor"),
        ])
        let names = try #require(try scene.findings()["bus names"])
        #expect(names.status == "broken")
        #expect(names.finding.contains("impostor (process 4242)"))
        #expect(names.fix == "kill 4242")
    }

    @Test func `a service on another bus is reported`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let names = try #require(try scene.findings()["bus names"])
        #expect(names.status == "broken")
        #expect(names.cause.contains("another session bus"))
    }

    @Test(.row("D31"), arguments: [true, false])
    func `a session with a bus of its own beside the user's is reported`(isOther: Bool) throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let path = try #require(scene.runtimeDirectory?.path)
        try scene.home.write("", to: path + "/bus")
        scene.variables["DBUS_SESSION_BUS_ADDRESS"] =
            isOther ? "unix:path=/tmp/dbus-1" : "unix:path=\(path)/bus,guid=1"
        let names = try #require(try scene.findings()["bus names"])
        #expect(names.status == "broken")
        #expect(names.finding.contains("a session bus of its own") == isOther)
        #expect(names.cause.contains("unix:path=/tmp/dbus-1") == isOther)
        #expect(names.cause.contains("without them") == isOther)
        #expect((names.fix == "export DBUS_SESSION_BUS_ADDRESS=unix:path=\(path)/bus") == isOther)
    }

    @Test func `another switcher is reported with the command that stops it`() throws {
        try scene.bus(["nl.whynothugo.darkman": (31, "darkman")])
        let others = try #require(try scene.findings()["other switchers"])
        #expect(others.status == "warning")
        #expect(others.finding.hasPrefix("darkman"))
        #expect(others.cause.contains("darkman (process 31)"))
        #expect(others.fix == "systemctl --user disable --now darkman")
    }

    @Test(arguments: [
        "echo '[[['", "echo '{}'", "echo", "echo '[{\"name\":5,\"pid\":\"x\"},7,null]'",
        "echo '[{\"name\":\"io.github.appearanced\",\"pid\":99999999999,\"process\":[]}]'",
        "printf '\\377\\376\\000'", "while :; do echo '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['; done",
        "while :; do :; done", "exec >&- 2>&-; while :; do :; done", "kill -9 $$",
        "printf '[{\"name\":\"nl.whynothugo.darkman\",\"process\":\"\\\\u001b[31m\"}]'",
    ])
    func `invalid and missing replies neither break nor delay doctor`(script: String) throws {
        try scene.program("busctl", script)
        try scene.program("gsettings", script)
        try scene.home.write(configuration: "[desktop]\nfollow = \"gsettings\"\n")
        let finished = try scene.run("doctor")
        #expect(finished.status == .exited(1), "no service runs")
        #expect(finished.output.contains(" skipped."), "\(finished.output)")
        #expect(!finished.output.contains("\u{1B}"))
        #expect(finished.errors == "")
    }

    @Test func `a missing program skips the check that needs it`() throws {
        scene.variables["PATH"] = "/nowhere"
        let findings = try scene.findings()
        #expect(findings["session bus"]?.status == "skipped")
        #expect(findings["session bus"]?.finding == "busctl is not installed.")
        #expect(findings["service"]?.status == "broken")
    }

    @Test func `without a session doctor shows how to start one`() throws {
        try scene.program("busctl", "echo 'Failed to connect' >&2; exit 1")
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] { scene.variables[name] = "" }
        let findings = try scene.findings()
        #expect(findings["session bus"]?.status == "broken")
        let own = "/run/user/\(getuid())"
        #expect(
            findings["session bus"]?.fix
                == (access(own + "/bus", F_OK) == 0
                    ? "export XDG_RUNTIME_DIR=\(own) DBUS_SESSION_BUS_ADDRESS=unix:path=\(own)/bus"
                    : "exec dbus-run-session -- \"$SHELL\""))
        #expect(findings["service"]?.status == "skipped")
        #expect(findings["socket"]?.fix == "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        #expect(findings["portal"]?.status == "skipped")
    }

    @Test func `doctor escapes the runtime directory in the address of its bus`() throws {
        try scene.program("busctl", "echo 'Failed to connect' >&2; exit 1")
        let folder = scene.home.path + "/it's 1,2;3%*é"
        try scene.home.write("", to: folder + "/bus")
        scene.variables["XDG_RUNTIME_DIR"] = folder
        let escaped = "unix:path=\(scene.home.path)/it%27s%201%2c2%3b3%25%2a%c3%a9/bus"
        #expect(
            try scene.findings()["session bus"]?.fix
                == "export DBUS_SESSION_BUS_ADDRESS=\(escaped)")
        scene.variables["DBUS_SESSION_BUS_ADDRESS"] = escaped
        #expect(try scene.findings()["session bus"]?.fix.hasPrefix("export") == false)
    }

    // MARK: Variables, place, configuration

    @Test(arguments: [
        ("XDG_CURRENT_DESKTOP=sway\nWAYLAND_DISPLAY=wayland-1\n", "ok", ""),
        (
            "XDG_CURRENT_DESKTOP=sway\n", "warning",
            "systemctl --user import-environment WAYLAND_DISPLAY"
                + " && systemctl --user try-restart xdg-desktop-portal"
        ),
        (
            "WAYLAND_DISPLAY=wayland-9\nXDG_CURRENT_DESKTOP=KDE\n", "warning",
            "systemctl --user import-environment XDG_CURRENT_DESKTOP WAYLAND_DISPLAY"
                + " && systemctl --user try-restart xdg-desktop-portal"
        ),
    ])
    func `the fix imports session variables that systemd lacks`(
        environment: String, status: String, fix: String
    ) throws {
        try scene.manager(service: "LoadState=loaded", environment: environment)
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        scene.variables["WAYLAND_DISPLAY"] = "wayland-1"
        let found = try #require(try scene.findings()["session variables"])
        #expect(found.status == status)
        #expect(found.fix == fix)
    }

    @Test func `without a display the session variables are not compared`() throws {
        try scene.manager(service: "LoadState=loaded", environment: "DISPLAY=:0\n")
        #expect(try scene.findings()["session variables"]?.status == "skipped")
    }

    @Test(arguments: [
        ("Europe/Brussels", "", "ok", "50.8° north, 4.3° east, from the time zone"),
        ("UTC", "", "warning", "The place is unknown"),
        (
            "UTC", "[location]\nlatitude = -33.9\nlongitude = -18.4\n", "ok",
            "33.9° south, 18.4° west, from the configuration"
        ),
        (
            "UTC", "[location]\nlatitude = 35.7\nlongitude = 139.7\n", "ok",
            "35.7° north, 139.7° east, from the configuration"
        ),
        (
            "America/New_York", "[location]\nlatitude = 52.5\nlongitude = 13.4\n", "warning",
            "The sun is that of America/New_York, not of the configured place."
        ),
        (
            "Asia/Tokyo",
            "[location]\nlatitude = 42.4\nlongitude = 71.1\ntime_zone = \"America/New_York\"\n",
            "warning", "The sun of the configured place does not fit the clock."
        ),
        ("Nowhere/Atall", "", "broken", "UTC is used instead"),
    ])
    func `the location is reported, or the command that sets it`(
        zone: String, configuration: String, status: String, words: String
    ) throws {
        scene.variables["TZ"] = zone
        try scene.home.write(configuration: configuration)
        let place = try #require(try scene.findings()["place"])
        #expect(place.status == status)
        #expect(place.finding.contains(words), "\(place.finding)")
    }

    @Test(
        .row("T17"),
        arguments: [
            (71.06, "appearancectl config set location.longitude -71.06"),
            (13.4, "appearancectl config set location.fixed true  # for the sun of home"),
        ])
    func `the fix of a place follows from its cause`(longitude: Double, fix: String) throws {
        scene.variables["TZ"] = "America/New_York"
        try scene.home.write(
            configuration: "[location]\nlatitude = 42.36\nlongitude = \(longitude)\n")
        let place = try #require(try scene.findings()["place"])
        #expect(place.status == "warning")
        #expect(place.fix == fix, "\(place)")
    }

    @Test(.row("T20")) func `a time zone in which the sun may be far off is remarked on`() throws {
        scene.variables["TZ"] = "America/New_York"
        let found = try #require(try scene.findings()["place"])
        #expect(found.status == "warning")
        #expect(found.finding.contains(#/^The sun may be off by up to \d\d min\.$/#), "\(found)")
        #expect(found.fix == "appearancectl place CITY  # your own, or New York")
        let finished = try scene.run("doctor", "--json")
        let items = try JSON(parsing: finished.output).items
        #expect(items.first { $0["check"] == "place" }?["action"] == "set-place")
        try scene.home.write(
            configuration: "[schedule]\nlight = \"07:00\"\ndark = \"19:00\"\n")
        #expect(try scene.findings()["place"]?.status == "ok", "fixed times need no place")
        try scene.home.write(configuration: "[location]\nlatitude = 42.9\nlongitude = -78.8\n")
        #expect(try scene.findings()["place"]?.status == "ok")
    }

    @Test func `an empty TZ counts as unset`() throws {
        scene.variables["TZ"] = ""
        let place = try #require(try scene.findings()["place"])
        #expect(place.status != "broken", "\(place)")
        #expect(!place.finding.isEmpty)
    }

    @Test(arguments: [("", "ok"), ("XDG_CONFIG_HOME=/elsewhere\n", "warning")])
    func `the folder of the configuration is compared with that of systemd`(
        variable: String, status: String
    ) throws {
        try scene.manager(environment: "HOME=\(scene.home.path)\n\(variable)")
        scene.variables["XDG_CONFIG_HOME"] = scene.home.path + "/.config"
        let found = try #require(try scene.findings()["configuration"])
        #expect(found.status == status, "\(found)")
    }

    @Test func `the fix for an invalid configuration opens it in an editor`() throws {
        try scene.home.write(configuration: "\n\n[portal]\nenabeld = true\n")
        let finding = try #require(try scene.findings()["configuration"])
        #expect(finding.status == "broken")
        #expect(finding.cause.contains("did you mean `enabled`?"))
        #expect(finding.fix == "\"${EDITOR:-vi}\" +4 \(scene.home.configurationFile)")
    }

    @Test func `the fix for a configuration that cannot be read lets it be read`() throws {
        try FileManager.default.createDirectory(
            atPath: scene.home.configurationFile, withIntermediateDirectories: true)
        let finding = try #require(try scene.findings()["configuration"])
        #expect(finding.status == "broken")
        #expect(finding.finding.hasPrefix("The configuration cannot be read"), "\(finding)")
        _ = try ChildProcess.run("sh", ["-c", finding.fix], environment: scene.home.environment)
        #expect(try scene.findings()["configuration"]?.status == "ok")
    }

    // MARK: The portal

    private static let ours = "org.freedesktop.impl.portal.Settings=appearanced;gtk\n"

    /// A portal that runs, with our backend installed, and one of GTK's.
    private func portal(
        scheme: Int?, appearance: String?, preferring preference: String? = nil,
        fileChooser: Bool = true, process: Int = Int(Int32.max)
    ) throws {
        let folder = scene.home.path + "/portals"
        try scene.home.write(
            "[portal]\nInterfaces=org.freedesktop.impl.portal.Settings\nUseIn=sway\n",
            to: folder + "/appearanced.portal")
        try scene.home.write(
            "[portal]\nInterfaces=org.freedesktop.impl.portal.Settings;"
                + "org.freedesktop.impl.portal.FileChooser;\n", to: folder + "/gtk.portal")
        if let preference {
            try scene.home.write(
                "[preferred]\n" + preference, to: "config/xdg-desktop-portal/sway-portals.conf")
        }
        scene.variables["XDG_DESKTOP_PORTAL_DIR"] = folder
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        var answers = [
            "Introspect": "{\"type\":\"s\",\"data\":[\"<node>\(fileChooser ? Self.chooser : "")\"]}"
        ]
        if let scheme {
            answers["color-scheme"] =
                "{\"type\":\"v\",\"data\":[{\"type\":\"v\",\"data\":{\"type\":\"u\",\"data\":\(scheme)}}]}"
        }
        if let appearance {
            answers["io.github.appearanced appearance"] =
                "{\"type\":\"v\",\"data\":[{\"type\":\"s\",\"data\":\"\(appearance)\"}]}"
        }
        // By itself a process that there is not, so that the portal's variables are taken to be ours.
        try scene.bus(
            [
                "org.freedesktop.portal.Desktop": (process, "xdg-desktop-portal"),
                "io.github.appearanced": (7, "appearanced"),
                "org.freedesktop.impl.portal.desktop.appearanced": (7, "appearanced"),
            ], portal: answers)
    }

    private static let chooser =
        "<interface name=\\\"org.freedesktop.portal.FileChooser\\\"/>"

    private static let restart = "/usr/libexec/xdg-desktop-portal --replace &"

    @Test(
        arguments: [
            (1, "dark", Appearance.dark, ours, "ok", "read dark, from appearanced", ""),
            (1, "night", .night, ours, "ok", "read dark, from appearanced", ""),
            (2, "light", .light, ours, "ok", "read light, from appearanced", ""),
            (2, "dark", .dark, ours, "broken", "read light, but the appearance is dark", restart),
            (2, nil, .dark, ours, "broken", "read light, but the appearance is dark", restart),
            (
                0, nil, .dark, "default=gtk\n", "broken",
                "no preference, but the appearance is dark",
                "appearancectl portal install && " + restart
            ),
            (
                1, nil, .dark, "default=gtk\n", "warning", "will not follow a change",
                "appearancectl portal install && " + restart
            ),
            (
                nil, nil, .dark, "default=none\n", "broken", "reports no color scheme",
                "appearancectl portal install && " + restart
            ),
        ] as [(Int?, String?, Appearance, String, String, String, String)])
    func `the portal's colour scheme is compared with the appearance`(
        scheme: Int?, heard: String?, appearance: Appearance, preference: String, status: String,
        words: String, fix: String
    ) throws {
        let daemon = try daemon(appearance)
        defer { daemon.stop() }
        try portal(scheme: scheme, appearance: heard, preferring: preference)
        let found = try #require(try scene.findings()["portal"])
        #expect(found.status == status, "\(found)")
        #expect(found.finding.contains(words), "\(found.finding)")
        #expect(found.fix == fix)
        #expect(
            scene.asked.filter { $0.contains(" call ") }
                .allSatisfy { $0.contains("--auto-start=no") && $0.contains("--timeout=1") })
    }

    /// The portal does not retry a backend that could not be started with it.
    @Test(arguments: [
        (3600, "The portal started before appearanced was enabled, and does not retry."),
        (-3600, "The portal started before its files were changed."),
    ])
    func `a portal that started before the service is reported`(secondsAfter: Int, cause: String)
        throws
    {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 2, appearance: nil, preferring: Self.ours)
        let frontend = try ChildProcess(
            "cat",
            environment: scene.home.environment.merging(scene.variables) { $1 }
                .merging(["PATH": "/usr/bin:/bin"]) { $1 }, keepsInput: true)
        // It has the variables only once it has become that program.
        try frontend.write(line: "up")
        try frontend.waitForLine(containing: "up")
        try portal(
            scheme: 2, appearance: nil, preferring: Self.ours,
            process: Int(frontend.processIdentifier))
        let link = scene.home.configHome + "/systemd/user/dbus-io.github.appearanced.service"
        try scene.home.write("", to: link)
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        now.tv_sec += secondsAfter
        try #require(utimensat(AT_FDCWD, link, [now, now], AT_SYMLINK_NOFOLLOW) == 0)
        let found = try #require(try scene.findings()["portal"])
        #expect(found.status == "broken")
        #expect(found.cause == cause)
    }

    /// The properties of the portal's unit and of the target, and whether the check fails for them.
    @Test(
        .row("P10"),
        arguments: [
            (
                "Requisite=graphical-session.target\nActiveState=inactive", "ActiveState=inactive",
                true
            ),
            (
                "Requisite=graphical-session.target\nActiveState=inactive", "ActiveState=active",
                false
            ),
            ("Requisite=\nActiveState=inactive", "ActiveState=inactive", false),
            ("Requisite=a.target graphical-session.target\nActiveState=failed", "", true),
        ])
    func `a portal that waits for a graphical session is reported`(
        portal: String, session: String, isBroken: Bool
    ) throws {
        try scene.installedPortal("1.22.0")
        try scene.bus([:], startable: "org.freedesktop.portal.Desktop")
        try scene.manager(service: "LoadState=loaded", session: session, portal: portal)
        let found = try #require(try scene.findings()["portal"])
        #expect((found.status == "broken") == isBroken, "\(found)")
        #expect(found.cause.contains("graphical-session.target") == isBroken)
        #expect(
            found.fix.hasSuffix(
                "compositor-session.target && systemctl --user start xdg-desktop-portal")
                == isBroken)
    }

    @Test func `the portals.conf that selects another backend is named`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 2, appearance: nil, preferring: "default=gtk;wlr\n")
        let found = try #require(try scene.findings()["portal"])
        #expect(
            found.cause == scene.home.path
                + "/config/xdg-desktop-portal/sway-portals.conf names gtk, wlr instead.")
    }

    @Test func `a portals conf with a star is named with the command that removes it`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let line = "org.freedesktop.impl.portal.Settings=appearanced;gtk;*\n"
        try portal(scheme: 1, appearance: "dark", preferring: line)
        let found = try #require(try scene.findings()["portal"])
        #expect(found.status == "warning")
        #expect(found.finding == "The portal may start slowly or fail.")
        #expect(
            found.cause.contains("config/xdg-desktop-portal/sway-portals.conf lists * for settings")
        )
        #expect(found.fix == "appearancectl portal install && " + Self.restart)

        try scene.bus(["io.github.appearanced": (7, "appearanced")], startable: Self.frontend)
        #expect(try scene.findings()["portal"]?.status == "broken")
        #expect(try scene.run("portal", "install").status == .exited(0))
        #expect(try scene.findings()["portal"]?.status == "skipped", "it starts on demand")
    }

    private static let frontend = "org.freedesktop.portal.Desktop"

    /// xdg-desktop-portal 1.16, as in Debian 12, reads one folder and no portals.conf.
    @Test func `a backend file outside an old portal's folder is named`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        try scene.installedPortal("1.16.0")
        try scene.bus(["io.github.appearanced": (7, "appearanced")], startable: Self.frontend)
        let folder = scene.home.path + "/share/xdg-desktop-portal/portals"
        let copy =
            "sudo install -D -m 644 \(scene.home.dataHome)/xdg-desktop-portal/portals/"
            + "appearanced.portal \(folder)/appearanced.portal"

        let before = try #require(try scene.findings()["portal"])
        #expect(before.status == "warning")
        #expect(before.cause.hasPrefix("xdg-desktop-portal 1.16.0 reads only \(folder)"))
        #expect(before.fix == "appearancectl portal install; \(copy) && \(Self.restart)")

        let refused = try scene.run("portal", "install")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("reads only \(folder)"))
        #expect(refused.errors.contains(copy))
        #expect(try scene.findings()["portal"]?.fix == "\(copy) && \(Self.restart)")
        #expect(
            try scene.run("setup", "--yes").output.contains("Not by setup: xdg-desktop-portal 1.16")
        )
        let again = try scene.run("setup", "--yes").output
        #expect(again.contains("Setup has nothing left to do.") && again.contains(copy))

        // The same as the command.
        try scene.home.write(
            try Repository.text(of: "config/appearanced.portal"), to: folder + "/appearanced.portal"
        )
        #expect(try scene.run("portal", "install").status == .exited(0))
        #expect(try scene.findings()["portal"]?.status == "skipped", "it starts on demand")
        #expect(try scene.run("setup", "--yes").output.contains("Everything is set up"))
    }

    @Test func `a new portal needs no copy of the backend file`() throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        try scene.installedPortal("1.20.3")
        #expect(try scene.run("portal", "install").status == .exited(0))
    }

    @Test func `COSMIC's own file is compared with the appearance`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        scene.variables["XDG_CURRENT_DESKTOP"] = "COSMIC"
        let done = try scene.run("setup", "--yes")
        #expect(done.output.contains("COSMIC; its own setting"), "\(done.output)")
        #expect(!done.output.contains("Not by setup"), "\(done.output)")
        try scene.program("gsettings", "echo \"'prefer-dark'\"")
        let file = scene.home.configHome + "/cosmic/com.system76.CosmicTheme.Mode/v1/is_dark"
        for (text, status) in [("true\n", "ok"), ("false", "broken")] {
            try scene.home.write(text, to: file)
            #expect(try scene.findings()["desktop settings"]?.status == status)
        }
    }

    @Test func `on a desktop with its own switch the remedy is setup`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 2, appearance: nil)
        scene.variables["XDG_CURRENT_DESKTOP"] = "GNOME"
        let found = try #require(try scene.findings()["portal"])
        #expect(found.status == "broken")
        #expect(found.fix == "appearancectl setup")
    }

    @Test func `a missing file chooser backend is reported for Chromium`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 1, appearance: "dark", preferring: Self.ours, fileChooser: false)
        let found = try #require(try scene.findings()["file chooser"])
        #expect(found.status == "broken")
        #expect(found.finding.contains("Chromium"))
        #expect(found.cause.contains("gtk has one, but "), "\(found.cause)")
        #expect(found.fix.hasPrefix("sed -i '/^\\[preferred\\]/a "))
    }

    @Test func `the line of the portal that excludes every file chooser is replaced`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        let line = "org.freedesktop.impl.portal.FileChooser="
        try portal(
            scheme: 1, appearance: "dark", preferring: Self.ours + line + "kde\n",
            fileChooser: false)
        let found = try #require(try scene.findings()["file chooser"])
        let edit = try #require(found.fix.split(separator: " && ").first)
        let run = try ChildProcess.run(
            "/bin/sh", ["-c", String(edit)], environment: scene.home.environment)
        #expect(run.status == .exited(0), "\(found.fix)")
        let file = scene.home.configHome + "/xdg-desktop-portal/sway-portals.conf"
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == "[preferred]\n\(Self.ours)\(line)gtk\n")
    }

    @Test func `without a backend with a file chooser a package is named`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 1, appearance: "dark", preferring: Self.ours, fileChooser: false)
        try scene.home.write("", to: scene.home.path + "/portals/gtk.portal")
        let found = try #require(try scene.findings()["file chooser"])
        #expect(found.fix.contains("xdg-desktop-portal-gtk"))
    }

    // MARK: The desktop's settings

    @Test(arguments: [
        ("'prefer-dark'", "ok", ""),
        (
            "'default'", "broken",
            "gsettings set org.gnome.desktop.interface color-scheme '\\''prefer-dark'\\''"
        ),
        ("nonsense", "broken", ""),
    ])
    func `followed settings are compared with the appearance`(
        value: String, status: String, fix: String
    ) throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.program("gsettings", "echo \"\(value)\"")
        try scene.home.write(configuration: "[desktop]\nfollow = \"gsettings\"\n")
        let found = try #require(try scene.findings()["desktop settings"])
        #expect(found.status == status, "\(found)")
        if !fix.isEmpty { #expect(found.fix.contains("color-scheme"), "\(found.fix)") }
    }

    @Test(arguments: [
        ("", "warning", "neither awww, hyprpaper nor swaybg"),
        (": DP-1: 9x9, scale: 1, currently displaying: image: /day.png", "broken", "could not"),
        (": DP-1: 9x9, scale: 1, currently displaying: image: /dusk.png", "ok", ""),
    ])
    func `a wallpaper daemon is held against the appearance`(
        answer: String, status: String, cause: String
    ) throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        scene.variables["XDG_CURRENT_DESKTOP"] = "sway"
        try scene.program("sh", "exec /bin/sh \"$@\"")
        try scene.program("timeout", "shift; exec \"$@\"")
        try scene.program("gsettings", "echo \"'prefer-dark'\"")
        try scene.program("awww", "echo '\(answer)'")
        try scene.home.write(
            configuration: """
                [desktop]
                follow = "auto"
                wallpaper = { light = "/day.png", dark = "/dusk.png" }

                """)
        let found = try #require(try scene.findings()["desktop settings"])
        #expect(found.status == status, "\(found)")
        #expect(found.cause.contains(cause) || cause.isEmpty, "\(found)")
        #expect(found.fix.isEmpty, "\(found)")
    }

    @Test func `a value for night that stays while dark is named`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.program(
            "gsettings", "[ $3 = gtk-theme ] && echo \"'Red'\" || echo \"'prefer-dark'\"")
        try scene.home.write(
            configuration: """
                [desktop]
                follow = "gsettings"
                gtk_theme = { light = "Day", dark = "Dusk", night = "Red" }

                """)
        let found = try #require(try scene.findings()["desktop settings"])
        #expect(found.status == "broken", "\(found)")
        #expect(found.finding.contains("gtk-theme is Red"), "\(found)")
    }

    @Test func `a setting that cannot be read hides no wrong one`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.program(
            "gsettings",
            "[ $3 = gtk-theme ] && { echo busy >&2; exit 1; }; echo \"'default'\"")
        try scene.home.write(
            configuration: """
                [desktop]
                follow = "gsettings"
                gtk_theme = { light = "Day", dark = "Dusk" }

                """)
        let run = try scene.run("doctor", "--json")
        let findings = try JSON(parsing: run.output).items
            .filter { $0["check"].string == "desktop settings" }
        #expect(findings.map { $0["status"].string } == ["broken", "skipped"], "\(findings)")
        #expect(run.status == .exited(1))
    }

    /// qt6ct has to use a palette of its own in any appearance.
    @Test func `a value that is the same in every appearance matches`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.program("gsettings", "echo \"'prefer-dark'\"")
        try scene.home.write(
            "[Appearance]\ncolor_scheme_path=/dusk.conf\ncustom_palette=true\n",
            to: scene.home.configHome + "/qt6ct/qt6ct.conf")
        try scene.home.write(
            configuration: """
                [desktop]
                follow = "gsettings"
                qt_color_scheme = { light = "/day.conf", dark = "/dusk.conf" }

                """)
        let found = try #require(try scene.findings()["desktop settings"])
        #expect(found.status == "ok", "\(found)")
        #expect(found.finding.contains("custom_palette in qt6ct/qt6ct.conf"), "\(found)")
    }

    @Test func `a missing program is reported with its package`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try scene.home.write(configuration: "[desktop]\nfollow = \"xfce\"\n")
        let found = try #require(try scene.findings()["desktop settings"])
        #expect(found.status == "broken")
        #expect(found.cause.contains("xfconf-query"))
        #expect(found.fix.contains("xfconf"))
    }

    @Test func `Plasma's own switching is reported`() throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "KDE"
        try scene.home.write("[KDE]\nAutomaticLookAndFeel=true\n", to: "config/kdeglobals")
        let found = try #require(try scene.findings()["other switchers"])
        #expect(found.finding.contains("Plasma"))
        #expect(found.fix.contains("AutomaticLookAndFeel false"))
    }

    @Test func `a switching extension of GNOME Shell is reported`() throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = "ubuntu:GNOME"
        let list = "echo \"['a@b', 'nightthemeswitcher@romainvigier.fr']\""
        try scene.program("gsettings", "case $3 in enabled-*) \(list) ;; *) echo '@as []' ;; esac")
        let found = try #require(try scene.findings()["other switchers"])
        #expect(found.fix == "gnome-extensions disable nightthemeswitcher@romainvigier.fr")
        // In both lists it is not loaded.
        try scene.program("gsettings", list)
        #expect(try scene.findings()["other switchers"]?.status != "warning")
    }

    @Test(
        .row("P13"),
        arguments: [
            (
                "X-Cinnamon", "['panel1:right:9:auto-dark-light@gihaume:42']",
                "cinnamon-settings applets"
            ),
            ("Pantheon", "'sunset-to-sunrise'", "prefer-dark-schedule disabled"),
            ("Pantheon", "'manual'", "prefer-dark-schedule disabled"),
        ])
    func `a schedule of a desktop's own is reported`(
        desktop: String, setting: String, fix: String
    ) throws {
        scene.variables["XDG_CURRENT_DESKTOP"] = desktop
        try scene.program("gsettings", "printf '%s\\n' \"\(setting)\"")
        #expect(try scene.findings()["other switchers"]?.fix.contains(fix) == true)
        try scene.program("gsettings", "echo \"'disabled'\"")
        #expect(try scene.findings()["other switchers"]?.status == "ok")
    }

    @Test(.row("P13")) func `COSMIC's own switching is reported with a command that ends it`()
        throws
    {
        scene.variables["XDG_CURRENT_DESKTOP"] = "COSMIC"
        let name = "config/cosmic/com.system76.CosmicTheme.Mode/v1/auto_switch"
        let file = try scene.home.write("true\n", to: name)
        let found = try #require(try scene.findings()["other switchers"])
        #expect(found.finding.hasPrefix("COSMIC "), "\(found)")
        let run = try ChildProcess.run("/bin/sh", ["-c", found.fix], environment: [:])
        #expect(run.status == .exited(0))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "false")
        #expect(try scene.findings()["other switchers"]?.status == "ok")
    }

    // MARK: The report

    @Test func `the worst finding comes first, the last line is a summary`() throws {
        try scene.home.write(configuration: "[portal]\nenabeld = true\n")
        scene.variables["COLUMNS"] = "60"
        let finished = try scene.run("doctor")
        let lines = finished.output.split(separator: "\n")
        #expect(finished.status == .exited(1))
        #expect(lines.first?.hasPrefix("broken  ") == true)
        #expect(finished.output.contains("~/config/appearanced/config.toml:2:1"))
        #expect(finished.output.contains("\" +2 \(scene.home.configurationFile)\n"))
        let heads = lines.filter { $0.hasPrefix("broken  ") || $0.hasPrefix("warning  ") }
        #expect(heads.map { $0.hasPrefix("broken") ? 0 : 1 }.isSorted)
        #expect(lines.last?.wholeMatch(of: /\d+ broken, .*\./) != nil)
        let prose = lines.filter { !$0.hasPrefix("  fix: ") }
        #expect(prose.allSatisfy { $0.count <= 60 }, "\(finished.output)")
        #expect(!finished.output.contains("\u{1B}"))
    }

    @Test func `doctor exits with 0 on a healthy machine`() throws {
        let daemon = try daemon()
        defer { daemon.stop() }
        try portal(scheme: 1, appearance: "dark", preferring: Self.ours)
        scene.variables["TZ"] = "Europe/Berlin"
        let finished = try scene.run("doctor")
        #expect(finished.status == .exited(0), "\(finished.output)")
    }

    @Test func `JSON output is an array of findings`() throws {
        let items = try JSON(parsing: try scene.run("doctor", "--json").output).items
        #expect(!items.isEmpty)
        for item in items {
            #expect(
                Set(item.members.keys) == ["check", "status", "finding", "cause", "fix", "action"])
            let status = try #require(item["status"].string)
            #expect(["broken", "warning", "ok", "skipped"].contains(status))
            #expect((item["cause"] == .null) == ["ok", "skipped"].contains(status))
        }
    }
}

extension [Int] {
    fileprivate var isSorted: Bool { self == sorted() }
}
