internal import AppearanceConfig

/// One thing that setup would do, and asks about.
struct SetupStep {
    /// What is to be done.
    enum Deed {
        case write([FileChange])
        case run(Command)
    }

    /// What it is for, in a sentence.
    let purpose: String
    let deeds: [Deed]
    /// What is left to the user once it is done; empty for nothing.
    var afterwards = ""

    /// What exactly would be done: files with their lines, commands as a shell would take them.
    var lines: [String] {
        deeds.flatMap { deed in
            switch deed {
            case .write(let changes): changes.flatMap { [$0.path] + $0.marked.map { "  " + $0 } }
            case .run(let question): [question.words]
            }
        }
    }

    func carryOut() throws(CommandLineError) {
        for deed in deeds {
            switch deed {
            case .write(let changes): for change in changes { try change.write() }
            case .run(let question): try question.carryOut()
            }
        }
    }
}

extension Command {
    /// As a shell would take it.
    var words: String { ([program] + arguments).map(\.shellWord).joined(separator: " ") }

    /// Runs it for what it does; throws what it complains of.
    fileprivate func carryOut() throws(CommandLineError) {
        let answer = CommandRunner.ask([self], within: .seconds(60))[0]
        do throws(Unavailable) {
            _ = try answer.text(of: self)
        } catch {
            throw CommandLineError("\(words) was not done. \(error.why)")
        }
    }
}

/// The user's own configuration file, with keys to be changed in it.
struct ConfigurationDraft {
    /// Where the user's own is, or would be.
    private let target: String
    /// The file that counts now; nil for none.
    private let source: String?

    init(_ evidence: Evidence) throws(CommandLineError) {
        if case .failure(let failure) = evidence.configuration.content {
            throw CommandLineError(
                """
                \(failure.words)
                The configuration is not touched while it is wrong. Mend it, and run this again.
                """)
        }
        guard let target = ConfigurationPaths.candidates({ evidence.variables[$0] }).first else {
            throw CommandLineError("HOME is not set, so there is no place for a configuration.")
        }
        self.target = target
        source = evidence.configuration.path
    }

    /// The file with changes; one for everyone is copied first, as only one file ever counts.
    func change(_ changes: [ConfigurationEdit.Change]) throws(CommandLineError) -> FileChange {
        let before = try source.map { path throws(CommandLineError) in
            try FileReading.bytes(of: path, limit: 1024 * 1024)
        }
        let begun = before ?? Array("# Every key: appearancectl config default\n".utf8)
        let bytes: [UInt8]
        do throws(ConfigurationEditError) {
            bytes = try ConfigurationEdit.apply(changes, to: begun, file: source ?? target)
        } catch {
            throw CommandLineError(words(error, changes))
        }
        let isOwn = source == target
        return FileChange(
            path: target, before: isOwn ? before.map { String(decoding: $0, as: UTF8.self) } : nil,
            after: String(decoding: bytes, as: UTF8.self),
            purpose: source.map { isOwn ? "changed" : "begun as \($0)" } ?? "written")
    }

    private func words(
        _ fault: ConfigurationEditError, _ changes: [ConfigurationEdit.Change]
    ) -> String {
        switch fault {
        case .bad(let fault): fault.description
        case .entangled:
            """
            \(source ?? target) is written in a way in which it cannot be changed safely.
            Put this into it yourself:
            """ + changes.map { "\n  \($0.path) = \($0.value)" }.joined()
        }
    }
}
