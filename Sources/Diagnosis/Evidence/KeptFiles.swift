internal import AppearanceConfig
package import AppearanceDesktop
internal import AppearanceEngine
internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceRecord
package import Linux

/// The files that programs keep for a later run, as far as they could not be used.
package struct KeptFiles {
    /// The restore journals that cannot be read now, or not set aside, each with the reason.
    private(set) var unusable: [(path: String, reason: String)] = []
    /// The invalid restore journals that were set aside; they may have original values.
    private(set) var journals: [String] = []
    /// The other invalid files that were set aside.
    private(set) var others: [String] = []

    /// The files that cannot be read, each with the reason.
    private(set) var unreadable: [(path: String, reason: String)] = []
    /// The folder of all of them if its disk is full; otherwise `nil`.
    private(set) var fullFolder: String?

    /// The free bytes below which a disk counts as full: the daemon writes copies of its files.
    private static let neededBytes: UInt64 = 1 << 20

    init(_ variables: [String: String]) {
        guard let folder = BaseDirectories({ variables[$0] }).state else { return }
        // The folder may be missing before the first start.
        let above = sequence(first: folder) { $0 == "/" ? nil : Path.directory(of: $0) }
        if let existing = above.first(where: Directory.exists),
            let free = Directory.freeBytes(below: existing), free < Self.neededBytes
        {
            fullFolder = folder
        }
        for name in [
            History.fileName, SavedState.fileName, HookRecords.fileName, HookRecords.testsFileName,
        ] {
            let path = "\(folder)/\(name)"
            do throws(IOError) { _ = try File.read(path, limit: 2 * Limits.historyBytes) } catch {
                guard !error.meansAbsence(of: path) else { continue }
                unreadable.append((path, error.reason(at: path)))
            }
        }
        for (scope, file) in Self.journals(in: folder) {
            switch file.read({ SettingsJournal(decoding: $0, of: scope) }) {
            case .absent, .content: break
            case .unreadable(let error): unusable.append((file.path, "\(error)"))
            case .invalid(let problem): unusable.append((file.path, "it \(problem)"))
            }
            journals += (try? file.copies()) ?? []
        }
        for name in [SavedState.fileName, HookRecords.fileName, HookRecords.testsFileName] {
            others += (try? KeptFile("\(folder)/\(name)", limit: 0).copies()) ?? []
        }
    }

    /// Returns the journals of the daemon and of the night filter in a state directory.
    package static func journals(
        in folder: String
    ) -> [(scope: SettingsJournal.Scope, file: KeptFile)] {
        let scopes = [.desktop] + NightLight.allCases.map(SettingsJournal.Scope.nightLight)
        return scopes.map { ($0, journal(of: $0, in: folder)) }
    }

    /// Returns a journal in a state directory.
    package static func journal(
        of scope: SettingsJournal.Scope, in folder: String
    ) -> KeptFile {
        KeptFile("\(folder)/\(scope.fileName)", limit: SettingsJournal.largestFile)
    }
}
