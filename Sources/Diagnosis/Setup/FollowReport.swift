internal import AppearanceDesktop
package import AppearanceModel
internal import Console
internal import Linux

/// The state of everything that follows the appearance, with the problems that `appearancectl doctor` finds.
package struct FollowReport: Sendable {
    /// A problem with its remedy.
    package struct Problem: Equatable, Sendable {
        /// The finding, as a sentence.
        package let finding: String
        /// The cause, as sentences; empty if it is unknown.
        package let cause: String
        /// The shell command that fixes it; empty if there is none.
        package let command: String
        /// The step that fixes it without a shell; `nil` if a person has to.
        package let action: RepairAction?
        /// The exact actions of that step: files with their changed lines, and shell commands.
        package let lines: [String]
    }

    /// A ready-made hook whose program is installed.
    package struct ReadyHook: Equatable, Sendable {
        package let name: String
        package let isOn: Bool
    }

    package let desktop: Desktop
    package let themes: InstalledThemes
    /// The problems, the worst first.
    package let problems: [Problem]
    package let hooks: [ReadyHook]
    package let tray: SessionProgram.State

    /// Gathers the state, in a second or two.
    package static func gathered() -> FollowReport {
        let evidence = Evidence.gathered()
        // Without a home there is no plan.
        let plan = try? SetupPlan(evidence, place: nil)
        let diagnosis = plan?.diagnosis ?? Diagnosis(evidence)
        let findings = diagnosis.findings(.broken) + diagnosis.findings(.warning)
        return FollowReport(
            desktop: evidence.desktop.desktop,
            themes: InstalledThemes { evidence.variables[$0] },
            problems: findings.map(\.finding).map {
                Problem(
                    finding: $0.sentence, cause: $0.cause, command: $0.fix, action: $0.action,
                    lines: $0.action.flatMap { plan?.lines(of: $0) } ?? [])
            },
            hooks: evidence.readyHooks(plan), tray: SessionProgram.tray.state)
    }
}

extension Evidence {
    /// Returns the ready-made hooks that are on, or that the plan would enable.
    fileprivate func readyHooks(_ plan: SetupPlan?) -> [FollowReport.ReadyHook] {
        let on = hooks.enabledReadyHooks
        let steps = (plan?.entries ?? []).map(\.name).filter { $0.hasPrefix(SetupStep.hookPrefix) }
        let off = steps.map { String($0.dropFirst(SetupStep.hookPrefix.count)) }
        return (on.map { ($0.name, true) } + off.map { ($0, false) })
            .sorted { $0.0 < $1.0 }.map { FollowReport.ReadyHook(name: $0.0, isOn: $0.1) }
    }
}
