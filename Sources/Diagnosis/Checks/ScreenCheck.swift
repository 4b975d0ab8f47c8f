internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Glibc
internal import Linux
internal import SettingsFile

extension Evidence {
    private static let program = ScreenEvidence.program

    /// Checks the night filter: whether it runs, and its method for each output.
    func screenFindings() throws(CommandLineError) -> [Finding] {
        guard screen.filters.isEmpty else {
            return replacedFilter + screen.filters.flatMap(findings) + nextLogin
        }
        guard let unit = units.value?.filter, unit["LoadState"] == "loaded" else {
            throw CommandLineError(
                screen.isInstalled
                    ? "\(Self.program) does not run, and has no unit; start it by hand."
                    : "\(Self.program) is not installed, so only apps that follow turn red.")
        }
        return [try absence(unit)]
    }

    // MARK: Running

    /// The finding for a night filter whose program was replaced.
    private var replacedFilter: [Finding] {
        let replaced = programs.filter {
            $0.name == Self.program && $0.isReplaced && $0.isOfThisSession
        }
        return replaced.map { program in
            let isUnit = units.value?.filter["ActiveState"] == "active"
            return .warning(
                "\(Self.program) was replaced, but the old program still runs.",
                because: "The night filter was not restarted after an upgrade.",
                fix: isUnit
                    ? "systemctl --user restart \(Self.program)"
                    : "kill \(program.process); sleep 1; \(Self.program) &")
        }
    }

    private func findings(_ filter: ScreenEvidence.Filter) -> [Finding] {
        guard filter.status.isKnown else {
            return [
                .warning(
                    "Whether the display \(filter.status.display.excerpt) is red is unknown.",
                    because: "Its night filter waits, or has no room to write its status.",
                    fix: "df \(variables["XDG_RUNTIME_DIR"] ?? "")")
            ]
        }
        let unsupported = filter.status.outputs.filter { !$0.turnsRed }.map {
            self.unsupported($0, filter)
        }
        guard unsupported.isEmpty else { return unsupported }
        if let program = filter.competitors.first {
            let action =
                eveningProgram?.name == program.name ? RepairAction.replaceEveningProgram : nil
            return [
                .warning(
                    "\(program.name) sets the colours of the whole screen too.",
                    because:
                        "If it keeps changing them, the night filter yields, and the screen may not turn"
                        + " red at night."
                        + (action == nil ? "" : " The filter can warm the screen in its place."),
                    fix: action.map { "appearancectl setup --step \($0.rawValue)" }
                        ?? "kill \(program.process)", action: action)
            ]
        }
        let outputs = filter.status.outputs.map(\.text)
        let list = outputs.isEmpty ? "" : ": " + outputs.joined(separator: ", ")
        let name = filter.status.display.excerpt
        return [.ok("The display \(name) turns red at night\(list).\(startRemark)")]
    }

    /// The sentence about a session that does not start the filter; empty of any other.
    private var startRemark: String {
        guard let units = units.value, units.filter["UnitFileState"] == "enabled",
            units.graphicalSession["ActiveState"] != "active", !screen.hasAutostart
        else { return "" }
        return
            " This session does not reach graphical-session.target, so its autostart has to start"
            + " the filter: systemctl --user start \(Self.program)"
    }

    private func unsupported(
        _ output: OutputReport, _ filter: ScreenEvidence.Filter
    ) -> Finding {
        // `redshift (process 4242)`, or the name alone if a compositor reports no process.
        let number = output.holder?.firstMatch(of: /\(process ([0-9]+)\)$/).flatMap { Int32($0.1) }
        let process = number ?? filter.competitors.first { $0.name == output.holder }?.process
        return .warning(
            "\(output.name.excerpt) of \(filter.status.display.excerpt) does not turn red at night.",
            because: (output.loss?.excerpt ?? "its colours cannot be changed").sentence,
            fix: Self.kill(process))
    }

