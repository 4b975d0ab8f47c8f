package import AppearanceConfig
package import AppearanceModel
package import Linux

/// The reason why a settings file is unchanged.
package enum SettingsError: Error, Equatable {
    /// Neither of the variables that lead to the user's folder is set.
    case noFolder
    /// The configuration is invalid already.
    case invalid(ConfigurationProblems)
    /// The changes would make the configuration invalid.
    case wouldBeInvalid(path: String, FileError)
    /// A key is written in a form that cannot be changed without its neighbours.
    case notEditable(path: String, [ConfigurationEdit.Change])
    /// The file may not be replaced: another program makes it, or it has no permission to be written.
    case readOnly(path: String, target: String, [ConfigurationEdit.Change])
    /// The file cannot be read.
    case unreadable(path: String, IOError)
    /// The file is not UTF-8, so its other bytes cannot be kept.
    case notText(path: String)
    /// The file cannot be locked or written.
    case notWritten(path: String, IOError)
    /// A program without the lock changes the file again and again.
    case changedMeanwhile(path: String)
}

extension SettingsError: CustomStringConvertible {
    /// The reason and the remedy, as sentences on one or more lines.
    package var description: String {
        switch self {
        case .noFolder:
            return "neither XDG_CONFIG_HOME nor HOME is set, so the file has no folder."
        case .invalid(let problems):
            return problems.lines.joined(separator: "\n")
                + "\nThe file is unchanged. Fix it, then run this again."
        case .wouldBeInvalid(let path, let error):
            // Without places, since the text is not written.
            let reasons = error.diagnostics.prefix(FileError.mostWritten).map {
                "\n  \($0.key): \($0.reason)"
            }
            return "\(path) is unchanged: it would be invalid." + reasons.joined()
        case .notEditable(let path, let changes):
            return "\(path) cannot be edited safely.\nChange this yourself:" + Self.lines(changes)
        case .readOnly(let path, let target, let changes):
            if target == path, File.isProtected(path) {
                return "\(path) is read-only and is unchanged: its mode permits no change."
                    + "\nTo permit changes: chmod u+w \(path)"
                    + (changes.isEmpty ? "" : "\nOr set this yourself:" + Self.lines(changes))
            }
            let link = target == path ? "" : " It is a link to \(target)."
            let maker =
                target.hasPrefix("/nix/store/") && path.hasSuffix("/appearanced/config.toml")
                ? "in services.appearanced.settings of home-manager" : "where that file is made"
            return "\(path) is read-only and is unchanged.\(link)"
                + (changes.isEmpty
                    ? "\nChange it \(maker)." : "\nSet this \(maker):" + Self.lines(changes))
        case .unreadable(let path, let error): return "\(path): \(error.reason(at: path))."
        case .notText(let path): return "\(path) is not UTF-8, so it is left alone."
        case .notWritten(let path, let error): return error.whileWriting(path)
        case .changedMeanwhile(let path):
            return "\(path) has changed meanwhile and is kept. Run this again."
        }
    }

    private static func lines(_ changes: [ConfigurationEdit.Change]) -> String {
        changes.map { "\n  \($0.line)" }.joined()
    }
}
