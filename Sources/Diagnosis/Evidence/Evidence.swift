internal import AppearanceConfig
internal import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Glibc
internal import Linux
internal import SettingsFile

/// The facts about this session that the checks examine.
///
/// `gathered()` collects all of them first; the checks interpret them.
package struct Evidence {
    typealias Known<Value> = Result<Value, CommandLineError>

    /// The time at which it was gathered.
    var time: WallTime
    /// The environment of this program.
    var variables: [String: String]
    var configuration: CurrentConfiguration
    var service: ServiceEvidence
    /// The state of the units in the user's service manager.
    var units: Known<UnitEvidence>
    /// The environment in which the user's service manager starts programs.
    var managerVariables: Known<[String: String]>
    /// The result of listing the names on the session bus.
    var sessionBus: CommandResult
    /// The names on the session bus and their owners.
    var names: Known<BusNames>
    var portal: Known<PortalEvidence>
    var desktop: DesktopEvidence
    var hooks: HooksOfUser
    var kept: KeptFiles
    /// The light sensors as the kernel shows them.
    var lightDevices: [LightDevice]
    /// The past days on which the light sensor in use read no light; `nil` if nothing speaks against it.
    var dimDays: DimDays?
    /// Whether iio-sensor-proxy is on the system bus.
    var hasSensorProxy: Bool
    var screen: ScreenEvidence
    var camera: CameraEvidence
    var programs: [RunningProgram]
}

extension Evidence {
    /// The configuration in effect.
    var settings: Configuration { configuration.values }

    /// Whether the desktop's own setting follows; apps that read it follow too.
    var followsDesktop: Bool { desktop.control != nil }

    /// Returns the status of the daemon.
    ///
    /// - Throws: `CommandLineError` if the daemon does not answer.
    func status() throws(CommandLineError) -> Snapshot {
        guard let answers = service.answers else {
            throw CommandLineError("appearanced does not answer.")
        }
        return answers.status
    }
}

extension Evidence {
    /// Gathers all evidence, in about the time of the slowest answer.
    ///
    /// It starts nothing: it calls only programs that run, and does not connect to a socket that
    /// would start the daemon.
    package static func gathered() -> Evidence {
        let variables = RunningProgram.variables(of: getpid())
        let hasManager = UnitEvidence.hasManager(variables)
        let first = CommandRunner.run(
            [BusNames.sessionCommand, BusNames.systemCommand]
                + (hasManager ? [UnitEvidence.command, UnitEvidence.environmentCommand] : []))
        let names = Known { () throws(CommandLineError) in
            if case .failed = first[0] { throw CommandLineError("There is no session bus.") }
            return try BusNames(first[0].text(of: BusNames.sessionCommand))
        }
        let units = Known { () throws(CommandLineError) in
            try UnitEvidence(manager(first, 2).text(of: UnitEvidence.command))
        }
        let managerVariables = Known { () throws(CommandLineError) in
            UnitEvidence.variables(try manager(first, 3).text(of: UnitEvidence.environmentCommand))
        }
        let systemNames = try? BusNames(first[1].text(of: BusNames.systemCommand))
        let configuration = CurrentConfiguration(ConfigurationPlace { variables[$0] })
        let programs = RunningProgram.all()
        let startVariables = managerVariables.value ?? variables
        let time = Moment(SystemClock.now()).wall
        let service = units.value?.startsBySocket == true ? .asleep : ServiceEvidence()
        return Evidence(
            time: time,
            variables: variables,
            configuration: configuration,
            service: service,
            units: units,
            managerVariables: managerVariables,
            sessionBus: first[0],
            names: names,
            portal: Known { () throws(CommandLineError) in
                try portal(try names.get(), startVariables)
            },
            desktop: DesktopEvidence(
                configuration.values.desktop, startVariables,
                hasBus: names.value != nil),
            hooks: HooksOfUser({ variables[$0] }, configuration.values),
            kept: KeptFiles(variables),
            lightDevices: LightDevice.all(),
            dimDays: DimDays(of: service.answers?.sensors ?? [], configuration, at: time) {
                variables[$0]
            },
            hasSensorProxy: systemNames?[BusNames.sensorProxy] != nil,
            screen: ScreenEvidence(variables, programs),
            camera: CameraEvidence { variables[$0] },
            programs: programs)
    }

    private static func manager(_ results: [CommandResult], _ index: Int) throws(CommandLineError)
        -> CommandResult
    {
        guard index < results.count else {
            throw CommandLineError("There is no systemd user manager.")
        }
        return results[index]
    }

    /// Returns the evidence by the environment that the portal has, or will be started with.
    private static func portal(
        _ names: BusNames, _ variables: [String: String]
    ) throws(CommandLineError) -> PortalEvidence {
        let process = names[BusNames.portal]?.process
        let own = process.map(RunningProgram.variables) ?? [:]
        let variables = own.isEmpty ? variables : own
        guard let folders = PortalFolders({ variables[$0] }) else {
            throw CommandLineError("HOME is not set, so portals.conf has no folder.")
        }
        let program = process.flatMap(RunningProgram.file)
        let frontend = names[BusNames.portal].map { _ in
            PortalEvidence.Frontend(
                program: program, start: process.flatMap(RunningProgram.start),
                results: CommandRunner.run(PortalEvidence.commands(program: program)))
        }
        // A running portal that does not report its version may differ from the installed one.
        let installed =
            frontend != nil && frontend?.version == nil
            ? nil : InstalledPortal(folders, version: frontend?.version)
        let version = frontend == nil ? installed?.version : frontend?.version
        let onlyFolder = version?.readsOneFolder == true ? installed?.backends : nil
        return PortalEvidence(
            frontend: frontend,
            isInstalled: frontend != nil || names.activatable.contains(BusNames.portal),
            desktops: folders.desktops,
            ownSwitch: folders.desktopWithOwnSwitch,
            enabledAt: UnitEvidence.enabledAt(variables),
            routes: PortalRoutes(folders, onlyFolder: folders.onlyBackends ?? onlyFolder),
            hasBackendFile: folders.shippedFile != nil,
            unread: UnreadBackend(installed, folders), version: version)
    }
}

extension Result {
    /// The value; `nil` of a failure.
    var value: Success? { try? get() }

    /// Creates the result of a closure.
    init(_ body: () throws(Failure) -> Success) {
        do { self = .success(try body()) } catch { self = .failure(error) }
    }
}
