internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Linux

struct HooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hooks",
        abstract: "List, test, enable and disable the programs that run at each change.",
        discussion: """
            A hook is an executable file in ~/.config/appearanced/hooks.d, or in \
            appearanced/hooks.d below a folder of XDG_DATA_HOME or XDG_DATA_DIRS. Its first \
            argument is light, dark or night.

              appearancectl hooks
              appearancectl hooks test 10-terminal dark
            """,
        subcommands: [List.self, Test.self, Enable.self, Disable.self], defaultSubcommand: List.self
    )
}

extension HooksCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List every hook in the order in which they run, with its last run.",
            discussion: "A file that never runs is listed with the reason.")

        @Flag(help: "Print one JSON array.")
        var json = false

        func run() throws {
            let hooks = HooksOfUser.current()
            guard !json else { return StandardOutput.json(HooksText.json(hooks)) }
            HooksText.lines(hooks, now: .now).forEach(StandardOutput.line)
        }
    }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "test",
            abstract: "Run a hook now, with its output here.",
            discussion: """
                It runs as at a change to the given appearance, by default the present one, but \
                with the environment of this terminal. The appearance does not change. The exit \
                status is 1 if the hook fails, or never runs in this appearance. The result is \
                listed as its last run.
                """)

        @Argument(help: "The name of a hook.", completion: .hookNames)
        var name: String

        @Argument(
            help: "light, dark or night; without it, the present appearance.",
            completion: .list(Appearance.allCases.map(\.rawValue)), transform: Self.appearance)
        var appearance: Appearance?

        func run() throws {
            let hooks = HooksOfUser.current()
            let entry = try hooks.entry(name)
            let hook = entry.hook
            if case .flawed(let flaw) = entry.state { throw flaw.error(hook.path, hooks.folders) }
            var snapshot: Snapshot?
            do {
                snapshot = try Request.getStatus.status()
            } catch {
                guard appearance != nil else { throw error }
            }
            guard let appearance = appearance ?? snapshot?.appearance else { return }
            guard hook.runs(in: appearance) else { throw Self.neverRuns(hook, in: appearance) }
            let run = HookTrial.run(hook, in: appearance, snapshot, timeout: hooks.settings.timeout)
            do throws(CommandLineError) { try hooks.record(run, of: hook.name) } catch {
                StandardError.line("appearancectl: the test is not recorded: \(error.text)")
            }
            guard run.isSuccess else { throw CommandLineError("hook \(hook.name) \(run.result).") }
            StandardError.line("appearancectl: hook \(hook.name) \(run.result).")
        }

        private static func neverRuns(_ hook: Hook, in appearance: Appearance) -> CommandLineError {
            let others = Appearance.allCases.filter(hook.runs).map(\.rawValue)
            let command = HooksOfUser.testCommand(hook.name, others.first)
            return CommandLineError(
                """
                \(hook.name.withoutControls) does not run in \(appearance.rawValue), only in \
                \(others.joined(separator: " and ")).
                To run it: \(command)
                """)
        }

        private static func appearance(_ text: String) throws -> Appearance {
            guard let appearance = Appearance(rawValue: text) else {
                throw ValidationError("must be light, dark or night")
            }
            return appearance
        }
    }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable", abstract: "Let a hook run at the next change.",
            discussion: """
                A ready-made hook is linked into your folder; the link to /dev/null that switches a \
                hook off is removed; your own file loses the end .disabled of its name, or is made \
                executable.
                """)

        @Argument(help: "The name of a hook.", completion: .hookNames)
        var name: String

        func run() throws {
            StandardOutput.verbatim(StyledLine(try HookSwitch.enable(name)))
        }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable", abstract: "Let a hook run no more.",
            discussion: """
                The link to a ready-made hook is removed, and the hook then restores the colours of its \
                program; your own file is renamed to NAME.disabled; the file of a package is \
                switched off by a link to /dev/null in your folder; a script of darkman in your \
                folder is made not executable.
                """)

        @Argument(help: "The name of a hook.", completion: .hookNames)
        var name: String

        func run() throws {
            StandardOutput.verbatim(StyledLine(try HookSwitch.disable(name)))
        }
    }
}

extension CompletionKind {
    fileprivate static var hookNames: CompletionKind {
        .custom { _, _, _ in HooksOfUser.current().catalog.entries.map(\.hook.name) }
    }
}

/// The output of `appearancectl hooks list`.
enum HooksText {
    static func lines(_ hooks: HooksOfUser, now: WallTime) -> [String] {
        let entries = hooks.catalog.entries
        guard !entries.isEmpty else {
            return [
                "There are no hooks.",
                hooks.folders.own.map { "Make a script executable and put it here: \($0)" }
                    ?? "Neither XDG_CONFIG_HOME nor HOME is set, so there is no folder for them.",
            ]
        }
        var table = Table()
        table.add("NAME", "STATE", "LAST RUN", "FILE")
        for entry in entries {
            table.add(
                entry.hook.name, state(entry.state),
                hooks.lastRun(entry.hook.name).map { last($0, isTest: $1, now: now) } ?? "–",
                entry.hook.path)
        }
        return table.lines.prefix(1)
            + zip(table.lines.dropFirst(), entries).flatMap { line, entry in
                guard case .flawed(let flaw) = entry.state else { return [line] }
                let fix = flaw.fix(entry.hook.path, hooks.folders).map { "; \($0)" } ?? ""
                return [line, "   never runs: \(flaw.rawValue)\(fix)"]
            }
    }

    private static func last(_ run: HookRun, isTest: Bool, now: WallTime) -> String {
        let word = isTest ? "test of " : ""
        return "\(word)\(run.argument) at \(LocalTime(run.startedAt).text(now: now)): \(run.result)"
    }

    private static func state(_ state: HookCatalog.State) -> String {
        switch state {
        case .on: "on"
        case .off: "off"
        case .available: "available"
        case .flawed: "flawed"
        }
    }

    static func json(_ hooks: HooksOfUser) -> JSON {
        .array(
            hooks.catalog.entries.map { entry in
                let problem: JSON =
                    if case .flawed(let flaw) = entry.state { .string(flaw.rawValue) } else {
                        .null
                    }
                return [
                    "name": .string(entry.hook.name), "path": .string(entry.hook.path),
                    "state": .string(state(entry.state)), "problem": problem,
                    "last_run": hooks.lastRun(entry.hook.name).map { $0.json(isTest: $1) } ?? .null,
                ]
            })
    }
}

extension HookRun {
    fileprivate func json(isTest: Bool) -> JSON {
        var (status, problem): (JSON, JSON) = (.null, .null)
        let ending: String
        switch self.ending {
        case .exited(let code): (ending, status) = ("exited", .integer(code))
        case .killed(let signal): (ending, status) = ("killed", .integer(signal))
        case .timedOut: ending = "timed_out"
        case .notStarted(let reason): (ending, problem) = ("not_started", .string(reason))
        case .unknown: ending = "unknown"
        }
        return [
            "argument": .string(argument), "started_at": .integer(startedAt.microsecondsSinceEpoch),
            "duration": .integer(duration.count), "ending": .string(ending), "status": status,
            "problem": problem, "test": .bool(isTest),
        ]
    }
}
