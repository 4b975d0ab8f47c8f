internal import AppearanceModel
internal import AppearanceProtocol
internal import Glibc

/// The filters of the whole screen, and what each of them says of its display.
struct ScreenEvidence {
    /// A filter that runs.
    struct Filter: Equatable {
        let display: String
        let outputs: [Output]
        /// Other programs that were started on the display and set its colours all the time.
        var rivals: [RunningProgram] = []
    }

    /// One output, as its filter says it.
    struct Output: Equatable {
        let name: String
        /// In what way it turns red; `none` for not at all.
        let method: String
        /// The program that has its colours instead.
        let holder: String?
        let loses: String?
    }

    let filters: [Filter]
    /// Whether the program is there to be run.
    let isInstalled: Bool
    /// Whether the desktop starts it by an entry of the user's own.
    let hasAutostart: Bool

    static let program = "appearance-nightfilter"

    private static let rivals: Set = ["gammastep", "redshift", "redshift-gtk", "wlsunset"]

    init(_ variables: [String: String], _ programs: [RunningProgram]) {
        let runtime = variables["XDG_RUNTIME_DIR"].map { "\($0)/\(NightWish.folder)" }
        filters = (runtime.map(NightFilters.locks) ?? []).sorted().map { lock in
            let display = lock.split(separator: "/").last?.dropLast(".lock".count) ?? ""
            let path = lock.dropLast(".lock".count) + ".json"
            let bytes = try? FileReading.bytes(of: String(path), limit: 1 << 16)
            var filter =
                bytes.flatMap(Self.filter) ?? Filter(display: String(display), outputs: [])
            filter.rivals = programs.filter {
                Self.rivals.contains($0.name) && Self.isOn(filter.display, $0)
            }
            return filter
        }
        let folders = (variables["PATH"] ?? "").split(separator: ":")
        isInstalled = folders.contains { access("\($0)/\(Self.program)", X_OK) == 0 }
        let configuration =
            variables["XDG_CONFIG_HOME"] ?? variables["HOME"].map { $0 + "/.config" }
        hasAutostart =
            configuration.map { FileWriting.exists("\($0)/autostart/\(Self.program).desktop") }
            ?? false
    }

    private static func isOn(_ display: String, _ program: RunningProgram) -> Bool {
        let variables = RunningProgram.variables(of: program.process)
        return variables["WAYLAND_DISPLAY"] == display || variables["DISPLAY"] == display
    }

    private static func filter(_ bytes: [UInt8]) -> Filter? {
        guard let json = try? JSON(decoding: bytes), let display = json["display"]?.string
        else { return nil }
        let outputs = (json["outputs"]?.array ?? []).compactMap { output -> Output? in
            guard let name = output["name"]?.string, let method = output["method"]?.string
            else { return nil }
            return Output(
                name: name, method: method, holder: output["holder"]?.string,
                loses: output["loses"]?.string)
        }
        return Filter(display: display, outputs: outputs)
    }
}
