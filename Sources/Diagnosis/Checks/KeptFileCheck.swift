internal import AppearanceDesktop
internal import Console

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
}
