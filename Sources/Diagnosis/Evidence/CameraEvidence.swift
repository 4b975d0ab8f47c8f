package import AppearanceEngine
package import AppearanceModel
internal import CameraLight
internal import Linux

/// A camera that measures light, as `appearance-camera` has left it.
package struct CameraEvidence {
    /// The program, and the name of its unit.
    static let program = "appearance-camera"

    /// The camera that a killed grab has left with manual exposure; `nil` for none.
    private(set) var left: CameraName?
    /// The restore journal that cannot be used, with the reason; `nil` if it can.
    private(set) var unusable: (path: String, reason: String)?
    /// The state of the program; `nil` if it has never measured.
    private var state: CameraState?

    /// Reads the files of the program below the state directory of an environment.
    package init(_ environment: (String) -> String?) {
        guard let folder = BaseDirectories(environment).state else { return }
        let file = KeptFile("\(folder)/\(CameraState.fileName)", limit: CameraState.largestFile)
        if case .content(let content) = file.read(CameraState.init(decoding:)) { state = content }
        let journal = Self.journal(in: folder)
        // A grab that is under way has a journal too.
        let lock = "\(folder)/\(CameraJournal.lockName)"
        if File.exists(journal.path), (try? ProcessLock.holder(of: lock)) != nil { return }
        switch journal.read(CameraJournal.init(decoding:)) {
        case .absent: break
        case .content(let content): left = content.camera
        case .unreadable(let error): unusable = (journal.path, "\(error)")
        case .invalid(let problem): unusable = (journal.path, "It \(problem)")
        }
    }

    /// The reason why the last grab had no level; `nil` if it had one.
    package var problem: String? { state?.problem }

    /// Returns the restore journal in a state directory.
    static func journal(in folder: String) -> KeptFile {
        KeptFile("\(folder)/\(CameraJournal.fileName)", limit: CameraJournal.largestFile)
    }

    /// Returns the use of the camera as the end of a sentence, such as `3 grabs today, last 18:04`; `nil` if it was
    /// not used for a week.
    package func use(at now: WallTime, _ zone: TimeZoneRules) -> String? {
        guard let state, let last = state.last, now - last < .days(7) else { return nil }
        let (local, today) = (zone.local(last), zone.local(now).date)
        guard local.date == today else { return "no grab today, last \(local.dateAndTime)" }
        guard state.grabs > 0 else {
            return "no grab today, last attempt \(local.hoursAndMinutes)"
        }
        return
            "\(state.grabs) grab\(state.grabs == 1 ? "" : "s") today, last \(local.hoursAndMinutes)"
    }
}
