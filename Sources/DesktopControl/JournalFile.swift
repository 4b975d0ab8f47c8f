package import AppearanceDesktop
package import Linux

/// A restore journal on disk.
package struct JournalFile: Sendable {
    private let scope: SettingsJournal.Scope
    private let file: KeptFile

    package init(of scope: SettingsJournal.Scope, in directory: String) {
        self.scope = scope
        file = scope.file(in: directory)
    }

    /// Returns the journal; `nil` if it is missing, or invalid, which is logged, and then it is set aside.
    ///
    /// - Throws: `DesktopError` if its content is unknown, because it cannot be read or set aside now. Until it is,
    ///   nothing may be changed, as no original value could be kept.
    package func read(_ log: Log) throws(DesktopError) -> SettingsJournal? {
        switch file.read({ SettingsJournal(decoding: $0, of: scope) }) {
        case .absent: return nil
        case .content(let journal): return journal
        case .unreadable(.notRegularFile):
            // Anything but a file has no values, and its maker may need it.
            log.warning(
                "\(file.path) is not a regular file, so no original value can be kept in it")
            return nil
        case .unreadable(let error): throw .unread(error)
        case .invalid(let problem):
            do throws(IOError) {
                let copy = try file.setAside()
                log.warning(
                    "the restore journal in \(file.path) \(problem) and is kept as \(copy); restore the"
                        + " settings in it by hand, then remove it")
                return nil
            } catch {
                throw .unread("it \(problem), and cannot be kept with another name: \(error)")
            }
        }
    }

    /// Whether original values are in a file that was set aside.
    package func hasCopies() throws(DesktopError) -> Bool {
        do throws(IOError) { return try !file.copies().isEmpty } catch { throw .unread(error) }
    }

    /// Writes and syncs the journal; `nil` removes it.
    package func write(_ journal: SettingsJournal?) throws(DesktopError) {
        do throws(IOError) {
            guard let journal else { return try File.removeIfPresent(file.path) }
            let bytes = journal.encoded
            guard bytes.count <= SettingsJournal.largestFile
            else { throw .tooLarge(path: file.path, limitBytes: SettingsJournal.largestFile) }
            try Directory.create(Path.directory(of: file.path), mode: 0o700)
            try AtomicFile.write(bytes, to: file.path)
        } catch {
            throw .unsaved(error)
        }
    }

    /// The reasons, each with its remedy, why not everything is restored; none if everything is.
    package var unrestored: [String] {
        var reasons: [String] = []
        switch file.read({ SettingsJournal(decoding: $0, of: scope) }) {
        case .absent: break
        case .content(let journal):
            if !journal.entries.isEmpty { reasons.append("\(file.path) has settings to restore") }
            reasons += journal.unknownText(file.path).map { [$0] } ?? []
        case .unreadable(let error): reasons.append("the restore journal cannot be read: \(error)")
        case .invalid: reasons.append(SettingsJournal.invalidText(file.path))
        }
        do throws(IOError) {
            return try reasons + file.copies().map(SettingsJournal.invalidText)
        } catch {
            return reasons + ["the restore journal cannot be read: \(error)"]
        }
    }
}

extension SettingsJournal.Scope {
    /// Returns the file in a state directory.
    package func file(in directory: String) -> KeptFile {
        KeptFile("\(directory)/\(fileName)", limit: SettingsJournal.largestFile)
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
