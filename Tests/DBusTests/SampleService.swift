import DBus

/// The interface of the service over a state of one word, and a probe that answers in every way.
final class SampleService {
    static let name = "io.github.appearanced"
    static let path = "/io/github/appearanced"
    static let interface = "io.github.appearanced.Appearance1"
    static let probe = "org.example.Probe"

    private(set) var mode = "light"
    /// The modes in the order in which they were set.
    private(set) var modesSet: [String] = []
    /// Calls of `Later`, for the test to answer.
    var waiting: [MethodCall] = []
    /// Called by `Quit`.
    var onQuit: (() -> Void)?
    private(set) var object: ExportedObject?

    init(on connection: BusConnection, introspection: String? = nil) {
        object = connection.export(
            path: Self.path, [appearance, echoes],
            introspection: introspection.map { text in { text } })
    }

    /// The interface with every member of the description in config/.
    private var appearance: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod("SetMode", takes: "sa{sv}") {
                    [unowned self] call throws(DBusError) in
                    try set(mode: call.arguments[0], answering: call)
                },
                ExportedMethod("Toggle", returns: "s") { $0.reply(.string("dark")) },
                ExportedMethod("Pause", takes: "a{sv}") { $0.reply() },
                ExportedMethod("Resume") { $0.reply() },
                ExportedMethod("Inhibit", takes: "ss", returns: "u") { $0.reply(.uint32(1)) },
                ExportedMethod("Uninhibit", takes: "u") { $0.reply() },
                ExportedMethod("FeedLight", takes: "sd") { $0.reply() },
                ExportedMethod("Explain", returns: "a{sv}") {
                    $0.reply(.properties(["mode": .string("light")]))
                },
            ],
            properties: [
                ExportedProperty("Mode", "s", get: { [unowned self] in .string(mode) }) {
                    [unowned self] value, call throws(DBusError) in
                    try set(mode: value, answering: call)
                },
                ExportedProperty("Appearance", "s") { [unowned self] in .string(mode) },
                ExportedProperty("Reason", "s") { .string("manual") },
                ExportedProperty("Explanation", "s") { .string("Light, because you chose it.") },
                ExportedProperty("ModeUntil", "t") { .uint64(0) },
                ExportedProperty("NextChange", "t") { .uint64(1_782_000_000_000_000) },
                ExportedProperty("NextAppearance", "s") { .string("dark") },
                ExportedProperty("PendingChange", "t") { .uint64(0) },
                ExportedProperty("PendingAppearance", "s") { .string("") },
                ExportedProperty("LightLevel", "d") { .double(-1) },
                ExportedProperty("LightLevelUnit", "s") { .string("lux") },
                ExportedProperty("ReportedBy", "s") { .string("") },
                ExportedProperty("ReportedUntil", "t") { .uint64(0) },
                ExportedProperty("SensorState", "s") { .string("none") },
                ExportedProperty("Paused", "b") { .boolean(false) },
                ExportedProperty("PausedUntil", "t") { .uint64(0) },
                ExportedProperty("Inhibitors", "a(ss)") { .array(of: "(ss)", []) },
                ExportedProperty("ConfigurationError", "s") { .string("") },
                ExportedProperty("TimeZone", "s") { .string("Europe/Berlin") },
                ExportedProperty("Version", "s") { .string("1.0.0") },
            ],
            signals: [ExportedSignal("AppearanceChanged", "sss")])
    }

    var declarations: [String] { appearance.declarations }

    private var echoes: ExportedInterface {
        ExportedInterface(
            Self.probe,
            methods: [
                ExportedMethod("Echo", takes: "v", returns: "v") { $0.reply($0.arguments[0]) },
                ExportedMethod("Fail") { _ throws(DBusError) in
                    throw DBusError(name: "org.example.Error.Broken", message: "it\0broke")
                },
                ExportedMethod("FailAtLength") { _ throws(DBusError) in
                    throw .failed(String(repeating: "x", count: 40_000))
                },
                ExportedMethod("Unsendable", returns: "s") { $0.reply(.string("\0")) },
                ExportedMethod("Drop") { _ in },
                ExportedMethod("Regret") { call throws(DBusError) in
                    call.reply()
                    throw .failed("too late")
                },
                ExportedMethod("Later", takes: "s", returns: "s") { [unowned self] in
                    waiting.append($0)
                },
                ExportedMethod("Quit") { [unowned self] call in
                    call.reply()
                    onQuit?()
                },
            ],
            signals: [ExportedSignal("Ring", "v")])
    }

    private func set(mode value: DBusValue, answering call: MethodCall) throws(DBusError) {
        guard let word = value.text, ["auto", "light", "dark", "night"].contains(word) else {
            throw .invalidArgs("the mode is auto, light, dark or night")
        }
        let previous = mode
        mode = word
        modesSet.append(word)
        call.reply()
        try object?.emitPropertiesChanged(
            of: Self.interface, [("Mode", .string(word)), ("Appearance", .string(word))])
        try object?.emit(
            "AppearanceChanged", of: Self.interface,
            [.string(word), .string(previous), .string("manual")])
    }
}
