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

    /// Returns the journal; `nil` if it is missing, or if it is invalid, which is logged, and then the
    /// file is kept with another name.
    package func read(_ log: Log) -> SettingsJournal? {
        StoredFile.read(
            path, limit: SettingsJournal.largestFile,
            ifInvalid: "is kept as \(invalidPath); restore the settings in it by hand",
            subject: "the restore journal", log: log
        ) { bytes in
            let journal = SettingsJournal(decoding: bytes, of: scope)
            if journal == nil { try? File.move(path, to: invalidPath) }
            return journal
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
