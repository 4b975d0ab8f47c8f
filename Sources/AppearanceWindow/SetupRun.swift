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
    }

    /// Finds the steps, does those that are named first and starts programs, and reports what is left.
    static func start(
        doing names: [RepairAction] = [], starting programs: [SessionProgram] = [],
        _ finish: @escaping @MainActor @Sendable (Report) -> Void
    ) {
        Background.run("setup") {
            var undo = SetupUndo()
            let failures = perform(names, starting: programs, &undo)
            var report = (try? Report(SetupPlan(.gathered(), place: nil))) ?? Report()
            report.problems = failures + report.problems
            return report
        } then: {
            finish($0 ?? Report())
        }
    }

    /// Does steps that can be done now and starts programs, and returns the reasons why some failed; the changes
    /// are added to `undo`.
    static func perform(
        _ names: [RepairAction], starting programs: [SessionProgram] = [], _ undo: inout SetupUndo
    ) -> [String] {
        var failures: [String] = []
        do {
            let plan = names.isEmpty ? nil : try SetupPlan(.gathered(), place: nil)
            for name in names {
                let entry = plan?.entries.first { $0.name == name.rawValue }
                guard case .due(let step)? = entry?.state else { continue }
                do { try step.run(&undo) } catch { failures.append("\(error)") }
            }
        } catch {
            failures.append("\(error)")
        }
        for program in programs {
            do { try program.turn(on: true) } catch { failures.append("\(error)") }
        }
        return failures
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
