import AppearanceTestSupport
import Foundation
import Testing

/// The installed service under a real user manager, used as in the manual.
@Suite(.bounded, .requires(.userManager)) struct SystemdServiceTests {
    private static let ping =
        "dbus-send --session --print-reply --dest=io.github.appearanced"
        + " /io/github/appearanced org.freedesktop.DBus.Peer.Ping"
    private static let lines = "--user --unit appearanced"

    /// Returns a property of the unit.
    private func show(_ property: String, in manager: UserManager) throws -> String {
        try manager.succeed("systemctl --user show -P \(property) appearanced")
    }

    /// Waits, in the journal, for the manager to have started the service so often again.
    private func waitForRestart(_ count: Int, in manager: UserManager) throws {
        try manager.waitForJournal(Self.lines, containing: "restart counter is at \(count)")
        // A start that waits for the one under way.
        try manager.succeed("systemctl --user start appearanced")
    }

    /// Waits until systemd knows that the service is ready, which a client may know earlier.
    private func waitUntilActive(in manager: UserManager) throws {
        try manager.succeed("until systemctl --user is-active -q appearanced; do :; done")
    }

    @Test func `an enabled service runs, logs its reason, restarts and stops`() throws {
        let manager = try SystemdInstallation.manager()
        try manager.succeed("systemctl --user enable --now appearanced")
        #expect(try show("ActiveState", in: manager) == "active")
        let appearance = try manager.succeed("appearancectl get")
        #expect(["light", "dark"].contains(appearance))
        let status = try JSON(parsing: manager.succeed("appearancectl status --json"))
        let why = try #require(status["explanation"].string)
        #expect(try manager.waitForJournal(Self.lines, containing: why) == why)
        let log = try manager.succeed("journalctl \(Self.lines) --output=cat").split(
            separator: "\n")
        #expect(!log.contains { $0.hasPrefix("<") }, "levels are the journal's, not text")

        try manager.succeed("appearancectl set night")
        try manager.succeed("appearancectl get | grep -x night")
        try manager.succeed(
            "until grep -Eqs '\"mode\": *\"night\"' ~/.local/state/appearanced/state.json; do :; done"
        )
        try manager.succeed("systemctl --user kill --signal=KILL appearanced")
        try waitForRestart(1, in: manager)
        let restored = try JSON(parsing: manager.succeed("appearancectl status --json"))
        #expect(restored["mode"] == "night")
        #expect(restored["appearance"] == "night")

        try manager.succeed("systemctl --user stop appearanced")
        #expect(try show("ActiveState", in: manager) == "inactive")
        #expect(try show("Result", in: manager) == "success")
        #expect(try manager.run("ls $XDG_RUNTIME_DIR/appearanced/*.appearanced").status != 0)
        let refused = try manager.run("appearancectl get")
        #expect(refused.status == 3)
        #expect(refused.output.contains("systemctl --user enable --now appearanced"))
    }

    @Test func `a program that the service starts has the session's limit of descriptors`() throws {
        let manager = try SystemdInstallation.manager()
        try manager.succeed(
            """
            mkdir -p stand-in .config/appearanced
            printf '[desktop]\nfollow = "auto"\n' >.config/appearanced/config.toml
            printf '#!/bin/sh\nulimit -Sn >~/limit\n' >stand-in/gsettings
            chmod +x stand-in/gsettings
            systemctl --user set-environment XDG_CURRENT_DESKTOP=GNOME "PATH=$PWD/stand-in:$PATH"
            systemctl --user enable --now appearanced
            until [ -s limit ]; do :; done
            """)
        let session = try manager.succeed("systemd-run --user --wait --pipe -q sh -c 'ulimit -Sn'")
        #expect(try manager.succeed("cat limit") == session)
        // The service itself has all.
        let limits = try manager.succeed(
            "grep 'Max open files' /proc/\(show("MainPID", in: manager))/limits"
        ).split(separator: " ").compactMap { Int($0) }
        #expect(limits.count == 2 && limits.first == limits.last, "\(limits)")
        #expect(try limits[0] > #require(Int(session)))
    }

    @Test func `a D-Bus client starts the service only if it is enabled`() throws {
        let manager = try SystemdInstallation.manager()
        #expect(try manager.run(Self.ping).status != 0)
        #expect(try show("ActiveState", in: manager) == "inactive")
        try manager.succeed("systemctl --user enable appearanced")
        #expect(try show("ActiveState", in: manager) == "inactive")
        try manager.succeed(Self.ping)
        try waitUntilActive(in: manager)
        try manager.succeed("systemctl --user disable --now appearanced")
        #expect(try manager.run(Self.ping).status != 0)
        #expect(try show("ActiveState", in: manager) == "inactive")
    }

    @Test func `the socket unit starts the service and survives it`() throws {
        let manager = try SystemdInstallation.manager()
        let socket = "$XDG_RUNTIME_DIR/appearanced/io.github.appearanced"
        try manager.succeed("systemctl --user enable --now appearanced.socket")
        #expect(try show("ActiveState", in: manager) == "inactive")
        #expect(try manager.succeed("stat -c '%a %F' \(socket)") == "600 socket")
        try manager.succeed("appearancectl set dark")
        try waitUntilActive(in: manager)
        try manager.succeed("systemctl --user stop appearanced.service")
        try manager.succeed("test -S \(socket)")
        #expect(try manager.succeed("appearancectl get") == "dark")
        try waitUntilActive(in: manager)
        #expect(try show("NRestarts", in: manager) == "0")
        try manager.succeed("systemctl --user stop appearanced.socket appearanced.service")
        #expect(try manager.run("test -e \(socket)").status != 0)
    }

    @Test func `the service makes the socket of its socket unit again`() throws {
        let manager = try SystemdInstallation.manager()
        try manager.succeed("systemctl --user enable --now appearanced.socket")
        try manager.succeed("appearancectl set dark")
        try waitUntilActive(in: manager)
        try manager.succeed("rm $XDG_RUNTIME_DIR/appearanced/io.github.appearanced")
        try manager.waitForJournal(Self.lines, containing: "it is there again")
        #expect(try manager.succeed("appearancectl get") == "dark")
        // The descriptor of the unit has no file any more, so the service makes one at each start.
        try manager.succeed("systemctl --user restart appearanced.service")
        #expect(try manager.succeed("appearancectl get") == "dark")
    }

    @Test func `a second service that finds the first is not restarted`() throws {
        let manager = try SystemdInstallation.manager()
        try manager.succeed("systemd-run --user --unit=other --service-type=notify appearanced")
        #expect(try manager.run("systemctl --user start appearanced").status != 0)
        #expect(try show("ActiveState", in: manager) == "failed")
        #expect(try show("ExecMainStatus", in: manager) == "75")
        #expect(try show("NRestarts", in: manager) == "0")
        // The unit's output reaches the journal by another path than its exit reaches the manager, without
        // the name of the unit if the process has ended by then.
        try manager.waitForJournal(containing: "appearanced is running already")
        #expect(try manager.succeed("appearancectl get").isEmpty == false)
    }

    @Test(.requires(.systemdAnalyze)) func `systemd-analyze verify accepts the installed units`()
        throws
    {
        let manager = try SystemdInstallation.manager()
        let units = "/usr/local/lib/systemd/user/appearanced"
        let verify = "systemd-analyze --user verify --man=no \(units).service \(units).socket"
        #expect(try manager.succeed(verify) == "")
        try manager.succeed("systemctl --user enable appearanced.service appearanced.socket")
        #expect(try manager.succeed("systemctl --user is-enabled appearanced") == "enabled")
    }

    /// xdg-desktop-portal before 1.17 reads backends from /usr/share alone.
    @Test(arguments: [
        ("1.16.0", true), ("1.14", true), ("1.9.1", true), ("1.17.0", false), ("1.20.3", false),
        ("2.0", false),
    ])
    func `an installation in usr local reaches an old portal by a link`(
        version: String, isLinked: Bool
    ) throws {
        let home = try TestHome()
        let folder = home.path + "/installed"
        let portal = try home.write(
            program: "#!/bin/sh\necho xdg-desktop-portal \(version)\n", to: "portal")
        let link = folder + "/usr/share/xdg-desktop-portal/portals/appearanced.portal"
        try SystemdInstallation.install(into: folder, portal: portal)
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        #expect(
            target
                == (isLinked
                    ? "/usr/local/share/xdg-desktop-portal/portals/appearanced.portal" : nil))
        try SystemdInstallation.install(into: folder, "--remove", portal: portal)
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
    }

    /// A reader copies the commands of the pages.
    @Test(arguments: ["/usr", "/usr/local"])
    func `the manual pages name files where they are installed`(prefix: String) throws {
        let home = try TestHome()
        let top = home.path + "/installed"
        try SystemdInstallation.install(into: top, prefix: prefix)
        let pages = top + prefix + "/share/man"
        let named = try FileManager.default.subpathsOfDirectory(atPath: pages)
            .filter { $0.contains(".") }.flatMap { page in
                // roff has backslashes before hyphens.
                try String(contentsOfFile: "\(pages)/\(page)", encoding: .utf8)
                    .replacing("\\&", with: "").replacing("\\", with: "")
                    .matches(of: /\/usr\/[\w\/]*\/appearanced\/[\w\/.\-]+/).map {
                        String($0.output)
                    }
            }
        #expect(named.count == 3)
        for file in named { #expect(isThere(top + file), "\(file)") }
    }

    @Test func `uninstall removes every installed file`() throws {
        let home = try TestHome()
        let folder = home.path + "/installed"
        try SystemdInstallation.install(into: folder)
        let installed = try FileManager.default.subpathsOfDirectory(atPath: folder)
        for file in [
            "bin/appearanced", "bin/appearancectl", "lib/systemd/user/appearanced.service",
            "lib/systemd/user/appearanced.socket",
            "share/dbus-1/services/io.github.appearanced.service",
            "share/man/man1/appearancectl.1",
        ] {
            #expect(installed.contains("usr/local/" + file))
        }
        try SystemdInstallation.install(into: folder, "--remove")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: "\(folder)/\(name)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(left == [])
    }
}
