package import AppearanceConfig
package import AppearanceModel
internal import Linux

/// A draft of the user's own configuration file.
package struct ConfigurationDraft {
    /// The configuration before the changes.
    package let configuration: Configuration
    private let place: ConfigurationPlace
    private let file: ConfigurationFile
    /// The path of the user's own file, which may not exist.
    private let target: String

    /// Creates a draft of the configuration that was read.
    ///
    /// - Throws: `SettingsError` if that is invalid, or there is no home.
    package init(_ current: CurrentConfiguration) throws(SettingsError) {
        guard let configuration = current.file.configuration else {
            throw .invalid(current.file.problems)
        }
        guard let own = current.place.own else { throw .noFolder }
        self.configuration = configuration
        place = current.place
        file = current.file
        target = own
    }

    /// Returns whether the file sets a key.
    package func sets(_ key: ConfigurationKey) -> Bool {
        ConfigurationSchema.lines(in: file.text)[key.path] != nil
    }

    /// Returns the change of the file; a system-wide file is copied, as only one file is in effect.
    ///
    /// - Parameter changes: Known keys, each with a value in its range.
    /// - Returns: A change that has not been made yet.
    /// - Throws: `SettingsError` if the file would be invalid, or cannot be edited or replaced.
    package func change(
        _ changes: [ConfigurationEdit.Change]
    ) throws(SettingsError) -> FileChange {
        let name = file.path ?? target
        let isOwn = file.path == target
        let original =
            file.path == nil
            ? Array("# Every key: appearancectl config default\n".utf8) : file.text
        let edited: [UInt8]?
        do throws(FileError) {
            edited = try ConfigurationEdit.apply(changes, to: original, file: name)
            if let edited { _ = try place.configuration(of: edited, file: target) }
        } catch {
            throw .wouldBeInvalid(path: target, error)
        }
        guard let edited else { throw .notEditable(path: name, changes) }
        if isOwn, edited != file.text, !File.isReplaceable(target) {
            throw .readOnly(path: target, target: File.resolved(target), changes)
        }
        return FileChange(
            path: target, before: isOwn ? file.text : nil, after: edited,
            purpose: file.path.map { isOwn ? "changed" : "copied from \($0)" } ?? "written")
    }
}

extension ConfigurationPlace {
    /// Returns a draft of the file as it is now.
    package func draft() throws(SettingsError) -> ConfigurationDraft {
        try ConfigurationDraft(CurrentConfiguration(self))
    }

    /// Changes keys of the file as it is now; other keys that another program changes are kept.
    ///
    /// - Returns: The change that was made, which can be undone.
    @discardableResult
    package func write(
        _ changes: [ConfigurationEdit.Change]
    ) throws(SettingsError) -> FileChange? {
        try FileChange.make { () throws(SettingsError) in try draft().change(changes) }
    }
}
