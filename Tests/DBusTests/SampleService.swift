import DBus

/// A lamp on the bus, with a member of each kind, and a probe that answers in every way.
final class SampleService {
    static let name = "org.example.Lamp"
    static let path = "/org/example/lamp"
    static let interface = "org.example.Lamp1"
    static let probe = "org.example.Probe"
    /// The description of its interface.
    static let description = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <node>
          <interface name="org.example.Lamp1">
            <property name="Mode" type="s" access="readwrite"/>
            <property name="Since" type="t" access="read"/>
            <property name="Users" type="a(ss)" access="read"/>
            <method name="Toggle">
              <arg name="mode" type="s" direction="out"/>
            </method>
            <method name="SetMode">
              <arg name="mode" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>
            <signal name="ModeChanged">
              <arg name="mode" type="s"/>
              <arg name="previous" type="s"/>
            </signal>
          </interface>
        </node>

        """

    private(set) var mode = "light"
    /// The modes in the order in which they were set.
    private(set) var modesSet: [String] = []
    /// Calls of `Later`, for the test to answer.
    var waiting: [MethodCall] = []
    /// Called by `Quit`.
    var onQuit: (() -> Void)?
    private(set) var object: ExportedObject?
    /// The number of times that the state behind the properties was read.
    private(set) var reads = 0

    init(on connection: BusConnection, introspection: String? = nil) {
        object = connection.export(
            path: Self.path, [lamp, echoes],
            introspection: introspection.map { text in { text } })
    }

    private var lamp: ExportedInterface {
        ExportedInterface(
            Self.interface,
            methods: [
                ExportedMethod("SetMode", takes: "sa{sv}") {
                    [unowned self] call throws(DBusError) in
                    try set(mode: call.arguments[0], answering: call)
                },
                ExportedMethod("Toggle", returns: "s") { $0.reply(.string("dark")) },
            ],
            properties: [
                ExportedProperty("Mode", "s") { [unowned self] value, call throws(DBusError) in
                    try set(mode: value, answering: call)
                },
                ExportedProperty("Since", "t"),
                ExportedProperty("Users", "a(ss)"),
            ],
            signals: [ExportedSignal("ModeChanged", "ss")],
            reader: { [unowned self] in
                reads += 1
                let values: [DBusValue] = [
                    .string(mode), .uint64(1_782_000_000_000_000), .array(of: "(ss)", []),
                ]
                return { values[$0] }
            })
    }

    var declarations: [String] { lamp.declarations }

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
        try object?.emitPropertiesChanged(of: Self.interface, [("Mode", .string(word))])
        try object?.emit(
            "ModeChanged", of: Self.interface, [.string(word), .string(previous)])
    }
}