    private var nextLogin: [Finding] {
        guard let unit = units.value?.filter, unit["LoadState"] == "loaded",
            unit["UnitFileState"] != "enabled", !screen.hasAutostart
        else { return [] }
        return [
            .warning(
                "The night filter runs, but will not start at the next login.",
                because: "Its unit is not enabled.",
                fix: "systemctl --user enable \(Self.program)", action: .enableFilter)
        ]
    }

    // MARK: Not running

    private func absence(_ unit: [String: String]) throws(CommandLineError) -> Finding {
        if unit["ActiveState"] == "failed" {
            let restart = "systemctl --user restart \(Self.program)"
            return failure(
                "The night filter", of: Self.program, unit,
                [
                    .alreadyRunning: ("The display had another filter, which has exited.", restart),
                    .noServer: ("It found no display whose colours it can change.", restart),
                ])
        }
        guard unit["UnitFileState"] == "enabled" else {
            return .skipped(
                "\(Self.program) is not enabled, so only apps that follow turn red.",
                action: .enableFilter)
        }
        let finding = "The whole screen will not turn red at night."
        let start = "systemctl --user start \(Self.program)"
        let session = units.value?.graphicalSession ?? [:]
        if session["ActiveState"] == "active" {
            return unit["ConditionResult"] == "no"
                ? .broken(
                    finding,
                    because: "systemd had neither DISPLAY nor WAYLAND_DISPLAY when the session"
                        + " started.", fix: "\(importing)\(start)", action: .enableFilter)
                : .broken(
                    finding, because: "The night filter is enabled, but was stopped.", fix: start,
                    action: .enableFilter)
        }
        try graphicalVariables()
        return .broken(
            finding,
            because:
                "This session does not reach graphical-session.target, which starts the filter."
                + " Add the command to the autostart of the session.",
            fix: "\(importing)\(start)", action: .enableFilter)
    }

    /// The variables of the display, which the filter needs from systemd.
    var displayVariables: [String] {
        ScreenEvidence.displayVariables.filter { variables[$0] != nil }
    }

    /// The command that imports the display into systemd.
    private var importing: String {
        let names = displayVariables
        return names.isEmpty
            ? "" : "systemctl --user import-environment \(names.joined(separator: " ")) && "
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var sentence: String { capitalizedFirst + (hasSuffix("?") ? "" : ".") }
}

/// The night filters that run, with the status of each.
package struct ScreenEvidence {
    struct Filter: Equatable {
        let status: FilterStatus
        /// Other programs on the display that keep setting its colours.
        let competitors: [RunningProgram]
    }

    let filters: [Filter]
    let isInstalled: Bool
    /// Whether an autostart entry of the user starts it.
    let hasAutostart: Bool

    package static let program = SessionProgram.nightFilter.rawValue
    /// The variables by which a program finds the display.
    static let displayVariables = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"]

    init(_ variables: [String: String], _ programs: [RunningProgram]) {
        filters = (variables["XDG_RUNTIME_DIR"].map(FilterStatus.all) ?? []).map { status in
            Filter(
                status: status,
                competitors: programs.filter {
                    $0.changesColours && Self.isOn(status.display, $0)
                })
        }
        let folders = (variables["PATH"] ?? "").split(separator: ":")
        isInstalled = folders.contains { access("\($0)/\(Self.program)", X_OK) == 0 }
        hasAutostart =
            BaseDirectories { variables[$0] }.configuration
            .map { FileWriting.exists("\($0)/autostart/\(Self.program).desktop") } ?? false
    }

    private static func isOn(_ display: String, _ program: RunningProgram) -> Bool {
        let variables = RunningProgram.variables(of: program.process)
        return variables["WAYLAND_DISPLAY"] == display || variables["DISPLAY"] == display
    }
}

extension OutputReport {
    /// The output with its method and limitation.
    package var text: String {
        let way = turnsRed ? "by \(method.rawValue.excerpt)" : "unchanged"
        return "\(name.excerpt) \(way)" + (loss.map { " (\($0.excerpt))" } ?? "")
    }
}
