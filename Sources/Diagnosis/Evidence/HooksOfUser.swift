package import AppearanceDesktop
package import AppearanceModel
package import Console
internal import Glibc
internal import Linux
internal import SettingsFile

/// The hooks of this user and their last runs, as the files show them.
package struct HooksOfUser {
    package let folders: HookFolders
    package let settings: HookSettings
    package let catalog: HookCatalog
    /// The last runs by the daemon.
    package let records: HookRecords
    /// The last runs by `appearancectl hooks test`.
    package let tests: HookRecords
    /// The directory of the state; `nil` without a home.
    package let state: String?

    package init(_ environment: (String) -> String?, _ configuration: Configuration) {
        let directories = BaseDirectories(environment)
        folders = HookFolders(directories)
        settings = configuration.hooks
        catalog = HookCatalog(folders, darkman: settings.darkman, .ofThisMachine)
        state = directories.state
        records = Self.records(HookRecords.fileName, in: state)
        tests = Self.records(HookRecords.testsFileName, in: state)
    }

    /// Reads the files by the environment of this program, with its configuration in effect.
    package static func current() -> HooksOfUser {
        let variable = { (name: String) in CurrentProcess.variable(name) }
        return HooksOfUser(variable, CurrentConfiguration(ConfigurationPlace(variable)).values)
    }

    private static func records(_ fileName: String, in folder: String?) -> HookRecords {
        let bytes = folder.flatMap {
            try? FileReading.bytes(of: "\($0)/\(fileName)", limit: HookRecords.largestFile)
        }
        return bytes.flatMap { HookRecords(decoding: $0) } ?? HookRecords()
    }

    /// Returns the last run of a hook, by the daemon or as a test.
    package func lastRun(_ name: String) -> (run: HookRun, isTest: Bool)? {
        let run = records.runs[name]
        guard let test = tests.runs[name], run.map({ $0.startedAt < test.startedAt }) ?? true
        else { return run.map { ($0, false) } }
        return (test, true)
    }

    /// Returns whether a hook has succeeded as a test since a run, with the same argument.
    func hasPassedTest(_ name: String, since run: HookRun) -> Bool {
        guard case (let test, true)? = lastRun(name) else { return false }
        return test.isSuccess && test.argument == run.argument
    }

    /// Returns the hook of a name.
    ///
    /// - Throws: `CommandLineError` with the nearest name if there is none.
    package func entry(_ name: String) throws(CommandLineError) -> HookCatalog.Entry {
        if let entry = catalog[name] { return entry }
        let near = Suggestion.nearest(to: name, among: catalog.entries.map(\.hook.name))
        let hint = near.map { "; did you mean \($0.withoutControls)?" } ?? "."
        throw CommandLineError(
            "no hook '\(name.withoutControls)'\(hint)\nSee them all: appearancectl hooks")
    }

    /// The ready-made hooks that are on.
    var enabledReadyHooks: [Hook] {
        catalog.hooks.filter { File.linkTarget($0.path).map(folders.isReady) ?? false }
    }

    /// Whether darkman has scripts that would run with `hooks.darkman`.
    package var hasScriptsOfDarkman: Bool {
        HookCatalog(folders, darkman: true, .ofThisMachine).hooks.contains { $0.kind.isDarkmans }
    }
}

extension HookFiles {
    fileprivate static var ofThisMachine: HookFiles {
        HookFiles(
            names: { try? Directory.namesIfPresent(in: $0) }, linkTarget: File.linkTarget,
            isRegular: File.isRegular, isExecutable: File.isExecutable)
    }
}

extension HooksOfUser {
    /// Returns the command that tests a hook, as typed into a shell.
    package static func testCommand(_ name: String, _ argument: String? = nil) -> String {
        command("test", name) + (argument.map { " \($0)" } ?? "")
    }

    /// Returns the command that does something with a hook, such as `enable`, as typed into a shell.
    package static func command(_ verb: String, _ name: String) -> String {
        "appearancectl hooks \(verb) " + (name.hasPrefix("-") ? "-- " : "") + name.shellWord
    }
}

extension HookCatalog.Flaw {
    /// The command that fixes it; `nil` if there is none.
    package func fix(_ path: String, _ folders: HookFolders) -> String? {
        switch self {
        case .notExecutable: "chmod +x \(path.shellWord)"
        case .dangling: "rm \(path.shellWord)"
        case .unreadable: "chmod u+rx \(path.shellWord)"
        case .unreadFolder: folders.own.map { "mv \(path.shellWord) \($0.shellWord)/" }
        case .notRegular, .hiddenName, .invalidName, .noFolder, .tooMany: nil
        }
    }

    /// The reason why a file cannot be run as a hook, with the command that fixes it.
    package func error(_ path: String, _ folders: HookFolders) -> CommandLineError {
        let remedy = fix(path, folders).map { "\nTo fix it: \($0)" } ?? ""
        return CommandLineError("\(path.withoutControls) never runs: \(rawValue).\(remedy)")
    }
}
