package import Console
internal import Glibc
internal import Linux
package import SettingsFile

/// The change that makes the desktop portal ask appearanced for settings, and its undoing.
package struct PortalRouting {
    package let folders: PortalFolders

    /// Returns the routing of the session of this program.
    package static func ofThisSession() throws(CommandLineError) -> PortalRouting {
        guard let folders = PortalFolders({ CurrentProcess.variable($0) }) else {
            throw CommandLineError(
                """
                HOME is not set, so portals.conf has no folder.
                Run this inside your login session.
                """)
        }
        return PortalRouting(folders: folders)
    }

    /// The backend file of appearanced if the portal does not read it.
    package var unread: UnreadBackend? { UnreadBackend(InstalledPortal(folders), folders) }

    // MARK: Installing

    /// Makes the changes, and calls a function after each.
    package func install(_ didMake: (FileChange) -> Void) throws(SettingsError) {
        let plans: [() throws(SettingsError) -> FileChange?] = [
            backendInstallation, preferenceInstallation,
        ]
        for plan in plans { if let change = try FileChange.make(plan) { didMake(change) } }
    }

    /// Returns the changes that `install` would make; none if it was run before.
    func installation() throws(SettingsError) -> [FileChange] {
        try [backendInstallation(), preferenceInstallation()].compactMap(\.self)
    }

    /// The backend file of the user.
    private var ownBackend: String { "\(folders.ownBackends)/\(ShippedPortal.fileName)" }

    /// Returns the new backend file of the user; `nil` if the system or the user has one.
    private func backendInstallation() -> FileChange? {
        guard folders.shippedFile == nil else { return nil }
        return FileChange(
            path: ownBackend, before: nil,
            after: Array(ShippedPortal.text.utf8),
            purpose: "written")
    }

    private func preferenceInstallation() throws(SettingsError) -> FileChange? {
        let path = folders.file(in: folders.own)
        var file = if let path { try readToChange(path) } else { try newPreferences() }
        let before = file
        let isRepair = file.startsEveryBackend
        file.putFirst(otherwise: try backendsElsewhere() ?? PortalsFile.usualBackends)
        guard file != before || path == nil else { return nil }
        return FileChange(
            path: path ?? folders.newFile, before: path.map { _ in Array(before.text.utf8) },
            after: Array(file.text.utf8),
            purpose: isRepair
                ? "the portal no longer starts every installed backend for settings"
                : "the portal asks appearanced for settings first")
    }

    /// Returns a copy of the desktop's file: older portals read the user's file and no other.
    private func newPreferences() throws(SettingsError) -> PortalsFile {
        guard let path = folders.others.lazy.compactMap(folders.file).first else {
            return PortalsFile("\(Self.header)\n[preferred]\n\(Self.plainDefault)\n")
        }
        return PortalsFile("\(Self.header), after \(path)\n\(try read(path).text)")
    }

    private static let header = "# Written by appearancectl portal install"
    private static let plainDefault = "default=gtk"

    private func backendsElsewhere() throws(SettingsError) -> [String]? {
        for folder in folders.others {
            if let path = folders.file(in: folder), let backends = try read(path).backends {
                return backends
            }
        }
        return nil
    }

    // MARK: Removing

    /// The action left to the user after files were changed by hand.
    package static let restart =
        "Restart the portal, or log in again: systemctl --user restart xdg-desktop-portal"

    /// Returns the changes that `remove` would make, without those of files that cannot be read.
    func removal() -> [FileChange] {
        (ownFiles.map { try? restoration(of: $0) } + [try? backendRemoval()]).compactMap(\.self)
    }

    /// Undoes the changes as far as possible; returns a line for each, and the reasons for the rest.
    package func remove() -> (report: [String], failures: [String]) {
        var result: (report: [String], failures: [String]) = ([], [])
        func undo(_ plan: () throws(SettingsError) -> FileChange?) {
            do throws(SettingsError) {
                guard let made = try FileChange.make(plan) else { return }
                result.report.append("\(made.path): \(made.purpose)")
            } catch {
                result.failures.append("\(error)")
            }
        }
        for path in ownFiles { undo { () throws(SettingsError) in try restoration(of: path) } }
        undo(backendRemoval)
        return result
    }

    /// The user's files of all desktops, because the user may have changed the desktop.
    private var ownFiles: [String] {
        FileWriting.files(in: folders.own).filter { $0.hasSuffix("portals.conf") }
    }

    private func restoration(of path: String) throws(SettingsError) -> FileChange? {
        // A file that does not name appearanced may be of any kind.
        guard try read(path).namesAppearanced else { return nil }
        let before = try readToChange(path)
        var file = before
        file.restore()
        let isCopy = isUnchangedCopy(file)
        return FileChange(
            path: path, before: Array(before.text.utf8),
            after: isCopy ? nil : Array(file.text.utf8),
            purpose: isCopy ? "removed; it had no other purpose" : "restored")
    }

    /// Returns whether a file contains only lines that `install` wrote.
    private func isUnchangedCopy(_ file: PortalsFile) -> Bool {
        guard let header = file.lines.first, header.hasPrefix(Self.header) else { return false }
        let rest = file.withoutFirstLine
        guard let path = header.split(separator: " after ").last, header.contains(" after ") else {
            return rest == PortalsFile("[preferred]\n\(Self.plainDefault)\n")
        }
        return (try? read(String(path))) == rest
    }

    private func backendRemoval() throws(SettingsError) -> FileChange? {
        let text = Array(ShippedPortal.text.utf8)
        guard File.exists(ownBackend), try bytes(of: ownBackend) == text else { return nil }
        return FileChange(path: ownBackend, before: text, after: nil, purpose: "removed")
    }

    // MARK: Files

    private static let limit = 1024 * 1024

    private func bytes(of path: String) throws(SettingsError) -> [UInt8] {
        do throws(IOError) { return try File.read(path, limit: Self.limit) } catch {
            throw .unreadable(path: path, error)
        }
    }

    private func read(_ path: String) throws(SettingsError) -> PortalsFile {
        PortalsFile(String(decoding: try bytes(of: path), as: UTF8.self))
    }

    /// Reads a file that is to be changed, of which every other byte must be kept.
    private func readToChange(_ path: String) throws(SettingsError) -> PortalsFile {
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw .notText(path: path)
        }
        return PortalsFile(text)
    }
}
