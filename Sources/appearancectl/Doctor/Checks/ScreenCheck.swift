internal import Console
internal import Glibc

/// A check of the night filter: whether it runs, and its method for each output.
struct ScreenCheck: Check {
    let name = "whole screen"

    private static let program = ScreenEvidence.program

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        guard evidence.screen.filters.isEmpty else {
            return evidence.screen.filters.flatMap(findings) + nextLogin(evidence)
        }
        let unit = try? evidence.units.get().filter
        guard let unit, unit["LoadState"] == "loaded" else {
            throw CommandLineError(
                evidence.screen.isInstalled
                    ? "\(Self.program) does not run, and has no unit; start it by hand."
                    : "\(Self.program) is not installed, so only apps that follow turn red.")
        }
        return [try absence(unit, evidence)]
    }

    // MARK: Running

    private func findings(_ filter: ScreenEvidence.Filter) -> [Finding] {
        let unsupported = filter.report.outputs.filter { !$0.turnsRed }.map {
            self.unsupported($0, filter)
        }
        guard unsupported.isEmpty else { return unsupported }
        if let program = filter.competitors.first {
            return [
                .warning(
                    "\(program.name) sets the colours of the whole screen too.",
                    because:
                        "If it keeps changing them, the night filter yields, and the screen may not turn"
                        + " red at night.", fix: "kill \(program.process)")
            ]
        }
        let outputs = filter.report.outputs.map(\.text)
        let list = outputs.isEmpty ? "" : ": " + outputs.joined(separator: ", ")
        return [.ok("The display \(filter.report.display.excerpt) turns red at night\(list).")]
    }

    private func unsupported(
        _ output: FilterReport.Output, _ filter: ScreenEvidence.Filter
    ) -> Finding {
        // `redshift (process 4242)`, or the name alone if a compositor reports no process.
        let number = output.holder?.firstMatch(of: /\(process ([0-9]+)\)$/).map { String($0.1) }
        let process =
            number
            ?? filter.competitors.first { $0.name == output.holder }
            .map { "\($0.process)" }
        return .warning(
            "\(output.name.excerpt) of \(filter.report.display.excerpt) does not turn red at night.",
            because: (output.loses?.excerpt ?? "its colours cannot be changed").sentence,
            fix: process.map { "kill \($0)" } ?? "")
    }

    private func nextLogin(_ evidence: Evidence) -> [Finding] {
        guard let unit = try? evidence.units.get().filter, unit["LoadState"] == "loaded",
            unit["UnitFileState"] != "enabled", !evidence.screen.hasAutostart
        else { return [] }
        return [
            .warning(
                "The night filter runs, but will not start at the next login.",
                because: "Its unit is not enabled.",
                fix: "systemctl --user enable \(Self.program)")
        ]
    }

    // MARK: Not running

    private func absence(
        _ unit: [String: String], _ evidence: Evidence
    ) throws(CommandLineError) -> Finding {
        if unit["ActiveState"] == "failed" { return failure(unit) }
        guard unit["UnitFileState"] == "enabled" else {
            throw CommandLineError(
                "\(Self.program) is not enabled, so only apps that follow turn red.")
        }
        let finding = "The whole screen will not turn red at night."
        let start = "systemctl --user start \(Self.program)"
        let session = (try? evidence.units.get().graphicalSession) ?? [:]
        if session["ActiveState"] == "active" {
            return unit["ConditionResult"] == "no"
                ? .broken(
                    finding,
                    because: "systemd had neither DISPLAY nor WAYLAND_DISPLAY when the session"
                        + " started.", fix: "\(importing(evidence))\(start)")
                : .broken(
                    finding, because: "The night filter is enabled, but was stopped.", fix: start)
        }
        return .broken(
            finding,
            because:
                "This session does not reach graphical-session.target, which starts the filter."
                + " Add the command to the autostart of the session.",
            fix: "\(importing(evidence))\(start)")
    }

    /// Returns the command that imports the display into systemd.
    private func importing(_ evidence: Evidence) -> String {
        let names = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"].filter {
            evidence.variables[$0] != nil
        }
        return names.isEmpty
            ? "" : "systemctl --user import-environment \(names.joined(separator: " ")) && "
    }

    /// Returns the finding for a filter that failed, by its exit status.
    private func failure(_ unit: [String: String]) -> Finding {
        let restart = "systemctl --user restart \(Self.program)"
        let (cause, fix): (String, String) =
            switch unit["ExecMainStatus"] {
            case "1":
                ("Its configuration is invalid.", "appearancectl config check && \(restart)")
            case "3": ("The display had another filter, which has exited.", restart)
            case "4": ("It found no display whose colours it can change.", restart)
            case "217", "218":
                (
                    ServiceCheck.namespacesForbidden,
                    ServiceCheck.installingDropIn(for: Self.program) + restart
                )
            case let status:
                (
                    "It exited with status \(status?.excerpt ?? "unknown")"
                        + " (\(unit["Result"]?.excerpt ?? "unknown"));"
                        + " see journalctl --user -u \(Self.program).", restart
                )
            }
        return .broken("The night filter has failed.", because: cause, fix: fix)
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var sentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix("?") ? "" : ".")
    }
}

/// The night filters that run, with the status of each.
struct ScreenEvidence {
    /// A filter that runs.
    struct Filter: Equatable {
        let report: FilterReport
        /// Other programs on the display that keep setting its colours.
        let competitors: [RunningProgram]
    }

    let filters: [Filter]
    /// Whether the program is installed.
    let isInstalled: Bool
    /// Whether an autostart entry of the user starts it.
    let hasAutostart: Bool

    static let program = "appearance-nightfilter"

    private static let competitors: Set = ["gammastep", "redshift", "redshift-gtk", "wlsunset"]

    init(_ variables: [String: String], _ programs: [RunningProgram]) {
        filters = (variables["XDG_RUNTIME_DIR"].map(FilterReport.all) ?? []).map { report in
            Filter(
                report: report,
                competitors: programs.filter {
                    Self.competitors.contains($0.name) && Self.isOn(report.display, $0)
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
