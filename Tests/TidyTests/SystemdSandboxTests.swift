import AppearanceTestSupport
import Glibc
import Testing

/// The confinement of the units, as systemd applies it and as a process inside observes it.
@Suite(.bounded, .requires(.userManager)) struct SystemdSandboxTests {
    /// A unit of the tree.
    enum Unit: String, CaseIterable {
        case daemon = "appearanced"
        case filter = "appearance-nightfilter"
        case reset = "appearance-nightfilter-reset"
        case tray = "appearance-tray"
        case presence = "appearance-presence"
        case camera = "appearance-camera"

        /// The properties of the unit that systemd shows while it runs.
        var properties: Set<String> {
            switch self {
            case .daemon:
                Self.shared.union(Self.lasting).union([
                    Self.withoutDevices, "TimeoutStopUSec=5s",
                    "RestartPreventExitStatus=1 64 75 78",
                    "LimitNOFILE=65536", "LimitNOFILESoft=1024", "MemoryMax=1073741824",
                    "TasksMax=256", "RestrictAddressFamilies=AF_NETLINK AF_UNIX",
                    "ProtectProc=invisible",
                ])
            case .filter:
                Self.shared.union(Self.lasting).union([
                    Self.withoutDevices, "KillMode=mixed", "TimeoutStopUSec=30s",
                    "RestartPreventExitStatus=1 64 69 75 78",
                    "RestrictAddressFamilies=AF_UNIX", "MemoryMax=536870912", "TasksMax=64",
                ])
            case .tray:
                Self.shared.union([
                    Self.withoutDevices, "Type=notify", "Restart=on-failure", "RestartUSec=1s",
                    "TimeoutStopUSec=5s",
                    "RestartPreventExitStatus=1 64 69 73 75", "RestrictAddressFamilies=AF_UNIX",
                    "MemoryMax=536870912", "TasksMax=16",
                ])
            case .presence:
                Self.shared.union([
                    Self.withoutDevices, "Type=exec", "Restart=on-failure", "RestartUSec=1s",
                    "TimeoutStopUSec=5s", "RestartPreventExitStatus=64 73",
                    "RestrictAddressFamilies=AF_UNIX", "MemoryMax=67108864", "TasksMax=8",
                ])
            case .camera:
                Self.shared.union([
                    "Type=exec", "Restart=on-failure", "RestartUSec=1s", "TimeoutStopUSec=10s",
                    "RestartPreventExitStatus=64 73", "RestrictAddressFamilies=AF_UNIX",
                    "MemoryMax=134217728", "TasksMax=8", "PrivateNetwork=yes",
                    "ProcSubset=pid", "ProtectProc=invisible", "DevicePolicy=closed",
                    "DeviceAllow=char-video4linux rw",
                ])
            case .reset:
                Self.shared.union([
                    Self.withoutDevices, "Type=oneshot", "TimeoutStartUSec=30s",
                    "SuccessExitStatus=69",
                    "RestrictAddressFamilies=AF_UNIX", "MemoryMax=536870912", "TasksMax=64",
                ])
            }
        }

        /// The settings that are not of the sandbox and whose effects other tests cover.
        var programs: Set<String> {
            switch self {
            case .daemon, .filter: ["ExecStart", "ExecReload"]
            case .reset: ["ExecStart", "ExecCondition"]
            case .tray, .presence, .camera: ["ExecStart"]
            }
        }

        /// The settings of units that run all the time.
        private static let lasting: Set = [
            "Type=notify", "Restart=on-failure", "RestartUSec=1s", "WatchdogUSec=30s",
        ]

        private static let withoutDevices = "PrivateDevices=yes"

        private static let shared: Set = [
            "NoNewPrivileges=yes", "RestrictNamespaces=yes", "RestrictRealtime=yes",
            "RestrictSUIDSGID=yes",
            "LockPersonality=yes", "MemoryDenyWriteExecute=yes", "KeyringMode=private",
            "SystemCallArchitectures=native", "SystemCallErrorNumber=\(EPERM)", "UMask=0077",
            "PrivateUsers=yes", "PrivateMounts=yes", "ProtectClock=yes",
            "ProtectControlGroups=yes", "ProtectHostname=yes", "ProtectKernelLogs=yes",
            "ProtectKernelModules=yes", "ProtectKernelTunables=yes", "ProtectSystem=full",
        ]

        /// The actions of the probe that a process of the unit may perform.
        var abilities: Set<String> {
            switch self {
            case .daemon: ["open a Unix socket", "open a netlink socket", "write the home"]
            case .filter, .reset, .tray, .presence: ["open a Unix socket", "write the home"]
            // Its device is one of those that it would not see.
            case .camera: ["open a Unix socket", "write the home", "see devices"]
            }
        }

        var text: String {
            get throws { try Repository.text(of: "systemd/\(rawValue).service") }
        }
    }

    /// A manager whose units start the probe in place of their programs.
    private func manager(
        _ prepare: (TestHome) throws -> Void = { _ in }
    ) throws -> UserManager {
        let manager = try UserManager { home in
            let script = try Repository.text(of: "Tests/Support/sandbox_probe.py")
            let probe = try home.write(program: script, to: "probe")
            for unit in Unit.allCases {
                // The condition of the reset is that the filter has failed, that of the presence a daemon.
                let text = try unit.text.replacing(/ExecCondition=(?:.*\\\n)*.*\n/, with: "")
                    .replacing(/ConditionPathExists=.*\n/, with: "")
                    .replacing(/ExecStart=[^ \n]+/, with: "ExecStart=\(probe)")
                try home.write(text, to: ".config/systemd/user/\(unit).service")
            }
            try prepare(home)
        }
        try manager.run("systemctl --user set-environment DISPLAY=:0")
        return manager
    }

    /// Returns the report of the probe from inside a unit.
    private func report(_ unit: Unit, in manager: UserManager) throws -> JSON {
        let start = try manager.run("systemctl --user start \(unit)")
        try #require(start.status == 0, "\(start.output)")
        // The journal may read a line after its process has ended: it then lacks the unit, and is not the user's.
        let log = try manager.waitForJournal("--identifier=probe", containing: "{")
        return try JSON(parsing: log)
    }

    private func abilities(_ report: JSON) -> Set<String> {
        Set(report.members.filter { $0.value == true }.keys)
    }

    @Test(arguments: Unit.allCases)
    func `systemd applies every line of the unit`(_ unit: Unit) throws {
        let manager = try manager()
        _ = try report(unit, in: manager)
        let shown = try manager.run("systemctl --user show --all \(unit)").output
        let lines = Set(shown.split(separator: "\n").map(String.init))
        #expect(unit.properties.subtracting(lines) == [])
        #expect(
            lines.contains { $0.hasPrefix("ExecReload=") && $0.contains("/bin/kill -HUP") }
                == unit.programs.contains("ExecReload"))
    }

    /// A new line of a unit belongs in the list above, where a test holds it.
    @Test(arguments: Unit.allCases)
    func `the test covers every line of the unit`(_ unit: Unit) throws {
        // The probe observes the system calls.
        let elsewhere = unit.programs.union(["SystemCallFilter"])
        let service = try #require(
            try unit.text.split(separator: "[Service]\n").last?.split(separator: "\n[Install]")
                .first)
        let keys = service.split(separator: "\n").filter {
            !$0.hasPrefix("#") && !$0.hasPrefix(" ")
        }
        .compactMap { $0.split(separator: "=").first.map(String.init) }
        let known = unit.properties.compactMap { property in
            property.split(separator: "=").first.map { String($0).replacing("USec", with: "Sec") }
        }
        #expect(Set(keys).subtracting(known) == elsewhere)
    }

    @Test(arguments: Unit.allCases)
    func `a process of the unit has no access beyond its needs`(_ unit: Unit) throws {
        let manager = try manager()
        let outside = try JSON(parsing: manager.run("./probe").output)
        let inside = try report(unit, in: manager)
        // An action that is refused outside too would prove nothing.
        #expect(outside.members.values.contains(false) == false, "\(outside.text)")
        #expect(abilities(inside) == unit.abilities)
        // A signal in place of an error would end the program.
        #expect(inside.members.values.allSatisfy { $0.integer == nil }, "\(inside.text)")
        #expect(inside["user namespace"] != outside["user namespace"])
        #expect(inside["host name"] != outside["host name"])
    }

    @Test(arguments: Unit.allCases)
    func `the drop-in removes every setting that needs a user namespace`(_ unit: Unit) throws {
        let manager = try manager { home in
            try home.write(
                try Repository.text(of: "systemd/without-user-namespace.conf"),
                to: ".config/systemd/user/\(unit).service.d/local.conf")
        }
        let outside = try JSON(parsing: manager.run("./probe").output)
        let inside = try report(unit, in: manager)
        #expect(inside["user namespace"] == outside["user namespace"])
        #expect(inside["host name"] == outside["host name"])
        let returned: Set = [
            "see devices", "write control groups", "write kernel tunables", "read the kernel log",
            "write system files", "write system settings",
        ]
        #expect(abilities(inside) == unit.abilities.union(returned))
    }

    @Test(.row("P8")) func `every unit of the tree is tested here, and has limits`() throws {
        let services = try Repository.files(under: "systemd").filter { $0.hasSuffix(".service") }
        let units = Unit.allCases.map { "systemd/\($0).service" }
        #expect(Set(services) == Set(units))
        for unit in Unit.allCases {
            let keys = unit.properties.compactMap { $0.split(separator: "=").first }
            #expect(keys.contains("MemoryMax") && keys.contains("TasksMax"), "\(unit)")
        }
    }

    @Test(.row("P8"), .requires(.systemdAnalyze), arguments: Unit.allCases)
    func `systemd rates the exposure at 3.5 or less`(_ unit: Unit) throws {
        let home = try TestHome()
        let run = try ChildProcess.run(
            "systemd-analyze",
            [
                "--user", "security", "--offline=true", "--threshold=35", "--no-pager",
                Repository.root + "/systemd/\(unit).service",
            ], environment: home.environment)
        #expect(run.status == .exited(0), "\(run.output.suffix(200))\(run.errors)")
    }
}

extension SystemdSandboxTests.Unit: CustomStringConvertible {
    var description: String { rawValue }
}
