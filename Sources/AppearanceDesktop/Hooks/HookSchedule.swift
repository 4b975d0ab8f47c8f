package import AppearanceModel

/// The order of the hooks: each runs at most once at a time, and last for the newest appearance.
///
/// A hook that is still busy with an earlier appearance delays only itself and the later stages, and a script
/// of darkman for one tone those for the other, so that none of them ends after one for the newest appearance.
///
/// A run of a hook costs the same however many hooks there are.
package struct HookSchedule: Sendable {
    /// The hooks of the newest appearance, in the order in which they run.
    private var hooks: [Hook] = []
    /// The index of each hook by its name.
    private var indices: [String: Int] = [:]
    private var target: Appearance?
    /// The argument for which each hook has run, or need not run.
    private var done: [String: String] = [:]
    /// The argument for which each running hook was started.
    private var running: [String: String] = [:]
    /// The hooks of each number, in order.
    private var stages: [Stage] = []
    /// The index of the first stage that may have hooks to run.
    private var current = 0

    package init() {}

    /// Returns whether a hook of this name is there, or runs.
    package func knows(_ name: String) -> Bool { running[name] != nil || indices[name] != nil }

    /// Follows another appearance, with the hooks that there are now.
    package mutating func follow(_ appearance: Appearance, by hooks: [Hook]) {
        self.hooks = hooks
        target = appearance
        indices = Dictionary(
            zip(hooks.lazy.map(\.name), hooks.indices), uniquingKeysWith: { first, _ in first })
        done = done.filter { indices[$0.key] != nil }
        for hook in hooks where !hook.runs(in: appearance) {
            done[hook.name] = hook.argument(in: appearance)
        }
        (stages, current) = ([], 0)
        for (index, hook) in hooks.enumerated() {
            if let last = stages.last, last.number == hook.stage {
                stages[stages.count - 1].range = last.range.lowerBound..<index + 1
            } else {
                stages.append(Stage(number: hook.stage, range: index..<index + 1))
            }
        }
        for index in stages.indices { fill(index) }
    }

    /// Records that a hook need not run for an argument.
    package mutating func skip(_ name: String, for argument: String) {
        guard let index = indices[name] else { return }
        change(index) { $0.done[name] = argument }
    }

    /// Returns the hooks to start now, so that at most `limit` run at the same time.
    package mutating func next(limit: Int) -> [Hook] {
        guard let target else { return [] }
        var starting: [Hook] = []
        let isOtherToneBusy = running.keys.contains { name in
            indices[name].map { !hooks[$0].runs(in: target) } ?? false
        }
        while current < stages.count {
            while running.count < limit,
                let index = stages[current].next(withOneTone: !isOtherToneBusy)
            {
                let hook = hooks[index]
                // One that has been done or started since it was put there.
                guard !isDone(hook), running[hook.name] == nil else { continue }
                running[hook.name] = hook.argument(in: target)
                starting.append(hook)
            }
            guard stages[current].undone == 0 else { break }
            current += 1
        }
        return starting
    }

    package mutating func didEnd(_ name: String) {
        guard let argument = running.removeValue(forKey: name), let index = indices[name]
        else { return }
        change(index) { schedule in
            let hook = schedule.hooks[index]
            schedule.done[name] = argument
            // The script of the other appearance alone has nothing to do any more, or has again.
            if let target = schedule.target, !hook.runs(in: target) {
                schedule.done[name] = hook.argument(in: target)
            }
        }
    }

    private func isDone(_ hook: Hook) -> Bool {
        guard let target else { return true }
        return done[hook.name] == hook.argument(in: target)
    }

    // MARK: Stages

    /// The hooks of one number, which run at the same time.
    private struct Stage {
        let number: String?
        /// Their indices.
        var range: Range<Int>
        /// The number of those that have to run, or run.
        var undone = 0
        /// The indices of those to start, the last one first; scripts for one tone may have to wait.
        var waiting: [Int] = []
        var waitingOfOneTone: [Int] = []

        init(number: String?, range: Range<Int>) {
            self.number = number
            self.range = range
        }

        mutating func next(withOneTone isAllowed: Bool) -> Int? {
            guard isAllowed, let ofOneTone = waitingOfOneTone.last else { return waiting.popLast() }
            guard let other = waiting.last, other < ofOneTone else {
                return waitingOfOneTone.popLast()
            }
            return waiting.popLast()
        }
    }

    private mutating func fill(_ stage: Int) {
        for index in stages[stage].range.reversed() where !isDone(hooks[index]) {
            stages[stage].undone += 1
            // One that runs is put there when it ends.
            guard running[hooks[index].name] == nil else { continue }
            if hooks[index].isOfOneTone {
                stages[stage].waitingOfOneTone.append(index)
            } else {
                stages[stage].waiting.append(index)
            }
        }
    }

    /// Makes a change of one hook, and counts it again.
    private mutating func change(_ index: Int, _ body: (inout HookSchedule) -> Void) {
        let wasDone = isDone(hooks[index])
        body(&self)
        let isDone = isDone(hooks[index])
        let stage = stage(of: index)
        stages[stage].undone += (wasDone ? 0 : -1) + (isDone ? 0 : 1)
        guard !isDone, running[hooks[index].name] == nil else { return }
        // An earlier stage has to run again before the later ones go on.
        current = min(current, stage)
        if hooks[index].isOfOneTone {
            Self.insert(index, into: &stages[stage].waitingOfOneTone)
        } else {
            Self.insert(index, into: &stages[stage].waiting)
        }
    }

    /// Inserts an index into a list that begins with the largest one.
    private static func insert(_ index: Int, into list: inout [Int]) {
        guard !list.contains(index) else { return }
        list.insert(index, at: list.firstIndex { $0 < index } ?? list.endIndex)
    }

    private func stage(of index: Int) -> Int {
        var (low, high) = (0, stages.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if stages[middle].range.lowerBound <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
