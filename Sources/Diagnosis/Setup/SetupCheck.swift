internal import AppearanceModel
internal import Console
internal import Linux

/// The state of the system after steps of setup were done.
package struct SetupCheck {
    private let plan: SetupPlan
    private let evidence: Evidence

    /// Reads the state as it is now.
    package init() throws {
        evidence = .gathered()
        plan = try SetupPlan(evidence, place: nil)
    }

    /// Whether the daemon answers.
    package var isServiceUp: Bool { evidence.service.answers != nil }

    /// Returns the reason why a step that was done has no effect yet, with what to do; `nil` if it has.
    package func problem(of step: SetupStep) -> String? {
        for case .link(_, let hook) in step.actions { return problem(of: hook) }
        switch plan.entries.first(where: { $0.name == step.name })?.state {
        case .due: return "It has no effect yet.\nSee: appearancectl doctor"
        case .unavailable(let reason)
        where step.name != RepairAction.setPlace.rawValue && !plan.gaps.contains(reason):
            return reason
        case .done, .unavailable, nil: return nil
        }
    }

    /// Runs a ready-made hook, and returns the line that its program lacks.
    private func problem(of hook: String) -> String? {
        let name = hook.split(separator: "/").last.map(String.init) ?? hook
        let appearance = evidence.service.answers?.status.appearance ?? .light
        let command = Command(hook, appearance.rawValue)
        let result = CommandRunner.run(
            [command], within: .microseconds(evidence.hooks.settings.timeout.count))[0]
        let reason: String
        switch result {
        case .output: return nil
        case .failed(let message): reason = message
        case .missing, .timedOut, .tooLong:
            do throws(CommandLineError) { reason = try result.text(of: command) } catch {
                reason = error.text
            }
        }
        return "It needs one thing more: \(reason.excerpt)\nThen: \(HooksOfUser.testCommand(name))"
    }
}
