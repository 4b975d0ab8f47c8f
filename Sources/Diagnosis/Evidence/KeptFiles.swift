internal import AppearanceConfig
package import AppearanceDesktop
internal import AppearanceEngine
internal import AppearanceModel
package import Linux

/// The files that programs keep for a later run, as far as they could not be used.
package struct KeptFiles {
    /// The restore journals that cannot be read now, or not set aside, each with the reason.
    private(set) var unusable: [(path: String, reason: String)] = []
    /// The invalid restore journals that were set aside; they may have original values.
    private(set) var journals: [String] = []
    /// The other invalid files that were set aside.
    private(set) var others: [String] = []

    init(_ variables: [String: String]) {
        guard let folder = BaseDirectories({ variables[$0] }).state else { return }
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
