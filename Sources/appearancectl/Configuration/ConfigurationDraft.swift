internal import AppearanceConfig
internal import AppearanceModel
internal import Console
internal import Glibc

/// A draft of the user's own configuration file.
struct ConfigurationDraft {
    /// The configuration before the changes.
    let configuration: Configuration
    /// The path of the user's own file, which may not exist.
    private let target: String
    /// The file in effect; `nil` if there is none.
    private let source: String?

    init(
        _ current: CurrentConfiguration, _ variables: [String: String]
    ) throws(CommandLineError) {
        if let problem = current.problem {
            throw CommandLineError(
                """
                \(problem.text)
                The file is unchanged. Fix it, then run this again.
                """)
        }
        target = try ConfigCommand.ownPath { variables[$0] }
        source = current.path
        configuration = current.values
    }

    /// Returns a draft of the file that the environment of this program selects.
    static func current() throws(CommandLineError) -> ConfigurationDraft {
        let variables = RunningProgram.variables(of: getpid())
        return try ConfigurationDraft(CurrentConfiguration(variables), variables)
    }

    /// Changes keys of the file as it is now; other keys that another command changes are kept.
    static func write(_ changes: [ConfigurationEdit.Change]) throws(CommandLineError) -> FileChange?
    {
        try FileChange.make { () throws(CommandLineError) in try current().change(changes) }
    }

    /// Returns the change of the file; a system-wide file is copied, as only one file is in effect.
    func change(_ changes: [ConfigurationEdit.Change]) throws(CommandLineError) -> FileChange {
        let before = try source.map(ConfigCommand.bytes)
        let original = before ?? Array("# Every key: appearancectl config default\n".utf8)
        let file = source ?? target
        let edited: [UInt8]?
        do throws(FileError) {
            edited = try ConfigurationEdit.apply(changes, to: original, file: file)
        } catch {
            throw CommandLineError(error, inResultFor: target)
        }
        guard let bytes = edited else {
            throw CommandLineError(
                """
                \(file) cannot be edited safely.
                Add this yourself:
                """ + changes.map { "\n  \($0.path) = \($0.value)" }.joined())
        }
        let isOwn = source == target
        return FileChange(
            path: target, before: isOwn ? before.map { String(decoding: $0, as: UTF8.self) } : nil,
            after: String(decoding: bytes, as: UTF8.self),
            purpose: source.map { isOwn ? "changed" : "copied from \($0)" } ?? "written")
    }
}

extension FileChange {
    /// Returns the configuration of the new text.
    func configuration() throws(CommandLineError) -> Configuration {
        do throws(FileError) {
            return try ConfigurationReader.read(Array(after.utf8), file: path, zones: .machine)
        } catch {
            throw CommandLineError(error, inResultFor: path)
        }
    }
}

extension CommandLineError {
    /// Creates an error of a file that would be invalid: without places, since it is not written.
    fileprivate init(_ error: FileError, inResultFor path: String) {
        let reasons = error.diagnostics.prefix(FileError.mostWritten).map {
            "\n  \($0.key): \($0.reason)"
        }
        self.init("\(path) is unchanged: it would be invalid." + reasons.joined())
    }
}

/// The difference of two settings of ambient light, as keys of the configuration.
struct AmbientDifference {
    private let before: Configuration
    /// The changed keys, each with its new value.
    let changes: [ConfigurationEdit.Change]

    init(from before: AmbientSettings, to after: AmbientSettings) {
        func configuration(_ ambient: AmbientSettings) -> Configuration {
            var configuration = Configuration()
            configuration.ambient = ambient
            return configuration
        }
        let (old, new) = (configuration(before), configuration(after))
        self.before = old
        changes = ConfigurationSchema.keys.compactMap { key in
            guard let value = key.text(in: new), value != key.text(in: old) else { return nil }
            return ConfigurationEdit.Change(key.path, to: value)
        }
    }

    /// A line for each changed key, with its present and its new value.
    var lines: [String] {
        var table = Table()
        for change in changes {
            let old = ConfigurationSchema.key(at: change.path)?.text(in: before) ?? "absent"
            table.add("  \(change.path)", "\(old) → \(change.value)")
        }
        return table.lines
    }

    /// The command that makes the changes.
    var command: String {
        "appearancectl config set" + changes.map { " \($0.path) \($0.value.shellWord)" }.joined()
    }
}
