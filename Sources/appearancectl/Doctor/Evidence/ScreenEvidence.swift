internal import Glibc

/// The filters of the whole screen, and what each of them says of its display.
struct ScreenEvidence {
    /// A filter that runs.
    struct Filter: Equatable {
        let report: FilterReport
        /// Other programs that were started on the display and set its colours all the time.
        let rivals: [RunningProgram]
    }

    let filters: [Filter]
    /// Whether the program is there to be run.
    let isInstalled: Bool
    /// Whether the desktop starts it by an entry of the user's own.
    let hasAutostart: Bool

    static let program = "appearance-nightfilter"

    private static let rivals: Set = ["gammastep", "redshift", "redshift-gtk", "wlsunset"]

    init(_ variables: [String: String], _ programs: [RunningProgram]) {
        filters = (variables["XDG_RUNTIME_DIR"].map(FilterReport.all) ?? []).map { report in
            Filter(
                report: report,
                rivals: programs.filter {
                    Self.rivals.contains($0.name) && Self.isOn(report.display, $0)
                })
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
}
