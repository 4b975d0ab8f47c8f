import AppearanceModel
import DBus

/// What net.hadess.SensorProxy says of its light sensor; nil for what it does not say this time.
struct SensorReport {
    /// Whether there is a light sensor.
    var hasLight: Bool?
    /// The level, in `unit`.
    var level: Double?
    var unit: LightUnit?

    init(_ properties: [String: DBusValue]) {
        hasLight = properties["HasAmbientLight"]?.flag
        level = properties["LightLevel"]?.number
        // `vendor` is a part of the range, whatever that is.
        unit = properties["LightLevelUnit"]?.text.map { $0 == "vendor" ? .percent : .lux }
    }
}

/// One run of net.hadess.SensorProxy, by the name that the bus gave it, so that another one that
/// comes after it is never mistaken for it.
final class SensorService {
    static let name = "net.hadess.SensorProxy"
    private static let path = "/net/hadess/SensorProxy"
    private static let properties = "org.freedesktop.DBus.Properties"
    /// It answers within the blink of an eye, unless its sensor hangs.
    private static let patience = Duration.seconds(5)
    /// A person may have to be asked.
    private static let claimPatience = Duration.seconds(120)

    private let owner: String
    private weak var bus: BusConnection?
    private var changes: Subscription?
    private var hasLeft = false

    /// Told of every change.
    var onChange: (SensorReport) -> Void = { _ in }

    init(_ owner: String, on bus: BusConnection) {
        self.owner = owner
        self.bus = bus
        let rule = MatchRule(
            sender: owner, path: Self.path, interface: Self.properties,
            member: "PropertiesChanged", firstArgument: Self.name)
        changes = bus.subscribe(to: rule) { [weak self] signal in
            guard let values = try? signal.arguments(), values.count > 1,
                let changed = values[1].properties
            else { return }
            self?.onChange(SensorReport(changed))
        }
    }

    /// Asks how things are.
    func ask(_ answer: @escaping (Result<SensorReport, DBusError>) -> Void) {
        call(Self.properties, "GetAll", Self.patience, { $0.string(Self.name) }) { result in
            answer(result.map { SensorReport($0.first?.properties ?? [:]) })
        }
    }

    /// Has the sensor read from now on; the service may refuse.
    func claim(_ answer: @escaping (Result<Void, DBusError>) -> Void) {
        call(Self.name, "ClaimLight", Self.claimPatience) { answer($0.map { _ in }) }
    }

    /// Has it read no more, for our sake.
    func release() { call(Self.name, "ReleaseLight", Self.patience) { _ in } }

    /// Hears nothing more, not even answers.
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
