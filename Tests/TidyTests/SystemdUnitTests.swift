import AppearanceTestSupport
import Glibc
import Testing

/// The units as systemd itself judges them, and as they run under a real user's manager.
@Suite(.bounded) struct SystemdUnitTests {
    /// A home with the unit starting some other program.
    private func write(unit: String, starting program: String, in home: TestHome) throws {
        try home.write(
            unit.replacing("/usr/bin/appearanced", with: program),
            to: ".config/systemd/user/appearanced.service")
    }

    @Test(.requires(.systemdAnalyze)) func `systemd-analyze verify accepts the service`() throws {
        let home = try TestHome()
        let unit = try Repository.text(of: "systemd/appearanced.service")
        try write(unit: unit, starting: "/bin/true", in: home)
        let folder = home.path + "/.config/systemd/user/"
        let socket = try Repository.text(of: "systemd/appearanced.socket")
        try home.write(socket, to: folder + "appearanced.socket")
        let run = try ChildProcess.run(
            "systemd-analyze",
            [
                "--user", "verify", "--man=no", folder + "appearanced.service",
                folder + "appearanced.socket",
            ], environment: home.environment)
        #expect(run.errors == "")
        #expect(run.status == .exited(0))
    }

    @Test(.requires(.systemdAnalyze))
    func `systemd-analyze verify accepts the units of the other programs`()
        throws
    {
        let home = try TestHome()
        let names = [
            "appearance-nightfilter", "appearance-nightfilter-reset", "appearance-tray",
            "appearance-presence", "appearance-camera",
        ]
        let paths = try names.map { name in
            let unit = try Repository.text(of: "systemd/\(name).service")
            return try home.write(
                unit.replacing(/\/usr\/bin\/appearance-\w+/, with: "/bin/true"),
                to: ".config/systemd/user/\(name).service")
        }
        let run = try ChildProcess.run(
            "systemd-analyze", ["--user", "verify", "--man=no"] + paths,
            environment: home.environment)
        // The session brings units of other programs, such as three for notifications.
        #expect(run.errors.split(separator: "\n").filter { $0.contains("appearance") } == [])
        #expect(run.status == .exited(0))
    }

    /// The sandbox allows the daemon's needs and nothing else; with the drop-in too.
    @Test(.row("P8"), .requires(.userManager), arguments: [true, false])
    func `the sandbox allows every access that the daemon needs`(_ hasUserNamespace: Bool) throws {
        let manager = try UserManager { home in
            let probe = try home.write(
                program: """
                    #!/usr/bin/python3
                    import os, signal, socket
                    home, runtime = os.environ["HOME"], os.environ["XDG_RUNTIME_DIR"]
                    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).bind((0, 2))
                    open(home + "/.config/systemd/user/appearanced.service").close()
                    os.makedirs(home + "/.local/state/appearanced")
                    os.makedirs(runtime + "/appearanced", exist_ok=True)
                    socket.socket(socket.AF_UNIX).bind(runtime + "/appearanced/socket")
                    bus = socket.socket(socket.AF_UNIX)
                    bus.connect(runtime + "/bus")
                    open("/sys/class/net/lo/mtu").close()
                    try:
                        socket.socket(socket.AF_INET)
                        print("sees the network", flush=True)
                    except OSError:
                        print("no network", flush=True)
                    notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                    notify.sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
                    signal.pause()
                    """, to: "probe")
            let unit = try Repository.text(of: "systemd/appearanced.service")
            try write(unit: unit, starting: probe, in: home)
            if !hasUserNamespace {
                try home.write(
                    try Repository.text(of: "systemd/without-user-namespace.conf"),
                    to: ".config/systemd/user/appearanced.service.d/local.conf")
            }
        }
        try manager.run("systemctl --user enable --now appearanced")
        let state = try manager.run("systemctl --user is-active appearanced").output
        let log = try manager.run("journalctl --user --unit appearanced --output=cat").output
        #expect(state == "active", "\(log)")
        #expect(log.split(separator: "\n").contains("no network"))
        // The alias by which the buses start it exists because it was enabled.
        let alias = "systemctl --user is-enabled dbus-io.github.appearanced.service"
        #expect(try manager.run(alias).output == "alias")
    }

    @Test func `the bus starts only what the user enabled`() throws {
        // The window is started by whoever opens it.
        let services = try Repository.files(under: "config").filter {
            $0.hasSuffix(".service") && !$0.hasPrefix("config/window/")
        }
        #expect(services.contains("config/io.github.appearanced.service"))
        for service in services {
            let lines = try Repository.text(of: service).split(separator: "\n")
            #expect(lines.contains("Exec=/bin/false"))
            #expect(lines.contains("SystemdService=dbus-io.github.appearanced.service"))
            let name = service.dropFirst("config/".count).dropLast(".service".count)
            #expect(lines.contains("Name=\(name)"))
        }
        let unit = try Repository.text(of: "systemd/appearanced.service").split(separator: "\n")
        #expect(unit.contains("Alias=dbus-io.github.appearanced.service"))
    }
}
