internal import AppearanceDesktop
package import Console
internal import Glibc
internal import Linux

/// Switches hooks on and off: each time in one step to the other commands that do.
package struct HookSwitch {
    private let hooks: HooksOfUser

    /// Enables a hook; returns the result as a sentence, with the undo of a change.
    package static func enable(_ name: String) throws(CommandLineError) -> String {
        var wasOn = false
        let result = try inOneStep(for: name) { (current, entry) throws(CommandLineError) in
            if case .on = entry.state { wasOn = true }
            return try current.enable(entry)
        }
        return wasOn ? result : "\(result)\nUndo: \(HooksOfUser.command("disable", name))"
    }

    /// Disables a hook; returns the result as a sentence, with the undo of a change.
    package static func disable(_ name: String) throws(CommandLineError) -> String {
        var wasOn = false
        let (report, failure) = try disable(name, wasOn: &wasOn)
        let result = report + (failure.map { "\n\($0)" } ?? "")
        return wasOn ? "\(result)\nUndo: \(HooksOfUser.command("enable", name))" : result
    }

    /// Disables a hook; returns the result as a sentence, and the reason if its program keeps our colours.
    private static func disable(
        _ name: String, wasOn: inout Bool
    ) throws(CommandLineError) -> (report: String, failure: String?) {
        var removed: String?
        let result = try inOneStep(for: name) { (current, entry) throws(CommandLineError) in
            if case .on = entry.state { wasOn = true }
            return try current.disable(entry, removed: &removed)
        }
        // Without the lock, for the hook may take seconds.
        guard let removed else { return (result, nil) }
        let reset = Command(removed, "reset")
        do throws(CommandLineError) {
            _ = try CommandRunner.run([reset], within: .seconds(10))[0].text(of: reset)
            return (result, nil)
        } catch {
            let failure = """
                The colours of the program of \(name) could not be restored. \(error.text)
                To try again: \(reset.shellText)
                """
            return (result, failure)
        }
    }

    /// Disables every ready-made hook; returns a sentence for each, and the reasons for what could not be done.
    package static func disableReady() -> (report: [String], failures: [String]) {
        var (report, failures): ([String], [String]) = ([], [])
        var wasOn = false
        for hook in HooksOfUser.current().enabledReadyHooks {
            do throws(CommandLineError) {
                let result = try disable(hook.name, wasOn: &wasOn)
                report.append(result.report)
                failures += result.failure.map { [$0] } ?? []
            } catch {
                failures.append(error.text)
            }
        }
        return (report, failures)
    }

    /// Calls a function with the hook as it is now, while no other command switches hooks.
    private static func inOneStep(
        for name: String,
        _ body: (HookSwitch, HookCatalog.Entry) throws(CommandLineError) -> String
    ) throws(CommandLineError) -> String {
        let hooks = HooksOfUser.current()
        // An unknown name makes no folder.
        let entry = try hooks.entry(name)
        guard let own = hooks.folders.own(of: entry.hook.kind) else {
            return try body(HookSwitch(hooks: hooks), entry)
        }
        return try FileWriting.whileLocked(folder: own) { () throws(CommandLineError) in
            let hooks = HooksOfUser.current()
            return try body(HookSwitch(hooks: hooks), try hooks.entry(name))
        }
    }

    private func enable(_ entry: HookCatalog.Entry) throws(CommandLineError) -> String {
        let name = entry.hook.name
        let path = entry.hook.path
        switch entry.state {
        case .on: return "\(name) is on already."
        case .off where entry.hook.isDisabled:
            let enabled = String(path.dropLast(Hook.disabledSuffix.count))
            try FileWriting.rename(path, to: enabled)
            return "Renamed \(path) to \(name).\n" + Self.nextRun(name)
        case .off where entry.hook.kind.isDarkmans && !File.isExecutable(path):
            return try makeExecutable(path, name)
        case .off:
            let mask = try mask(entry.hook)
            try FileWriting.remove(mask)
            guard hooks.folders.isReady(path) else {
                return "Removed \(mask).\n" + Self.nextRun(name)
            }
            return try link(entry.hook)
        case .available: return try link(entry.hook)
        case .flawed(.notExecutable):
            return try makeExecutable(path, name)
        case .flawed(let flaw): throw flaw.error(path, hooks.folders)
        }
    }

    private func disable(
        _ entry: HookCatalog.Entry, removed: inout String?
    ) throws(CommandLineError) -> String {
        let name = entry.hook.name
        let path = entry.hook.path
        switch entry.state {
        case .off: return "\(name) is off already."
        case .available: return "\(name) is ready-made and not enabled, so it does not run."
        case .flawed(let flaw): return "\(name) never runs: \(flaw.rawValue)."
        case .on: break
        }
        guard hooks.folders.isOwn(path, of: entry.hook.kind) else {
            guard entry.hook.kind == .own else {
                throw CommandLineError(
                    """
                    \(path) is a script of darkman that a package installed.
                    To run none of darkman's scripts: darkman = false under [hooks]
                    """)
            }
            let mask = try mask(entry.hook)
            try FileWriting.link(mask, to: "/dev/null")
            return "Linked \(mask) to /dev/null; \(path) does not run any more."
        }
        if let target = File.linkTarget(path) {
            let result = try disable(link: path, to: target)
            removed = target
            return result
        }
        guard entry.hook.kind == .own else {
            // darkman would run it under any name.
            try changeMode(of: path) { $0 & ~0o111 }
            return "Made \(path) not executable; it does not run any more."
        }
        let disabled = path + Hook.disabledSuffix
        try FileWriting.rename(path, to: disabled)
        return "Renamed \(path) to \(name)\(Hook.disabledSuffix); it does not run any more."
    }

    private func makeExecutable(_ path: String, _ name: String) throws(CommandLineError) -> String {
        try changeMode(of: path) { $0 | 0o111 & ($0 >> 2 | 0o100) }
        return "Made \(path) executable.\n" + Self.nextRun(name)
    }

    /// Removes the link to a ready-made hook.
    ///
    /// A link of the user's own could not be made again.
    private func disable(link path: String, to target: String) throws(CommandLineError) -> String {
        guard hooks.folders.isReady(target) else {
            throw CommandLineError(
                """
                \(path) is a link of yours to \(target).
                To disable it: rm \(path.shellWord)
                """)
        }
        try FileWriting.remove(path)
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let others = hooks.folders.folders(of: .own).dropFirst().map { "\($0)/\(name)" }
        guard let other = others.first(where: FileWriting.exists) else {
            return "Removed the link \(path); \(name) does not run any more."
        }
        // Otherwise the file of a package would run in its place.
        try FileWriting.link(path, to: "/dev/null")
        return "Linked \(path) to /dev/null; neither \(target) nor \(other) runs any more."
    }

    private func link(_ hook: Hook) throws(CommandLineError) -> String {
        let link = try mask(hook)
        try FileWriting.link(link, to: hook.path)
        return "Linked \(link) to \(hook.path).\n" + Self.nextRun(hook.name)
    }

    private static func nextRun(_ name: String) -> String {
        "It runs at the next change. To run it now: \(HooksOfUser.testCommand(name))"
    }

    /// Returns the path of the link that switches a hook off.
    private func mask(_ hook: Hook) throws(CommandLineError) -> String {
        guard let own = hooks.folders.own(of: hook.kind) else {
            throw CommandLineError("neither XDG_CONFIG_HOME nor HOME is set.")
        }
        return "\(own)/\(hook.fileName)"
    }

    private func changeMode(
        of path: String, _ change: (mode_t) -> mode_t
    ) throws(CommandLineError) {
        var status = stat()
        guard stat(path, &status) == 0, chmod(path, change(status.st_mode & 0o7777)) == 0 else {
            throw CommandLineError("cannot change \(path): \(Errno.current).")
        }
    }
}
