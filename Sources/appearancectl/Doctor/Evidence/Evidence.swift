internal import AppearanceConfig
internal import AppearanceModel
internal import Glibc

/// What there is to know about this session, as far as it could be found out.
///
/// It is gathered first and whole, by `gathered()`; what it means is for the checks.
struct Evidence {
    typealias Known<Value> = Result<Value, Unavailable>

    /// The variables of our own environment.
    var variables: [String: String]
    /// What the user's configuration is, and where.
    var configuration: ConfigurationEvidence
    /// The service as it answers on its socket.
    var service: ServiceEvidence
    /// What the user's manager says of the units.
    var units: Known<UnitEvidence>
    /// What the user's manager starts programs with.
    var managerVariables: Known<[String: String]>
    /// What came of asking for the names on the session bus.
    var sessionBus: CommandResult
    /// Who is on the session bus.
    var names: Known<BusNames>
    /// The desktop portal as apps find it, and what it is set up to do.
    var portal: Known<PortalEvidence>
    /// The desktop and its own settings.
    var desktop: DesktopEvidence
    /// Light sensors as anyone sees them, without the service.
    var lightDevices: [LightDevice]
    /// Whether iio-sensor-proxy is on the system bus.
    var hasSensorProxy: Bool
    /// The filters of the whole screen.
    var screen: ScreenEvidence
    /// Programs of this user.
    var programs: [RunningProgram]
}

extension Evidence {
    /// Whether the desktop's own setting is kept in step, which tells apps as well.
    var followsDesktop: Bool { desktop.control != nil }
}

extension Evidence {
    /// Finds out what can be found out, in about the time that the slowest answer takes.
    ///
    /// Nothing is started by it: who is not there is not called, and a service that only its socket
    /// would wake is left asleep.
    static func gathered() -> Evidence {
        let variables = RunningProgram.variables(of: getpid())
        let hasManager = UnitEvidence.hasManager(variables)
        let first = CommandRunner.ask(
            [BusNames.sessionQuestion, BusNames.systemQuestion]
                + (hasManager ? [UnitEvidence.question, UnitEvidence.variablesQuestion] : []))
        let names = Known { () throws(Unavailable) in
            if case .refused = first[0] { throw Unavailable("There is no session bus to ask.") }
            return try BusNames(first[0].text(of: BusNames.sessionQuestion))
        }
        let units = Known { () throws(Unavailable) in
            try UnitEvidence(manager(first, 2).text(of: UnitEvidence.question))
        }
        let managerVariables = Known { () throws(Unavailable) in
            UnitEvidence.variables(
                try manager(first, 3).text(of: UnitEvidence.variablesQuestion))
        }
        let systemNames = try? BusNames(first[1].text(of: BusNames.systemQuestion))
        let configuration = ConfigurationEvidence(variables)
        let programs = RunningProgram.all()
        let startVariables = (try? managerVariables.get()) ?? variables
        return Evidence(
            variables: variables,
            configuration: configuration,
            service: (try? units.get())?.startsAtTheSocket == true ? .asleep : ServiceEvidence(),
            units: units,
            managerVariables: managerVariables,
            sessionBus: first[0],
            names: names,
            portal: Known { () throws(Unavailable) in try portal(try names.get(), startVariables) },
            desktop: DesktopEvidence(
                configuration.configuration.desktop, startVariables,
                mayAsk: (try? names.get()) != nil),
            lightDevices: LightDevice.all(),
            hasSensorProxy: systemNames?[BusNames.sensorProxy] != nil,
            screen: ScreenEvidence(variables, programs),
            programs: programs)
    }

    private static func manager(_ answers: [CommandResult], _ index: Int) throws(Unavailable)
        -> CommandResult
    {
        guard index < answers.count else {
            throw Unavailable("There is no systemd for this user to ask.")
        }
        return answers[index]
    }

    /// It goes by what it was started with; one that does not run yet, by what it will be.
    private static func portal(
        _ names: BusNames, _ variables: [String: String]
    ) throws(Unavailable) -> PortalEvidence {
        let process = names[BusNames.portal]?.process
        let own = process.map(RunningProgram.variables) ?? [:]
        let variables = own.isEmpty ? variables : own
        guard let folders = PortalFolders({ variables[$0] }) else {
            throw Unavailable("HOME is not set, so there is no place for portals.conf.")
        }
        let program = process.flatMap(RunningProgram.file)
        let frontend = names[BusNames.portal].map { _ in
            PortalEvidence.Frontend(
                program: program, start: process.flatMap(RunningProgram.start),
                answers: CommandRunner.ask(PortalEvidence.questions(program: program)))
        }
        // One that runs and does not say its version may be another than the installed one.
        let installed =
            frontend != nil && frontend?.version == nil
            ? nil : InstalledPortal(folders, version: frontend?.version)
        let version = frontend == nil ? installed?.version : frontend?.version
        let onlyFolder = version?.readsOneFolder == true ? installed?.backends : nil
        return PortalEvidence(
            frontend: frontend,
            isInstalled: frontend != nil || names.startable.contains(BusNames.portal),
            desktops: folders.desktops,
            ownSwitch: folders.desktopWithItsOwnSwitch,
            enabledAt: UnitEvidence.enabledAt(variables),
            routes: PortalRoutes(folders, onlyFolder: folders.onlyBackends ?? onlyFolder),
            hasBackendFile: ([folders.ownBackends] + folders.otherBackends)
                .contains { FileWriting.exists($0 + "/" + ShippedPortal.fileName) },
            unread: UnreadBackend(installed, folders), version: version)
    }
}

extension Result {
    /// What comes of it, or what it fails with.
    fileprivate init(_ body: () throws(Failure) -> Success) {
        do { self = .success(try body()) } catch { self = .failure(error) }
    }
}
