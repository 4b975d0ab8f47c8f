internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import Glibc
internal import Linux

extension Evidence {
    /// Checks the files that are kept for a later run.
    func keptFileFindings() -> [Finding] {
        let findings =
            kept.unusable.map { path, reason in
                Finding.broken(
                    "The restore journal \(path.excerpt) cannot be used.",
                    because: "\(reason.excerpt). No setting in it is changed until it can be.",
                    fix: "")
            }
            + kept.unreadable.map { path, reason in
                Finding.broken(
                    "\(path.excerpt) cannot be read.",
                    because:
                        "\(reason.excerpt.capitalizedFirst). What it has is not known, and it may not be written.",
                    fix: Self.repair(of: path))
            }
            + (kept.fullFolder.map { folder in
                [
                    Finding.broken(
                        "The disk of \(folder.excerpt) is full.",
                        because:
                            "Choices, the history and original values cannot be kept. Free some space.",
                        fix: "")
                ]
            } ?? [])
            + kept.journals.map { path in
                Finding.warning(
                    "An invalid restore journal may have original values of the desktop.",
                    because:
                        "\(path.excerpt) was set aside. Set the values in it yourself, as far as it"
                        + " shows them; then remove it. Until then, resetting reports it.",
                    fix: SettingsJournal.removal(path))
            }
            + kept.others.map { path in
                Finding.warning(
                    "\(path.excerpt) was invalid, and is kept.",
                    because: "It was written by another version, or damaged. Nothing reads it.",
                    fix: SettingsJournal.removal(path))
            }
        return findings.isEmpty
            ? [.ok("Every file that is kept for a later run can be used.")] : findings
    }

    /// Returns the command that makes a file of this user readable, or moves away what is no file of theirs.
    static func repair(of path: String) -> String {
        let word = path.shellWord
        guard File.isRegular(path) else { return "mv \(word) \(word).old" }
        return File.owner(of: path) == geteuid()
            ? "chmod u+rw \(word)" : "sudo chown \"$(id -un)\" \(word)"
    }
}
