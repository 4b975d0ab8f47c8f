import Diagnosis

/// The steps of setup as a page shows them.
///
/// They are found and done on a thread of their own, because the programs that they call may take seconds.
enum SetupRun {
    /// A step that can be done now.
    struct Step: Sendable, Equatable {
        let action: RepairAction
        /// The files with their changed lines, and the commands.
        let lines: [String]
    }

    /// The state of the system.
    struct Report: Sendable, Equatable {
        var steps: [Step] = []
        /// The installed programs of the session that are off.
        var programs: [SessionProgram] = []
        /// The reasons why steps failed, and the steps that setup cannot do, with the remedies.
        var problems: [String] = []
        /// The reasons why steps failed.
        var failures: [String] = []
    }

    /// Finds the steps, does those that are named first and starts programs, and reports what is left.
    static func start(
        doing names: [RepairAction] = [], starting programs: [SessionProgram] = [],
        _ finish: @escaping @MainActor @Sendable (Report) -> Void
    ) {
        Background.run("setup") {
            var failures: [String] = []
            for name in names {
                do { try step(name)?.run() } catch { failures.append("\(error)") }
            }
            for program in programs {
                do { try program.turn(on: true) } catch { failures.append("\(error)") }
            }
            var report = (try? Report(SetupPlan(.gathered(), place: nil))) ?? Report()
            report.problems = failures + report.problems
            report.failures = failures
            return report
        } then: {
            finish($0 ?? Report())
        }
    }

    private static func step(_ action: RepairAction) throws -> SetupStep? {
        let plan = try SetupPlan(.gathered(), place: nil)
        let entry = plan.entries.first { $0.name == action.rawValue }
        guard case .due(let step)? = entry?.state else { return nil }
        return step
    }
}

extension SetupRun.Report {
    fileprivate init(_ plan: SetupPlan) {
        steps = plan.steps.compactMap { step in
            RepairAction(rawValue: step.name).map { SetupRun.Step(action: $0, lines: step.lines) }
        }
        programs = [.nightFilter, .tray].filter { $0.state == .off }
        problems = plan.refusal.map { ["\($0)"] } ?? plan.gaps
    }
}
