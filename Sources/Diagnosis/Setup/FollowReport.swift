internal import AppearanceDesktop
package import AppearanceModel
internal import Console
internal import Linux

/// The state of everything that follows the appearance, with the problems that `appearancectl doctor` finds.
package struct FollowReport: Sendable {
    /// A problem with its remedy.
    package struct Problem: Equatable, Sendable {
        /// The finding and its cause, as sentences.
        package let text: String
        /// The shell command that fixes it; empty if there is none.
        package let command: String
        /// The step that fixes it without a shell; `nil` if a person has to.
        package let action: RepairAction?
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
        let diagnosis = Diagnosis(evidence)
        let findings = diagnosis.findings(.broken) + diagnosis.findings(.warning)
        return FollowReport(
            desktop: evidence.desktop.desktop,
            themes: InstalledThemes { evidence.variables[$0] },
            problems: findings.map(\.finding).map {
                Problem(
                    text: $0.cause.isEmpty ? $0.finding : "\($0.finding) \($0.cause)",
                    command: $0.fix, action: $0.action)
            },
            hooks: evidence.readyHooks, tray: SessionProgram.tray.state)
    }
}

extension Evidence {
    /// The ready-made hooks that are on, or whose program is installed and does not follow by itself.
    fileprivate var readyHooks: [FollowReport.ReadyHook] {
        let on = hooks.enabledReadyHooks
        let off = Set(hookSteps.map { String($0.name.dropFirst(SetupStep.hookPrefix.count)) })
        return (on.map { ($0.name, true) } + off.map { ($0, false) })
            .sorted { $0.0 < $1.0 }.map { FollowReport.ReadyHook(name: $0.0, isOn: $0.1) }
    }
}
