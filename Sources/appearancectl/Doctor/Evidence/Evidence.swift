internal import AppearanceConfig
internal import AppearanceModel

/// What there is to know about this session, as far as it could be found out.
///
/// It is gathered first and whole, in `Evidence+Gathering.swift`; what it means is for the checks.
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
