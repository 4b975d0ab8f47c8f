package import AppearanceDesktop
package import Linux

/// A restore journal on disk.
package struct JournalFile: Sendable {
    private let scope: SettingsJournal.Scope
    private let path: String
    /// The path under which an invalid file is kept.
    private let invalidPath: String

    package init(of scope: SettingsJournal.Scope, in directory: String) {
        self.scope = scope
        path = "\(directory)/\(scope.fileName)"
        invalidPath = "\(directory)/\(scope.invalidFileName)"
    }

    /// Returns the journal; `nil` if it is missing, or if it cannot be used, which is logged, and then the
    /// file is kept with another name.
    package func read(_ log: Log) -> SettingsJournal? {
        var problem = "is invalid"
        do throws(IOError) {
            let bytes = try File.readIfPresent(path, limit: SettingsJournal.largestFile)
            guard let bytes else { return nil }
            if let journal = SettingsJournal(decoding: bytes, of: scope) { return journal }
        } catch {
            // Anything but a file has no values, and its maker may need it.
            guard File.isRegular(path) else {
                log.warning("cannot read the restore journal: \(error)")
                return nil
            }
            problem = "cannot be read (\(error))"
        }
        log.warning("the restore journal in \(path) \(problem) and \(setAside())")
        return nil
    }

    /// Renames the file; returns the outcome, for the log.
    private func setAside() -> String {
        let remedy = "restore the settings in it by hand"
        do throws(IOError) {
            try File.move(path, to: invalidPath)
            return "is kept as \(invalidPath); \(remedy)"
        } catch {
            return "will be replaced, as it cannot be kept as \(invalidPath) (\(error)); \(remedy)"
        }
    }

    /// Writes and syncs the journal; `nil` removes it.
    package func write(_ journal: SettingsJournal?) throws(DesktopError) {
        guard let journal else { return File.remove(path) }
        let bytes = journal.encoded
        do throws(IOError) {
            guard bytes.count <= SettingsJournal.largestFile
            else { throw .tooLarge(path: path, limitBytes: SettingsJournal.largestFile) }
            try Directory.create(Path.directory(of: path), mode: 0o700)
            try AtomicFile.write(bytes, to: path)
        } catch {
            throw .unsaved(error)
        }
    }
}

extension SettingsJournal {
    /// Checks that the journal can keep these values of a setting.
    package static func check(_ values: [String?]) throws(DesktopError) {
        for case let value? in values where value.utf8.count > largestValue {
            throw .unsaved("a value has \(value.utf8.count) bytes, more than \(largestValue)")
        }
    }
}
