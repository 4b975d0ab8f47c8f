package import AppearanceModel

/// The order of the hooks: each runs at most once at a time, and last for the newest appearance.
///
/// A hook that is still busy with an earlier appearance delays only itself and the later stages, and a script
/// of darkman for one tone those for the other, so that none of them ends after one for the newest appearance.
package struct HookSchedule: Sendable {
    /// The hooks of the newest appearance, in the order in which they run.
    private var hooks: [Hook] = []
    private var target: Appearance?
    /// The argument for which each hook has run, or need not run.
    private var settled: [String: String] = [:]
    /// The argument for which each running hook was started.
    private var running: [String: String] = [:]

    package init() {}

    /// Returns whether a hook of this name is there, or runs.
    package func knows(_ name: String) -> Bool {
        running[name] != nil || hooks.contains { $0.name == name }
    }

    /// Follows another appearance, with the hooks that there are now.
    package mutating func follow(_ appearance: Appearance, by hooks: [Hook]) {
        self.hooks = hooks
        target = appearance
        let names = Set(hooks.map(\.name))
        settled = settled.filter { names.contains($0.key) }
        for hook in hooks where !hook.runs(in: appearance) {
            settled[hook.name] = hook.argument(in: appearance)
        }
    }

    /// Records that a hook need not run for an argument.
    package mutating func settle(_ name: String, for argument: String) { settled[name] = argument }

    /// Returns the hooks to start now, so that at most `limit` run at the same time.
    package mutating func next(limit: Int) -> [Hook] {
        guard let target else { return [] }
        var starting: [Hook] = []
        let isOtherToneBusy = hooks.contains { running[$0.name] != nil && !$0.runs(in: target) }
        for stage in stages {
            for hook in stage where !isSettled(hook) && running[hook.name] == nil {
                guard running.count < limit else { break }
                guard !isOtherToneBusy || !hook.isOfOneTone else { continue }
                running[hook.name] = hook.argument(in: target)
                starting.append(hook)
            }
            guard stage.allSatisfy(isSettled) else { break }
        }
        return starting
    }

    package mutating func didEnd(_ name: String) {
        guard let argument = running.removeValue(forKey: name),
            let hook = hooks.first(where: { $0.name == name })
        else { return }
        settled[name] = argument
        // The script of the other appearance alone has nothing to do any more, or has again.
        if let target, !hook.runs(in: target) { settled[name] = hook.argument(in: target) }
    }

    private func isSettled(_ hook: Hook) -> Bool {
        guard let target else { return true }
        return settled[hook.name] == hook.argument(in: target)
    }

    /// The hooks of each number, in order.
    private var stages: [[Hook]] {
        var stages: [[Hook]] = []
        for hook in hooks {
            if let last = stages.last?.last, last.stage == hook.stage {
                stages[stages.count - 1].append(hook)
            } else {
                stages.append([hook])
            }
        }
        return stages
    }
}
