internal import AppearanceConfig
internal import AppearanceModel
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import Glibc
internal import Linux
internal import SettingsFile

extension ConfigCommand {
    struct Edit: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Edit the configuration file, which is replaced only by a valid one.",
            discussion: """
                It opens a copy in the editor of VISUAL or EDITOR, otherwise in editor, nano or vi. \
                A valid copy replaces the file in one step. Otherwise each error is shown with its \
                line, and you edit again, discard the copy or keep it. Without a configuration, the \
                copy has every key with its default as a comment; a system-wide file is copied to your folder.
                """)

        func run() throws {
            let target = try ConfigCommand.ownPath()
            let read = ConfigCommand.place.read()
            let source = read.path
            let before = try read.content()
            if source == target, !File.isReplaceable(target) {
                throw SettingsError.readOnly(path: target, target: File.resolved(target), [])
            }
            let original = before ?? Array(ConfigurationSchema.commentedFile.utf8)
            let copy = try ConfigurationCopy(original)
            guard let text = try edited(copy, from: original, target) else { return }
            let isReplaced: Bool
            do throws(CommandLineError) {
                isReplaced = try FileWriting.whileLocked(target) {
                    (lock: borrowing FileEditLock) throws(CommandLineError) in
                    // Another program may have changed the file meanwhile, such as config set.
                    let now = ConfigCommand.place.read()
                    guard now.path == source, (try? now.content()) == before else { return false }
                    return try FileWriting.replace(
                        source == target ? before : nil, by: text, in: lock)
                }
            } catch {
                throw CommandLineError("\(error.text)\n\(copy.kept)")
            }
            guard isReplaced else {
                throw CommandLineError(
                    "\(source ?? target) has changed meanwhile and is kept.\n\(copy.kept)")
            }
            copy.remove()
            StandardOutput.line("\(target) is \(before == nil ? "written" : "replaced").")
            StandardOutput.line(DaemonReload.outcome(of: text, at: target).sentence)
        }

        /// Returns the valid text that the user wrote; `nil` if the file stays unchanged.
        private func edited(
            _ copy: ConfigurationCopy, from original: [UInt8], _ target: String
        ) throws -> [UInt8]? {
            while true {
                try copy.edit(instead: original)
                let text: [UInt8]
                do throws(CommandLineError) { text = try copy.text() } catch {
                    let problem = "cannot be read after the editor; nothing was changed."
                    throw CommandLineError(
                        "\(copy.path) \(problem)\n\(error.text)\(copy.rest(of: original))")
                }
                guard text != original else {
                    copy.remove()
                    StandardOutput.line("The text is the same; nothing was changed.")
                    return nil
                }
                do throws(CommandLineError) {
                    _ = try ConfigCommand.checked(text, file: target)
                    return text
                } catch {
                    StandardError.line(error.lines)
                }
                switch CopyChoice.ask() {
                case .edit: continue
                case .discard:
                    copy.remove()
                    StandardOutput.line("Discarded; nothing was changed.")
                    ExitStatus.refused.exit()
                case .keep: throw CommandLineError("nothing was changed.\n\(copy.kept)")
                }
            }
        }
    }
}

extension ConfigurationFile {
    /// Returns the text, also of an invalid file; `nil` if there is no file.
    ///
    /// - Throws: `CommandLineError` if the file cannot be read.
    fileprivate func content() throws(CommandLineError) -> [UInt8]? {
        guard configuration == nil, problems.line == nil else { return path.map { _ in text } }
        throw CommandLineError(placed: problems.lines.joined(separator: "\n"))
    }
}

/// The answer to the question about an invalid copy.
private enum CopyChoice {
    case edit, discard, keep

    /// Asks until the answer is one; without a terminal or at the end of the input, the copy is kept.
    static func ask() -> CopyChoice {
        guard Question.isPossible else { return .keep }
        while true {
            StandardOutput.prompt("Edit again, discard or keep the copy? [E/d/k] ")
            guard let answer = readLine() else { return .keep }
            switch answer.trimmed.lowercased() {
            case "", "e", "edit": return .edit
            case "d", "discard": return .discard
            case "k", "keep": return .keep
            case _: continue
            }
        }
    }
}

/// A copy of the configuration in a folder of its own, for an editor.
struct ConfigurationCopy {
    /// The editors that are tried without VISUAL and EDITOR, the best one first.
    private static let editors = ["editor", "nano", "vi"]
    private static let name = "config.toml"

    let path: String
    private let folder: String
    /// A line of the shell that runs the editor.
    private let editor: String

    /// Creates a copy that only the user can read, once an editor is found.
    init(_ text: [UInt8]) throws {
        editor = try Self.editor()
        let parent = CurrentProcess.variable("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
        var template = Array("\(parent ?? "/tmp")/appearancectl-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandLineError(
                "cannot make a folder in \(parent ?? "/tmp"): \(Errno(rawValue: errno)).")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // Editors choose the syntax by this name.
        path = "\(folder)/\(Self.name)"
        try FileWriting.write(text, to: path)
    }

    /// The place of the copy, as a sentence; that of the folder, if an editor has left another file in it.
    var kept: String {
        let isAlone = (try? Directory.names(in: folder)) == [Self.name]
        return "The copy is kept: \(isAlone ? path : folder)"
    }

    /// Removes the copy if it has nothing of the user; returns otherwise its place, as a line that follows others.
    ///
    /// The user's are a changed text, one that cannot be read, and a file in which an editor that was killed keeps
    /// what was not saved, such as .config.toml.swp or config.toml.save.
    func rest(of original: [UInt8]) -> String {
        let names = try? Directory.names(in: folder)
        guard names == [] || names == [Self.name] && (try? text()) == original else {
            return "\n" + kept
        }
        remove()
        return ""
    }

    /// Opens the copy in the editor and waits for it.
    ///
    /// - Throws: `CommandLineError` if there is no editor, or it fails; a changed copy is kept.
    func edit(instead original: [UInt8]) throws(CommandLineError) {
        let status: Int32
        do throws(IOError) {
            // As git does: the variable may contain options.
            status = try ForegroundProgram(["/bin/sh", "-c", "\(editor) \"$@\"", editor, path])
                .exitStatus()
        } catch {
            remove()
            throw CommandLineError(
                "cannot run /bin/sh: \(error.errno.map { "\($0)" } ?? "\(error)").")
        }
        guard status != 0 else { return }
        let problem =
            [126, 127].contains(status)
            ? "cannot be run; set VISUAL or EDITOR to an editor"
            : status > 128 ? "ended by signal \(status - 128)" : "failed with status \(status)"
        throw CommandLineError(
            "the editor \"\(editor)\" \(problem). Nothing was changed.\(rest(of: original))")
    }

    /// Returns the present text.
    func text() throws(CommandLineError) -> [UInt8] {
        try FileReading.bytes(of: path, limit: ConfigurationReader.largestFile)
    }

    func remove() {
        for name in (try? Directory.names(in: folder)) ?? [] { File.remove("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func editor() throws(CommandLineError) -> String {
        for name in ["VISUAL", "EDITOR"] {
            if let editor = CurrentProcess.variable(name)?.trimmed, !editor.isEmpty {
                return editor
            }
        }
        for editor in editors where (try? ProgramPath.find(editor)) != nil { return editor }
        throw CommandLineError(
            """
            no editor was found: none of \(editors.joined(separator: ", ")) is installed.
            Set VISUAL or EDITOR to yours, or change single keys: appearancectl config set
            """)
    }
}
