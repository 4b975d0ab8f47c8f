internal import Glibc

/// The whole screen at night: whether its filter runs, and what it can do with each output.
struct ScreenCheck: Check {
    let name = "whole screen"

    private static let program = ScreenEvidence.program

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        guard evidence.screen.filters.isEmpty else {
            return evidence.screen.filters.flatMap(findings) + nextLogin(evidence)
        }
        let unit = try? evidence.units.get().filter
        guard let unit, unit["LoadState"] == "loaded" else {
            throw Unavailable(
                evidence.screen.isInstalled
                    ? "\(Self.program) does not run; without its unit, start it by hand."
                    : "\(Self.program) is not installed, so only programs that follow turn red.")
        }
        return [try absence(unit, evidence)]
    }

    // MARK: It runs

    private func findings(_ filter: ScreenEvidence.Filter) -> [Finding] {
        let refusing = filter.report.outputs.filter { !$0.turnsRed }.map {
            unwilling($0, filter)
        }
        guard refusing.isEmpty else { return refusing }
        if let rival = filter.rivals.first {
            return [
                .warning(
                    "\(rival.name) sets the colours of the whole screen as well.",
                    because: "Who goes on setting them keeps them, so at night the screen may not"
                        + " turn red.", fix: "kill \(rival.process)")
            ]
        }
        let outputs = filter.report.outputs.map(\.text)
        let list = outputs.isEmpty ? "" : ": " + outputs.joined(separator: ", ")
        return [.ok("The display \(filter.report.display.excerpt) turns red at night\(list).")]
    }

    private func unwilling(
        _ output: FilterReport.Output, _ filter: ScreenEvidence.Filter
    ) -> Finding {
        // `redshift (process 4242)`, or the name alone where a compositor says nothing.
        let number = output.holder?.firstMatch(of: /\(process ([0-9]+)\)$/).map { String($0.1) }
        let process =
            number
            ?? filter.rivals.first { $0.name == output.holder }
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
                "The screen's filter runs, and will not after the next login.",
                because: "Its unit is not enabled.",
                fix: "systemctl --user enable \(Self.program)")
        ]
    }

    // MARK: It does not run

    private func absence(
        _ unit: [String: String], _ evidence: Evidence
    ) throws(Unavailable) -> Finding {
        if unit["ActiveState"] == "failed" { return failure(unit) }
        guard unit["UnitFileState"] == "enabled" else {
            throw Unavailable(
                "\(Self.program) is not enabled, so only programs that follow turn red.")
        }
        let finding = "The whole screen will not turn red at night."
        let start = "systemctl --user start \(Self.program)"
        let session = (try? evidence.units.get().graphicalSession) ?? [:]
        if session["ActiveState"] == "active" {
            return unit["ConditionResult"] == "no"
                ? .broken(
                    finding,
                    because: "systemd knew neither DISPLAY nor WAYLAND_DISPLAY when the session"
                        + " began.", fix: "\(importing(evidence))\(start)")
                : .broken(
                    finding, because: "The filter is enabled, and has been stopped.", fix: start)
        }
        return .broken(
            finding,
            because: "This session never reaches graphical-session.target, which the filter starts"
                + " with. Put the command into what the session starts.",
            fix: "\(importing(evidence))\(start)")
    }

    /// The display as we know it ourselves.
    private func importing(_ evidence: Evidence) -> String {
        let names = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"].filter {
            evidence.variables[$0] != nil
        }
        return names.isEmpty
            ? "" : "systemctl --user import-environment \(names.joined(separator: " ")) && "
    }

    /// The filter says by its exit status why it gave up.
    private func failure(_ unit: [String: String]) -> Finding {
        let restart = "systemctl --user restart \(Self.program)"
        let (cause, fix): (String, String) =
            switch unit["ExecMainStatus"] {
            case "1":
                ("Its configuration cannot be taken.", "appearancectl config check && \(restart)")
            case "3": ("The display had a filter already, which is gone by now.", restart)
            case "4": ("It found no display that lets it change the colours.", restart)
            case "217", "218":
                (
                    ServiceCheck.namespacesForbidden,
                    ServiceCheck.installingDropIn(for: Self.program) + restart
                )
            case let status:
                (
                    "It ended with status \(status?.excerpt ?? "unknown")"
                        + " (\(unit["Result"]?.excerpt ?? "unknown"));"
                        + " journalctl --user -u \(Self.program) says why.", restart
                )
            }
        return .broken("The filter of the whole screen has failed.", because: cause, fix: fix)
    }
}

extension String {
    /// With a great letter at the beginning and a full stop at the end, unless it asks.
    fileprivate var sentence: String {
        prefix(1).uppercased() + dropFirst() + (hasSuffix("?") ? "" : ".")
    }
}

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
