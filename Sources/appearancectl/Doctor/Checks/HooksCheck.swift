internal import AppearanceDesktop
internal import AppearanceModel

/// A check for hooks that never run, or that failed.
struct HooksCheck: Check {
    let name = "hooks"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let hooks = evidence.hooks
        let flawed = hooks.catalog.entries.compactMap { entry -> Finding? in
            guard case .flawed(let flaw) = entry.state else { return nil }
            return .warning(
                "\(entry.hook.path) never runs.", because: "As a hook, \(flaw.text).",
                fix: flaw.fix(entry.hook.path, hooks.folders) ?? "")
        }
        let failed = hooks.catalog.hooks.compactMap { hook -> Finding? in
            guard let run = hooks.records.runs[hook.name], !run.isSuccess else { return nil }
            return .warning(
                "The hook \(hook.name) fails.", because: "Its last run \(run.result).",
                fix: "appearancectl hooks test \(hook.name.shellWord) \(run.argument)")
        }
        guard flawed.isEmpty, failed.isEmpty else { return flawed + failed }
        let count = hooks.catalog.hooks.count
        guard count > 0 else { throw Unavailable("There are none.") }
        return [.ok("\(count == 1 ? "1 hook runs" : "\(count) hooks run") at each change.")]
    }
}
