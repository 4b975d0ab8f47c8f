import AppearanceModel
import DBus

/// The properties of net.hadess.SensorProxy for its light sensor; `nil` for one that is not
/// included.
struct SensorReport {
    /// Whether there is a light sensor.
    var hasLight: Bool?
    /// The level, in `unit`.
    var level: Double?
    var unit: LightUnit?

    init(_ properties: [String: DBusValue]) {
        hasLight = properties["HasAmbientLight"]?.flag
        level = properties["LightLevel"]?.number
        // `vendor` is a part of the range, of unknown meaning.
        unit = properties["LightLevelUnit"]?.text.map { $0 == "vendor" ? .percent : .lux }
    }
}

/// One run of net.hadess.SensorProxy, by its unique name on the bus, so that a later run is never
/// mistaken for it.
final class SensorService {
    static let name = "net.hadess.SensorProxy"
    private static let path = "/net/hadess/SensorProxy"
    /// The timeout of its replies; it answers at once, unless its sensor hangs.
    private static let timeout = Duration.seconds(5)
    /// The timeout of a claim, for which a person may have to be asked.
    private static let claimTimeout = Duration.seconds(120)

    private let owner: String
    private weak var bus: BusConnection?
    private var changes: Subscription?
    private var hasLeft = false

    /// Called at every change.
    var onChange: (SensorReport) -> Void = { _ in }

    init(_ owner: String, on bus: BusConnection) {
        self.owner = owner
        self.bus = bus
        let rule = MatchRule(
            sender: owner, path: Self.path, interface: Message.propertiesInterface,
            member: "PropertiesChanged", firstArgument: Self.name)
        changes = bus.subscribe(to: rule) { [weak self] signal in
            guard let values = try? signal.arguments(), values.count > 1,
                let changed = values[1].properties
            else { return }
            self?.onChange(SensorReport(changed))
        }
    }

    /// Requests the properties.
    func ask(_ answer: @escaping (Result<SensorReport, DBusError>) -> Void) {
        call(
            Message.propertiesInterface, "GetAll", Self.timeout, { $0.string(Self.name) }
        ) { result in
            answer(result.map { SensorReport($0.first?.properties ?? [:]) })
        }
    }

    /// Claims the sensor; the service may refuse.
    func claim(_ answer: @escaping (Result<Void, DBusError>) -> Void) {
        call(Self.name, "ClaimLight", Self.claimTimeout) { answer($0.map { _ in }) }
    }

    /// Releases the claim.
    func release() { call(Self.name, "ReleaseLight", Self.timeout) { _ in } }

    /// Stops listening, to replies too.
    func leave() {
        hasLeft = true
        changes?.cancel()
    }

    private func call(
        _ interface: String, _ member: String, _ timeout: Duration,
        _ body: Message.Body = { _ in }, answer: @escaping (BusConnection.Reply) -> Void
    ) {
        do throws(DBusError) {
            let message = try Message.call(
                to: owner, path: Self.path, interface: interface, member: member, body)
            bus?.call(message, timeout: timeout) { [weak self] result in
                if self?.hasLeft == false { answer(result) }
            }
        } catch {
            answer(.failure(error))
        }
    }
}
