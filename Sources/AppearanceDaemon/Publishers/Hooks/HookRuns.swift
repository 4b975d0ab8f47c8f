import AppearanceDesktop
import Linux

/// The runs of hooks that are in progress or have just ended, by which a call is found to be one of theirs.
///
/// A process belongs to a run if it is in the unit of the run; where no service manager runs hooks, if it or
/// one of those that started it has the environment of the run. A program that a hook has left behind belongs
/// to it for two seconds more, and so does a call that it sends last.
package final class HookRuns {
    /// The place where a run is.
    enum Place: Hashable {
        /// The unit of the service manager, with its suffix.
        case unit(String)
        /// A child of the daemon.
        case child(Int32)
    }

    private struct Run {
        let place: Place
        /// The number of the change that it was started for.
        let sequence: String
        /// The time of its end, of the boot clock.
        var end: Int64?
    }

    /// The time after its end for which a process belongs to a run.
    private static let afterEnd = Duration.seconds(2)
    /// The most processes that are asked for who started them.
    private static let mostAncestors = 16

    /// The last run of each hook, by its name.
    private var runs: [String: Run] = [:]
    private var inProgress = 0
    private var lastEnd: Int64 = .min

    package init() {}

    /// Whether any call can be that of a hook.
    var mayCall: Bool {
        inProgress > 0
            || lastEnd != .min && SystemClock.now().boot < lastEnd + Self.afterEnd.microseconds
    }

    func began(_ name: String, at place: Place, sequence: String) {
        if runs[name].map({ $0.end != nil }) ?? true { inProgress += 1 }
        runs[name] = Run(place: place, sequence: sequence)
    }

    func ended(_ name: String) {
        guard let run = runs[name], run.end == nil else { return }
        inProgress -= 1
        lastEnd = SystemClock.now().boot
        runs[name]?.end = lastEnd
    }

    /// Returns the hook whose run a process belongs to.
    ///
    /// - Parameters:
    ///   - process: The process that called, 0 if it is unknown.
    ///   - connected: When it has connected, of the boot clock: a process that was started later has only its
    ///     number.
    /// - Returns: The name of the hook; `nil` for none.
    func hook(of process: Int32, connectedAt connected: Int64) -> String? {
        guard process > 0, mayCall else { return nil }
        let earliest = SystemClock.now().boot - Self.afterEnd.microseconds
        runs = runs.filter { $0.value.end.map { $0 >= earliest } ?? true }
        guard ProcessTable.shows(process) else { return hookOfHidden(process) }
        // The time is a hundredth of a second too early at most.
        if let start = ProcessTable.start(of: process), start > connected { return nil }
        let units = Set(ProcessTable.groups(of: process) ?? [])
        return runs.first {
            if case .unit(let unit) = $0.value.place { units.contains(unit) } else { false }
        }?
        .key ?? hookByAncestors(process)
    }

    /// Searches the units, where other processes are hidden, as in a unit by a /proc with hidepid=.
    private func hookOfHidden(_ process: Int32) -> String? {
        runs.first { _, run in
            guard case .unit(let unit) = run.place else { return false }
            return ProcessTable.folders(ofUserUnit: unit).contains {
                ProcessTable.isMember(process, ofGroup: $0) == true
            }
        }?.key
    }

    private func hookByAncestors(_ process: Int32) -> String? {
        let own = CurrentProcess.number
        var process = process
        for _ in 0..<Self.mostAncestors {
            guard process > 1, process != own else { return nil }
            if let name = runs.first(where: { $0.value.place == .child(process) })?.key {
                return name
            }
            let variables = ProcessTable.variables(of: process) ?? [:]
            if let name = variables[Hook.nameVariable], let run = runs[name],
                run.sequence == variables[Hook.sequenceVariable]
            {
                return name
            }
            guard let parent = ProcessTable.parent(of: process) else { return nil }
            process = parent
        }
        return nil
    }
}
