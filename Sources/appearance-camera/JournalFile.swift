internal import CVideo
internal import CameraLight
internal import Linux

/// The restore journal of a camera's controls on disk.
struct JournalFile {
    private let path: String

    /// Creates the journal in a state directory.
    init(in folder: String) { path = "\(folder)/\(CameraJournal.fileName)" }

    /// Writes and syncs the original values, before the first of them is changed.
    ///
    /// The values that a killed grab has left on a camera are no original ones.
    func write(_ journal: CameraJournal) throws(CameraError) {
        if let left = try read(), left.camera == journal.camera {
            throw .journal("\(left.camera.card) still has the exposure of a grab that was killed")
        }
        do throws(IOError) {
            try Directory.create(Path.directory(of: path))
            try AtomicFile.write(journal.encoded, to: path)
        } catch {
            throw .journal(
                "the original values of its controls cannot be kept, so none is changed: \(error)")
        }
    }

    /// Returns the original values that were not restored; `nil` for none.
    ///
    /// - Throws: `CameraError.journal` if they are unknown.
    func read() throws(CameraError) -> CameraJournal? {
        let file = KeptFile(path, limit: CameraJournal.largestFile)
        switch file.read(CameraJournal.init(decoding:)) {
        case .absent: return nil
        case .content(let journal): return journal
        case .unreadable(let error): throw .journal("the restore journal cannot be read: \(error)")
        case .invalid(let problem):
            throw .journal(
                "the restore journal \(path) \(problem). Unplug the camera or restart, which resets its"
                    + " controls; then remove the file")
        }
    }

    /// Restores the original values of an open camera, and removes their file, if it is still there.
    ///
    /// A camera whose exposure is automatic was reset meanwhile, as by unplugging, or by another program.
    ///
    /// - Throws: `CameraError` if one cannot be restored; then they stay.
    func restore(_ camera: Camera, to journal: CameraJournal) throws(CameraError) {
        let manual = Int32(V4L2_EXPOSURE_MANUAL.rawValue)
        let auto = VIDEO_EXPOSURE_AUTO.rawValue
        if try camera.value(of: auto) == manual {
            let becomesManual = journal.entries.contains {
                $0.control == auto && $0.value == manual
            }
            var failure: CameraError?
            for entry in journal.entries {
                do throws(CameraError) {
                    try camera.set(entry.control, "control", to: entry.value)
                } catch {
                    // With automatic exposure a camera may report one that it does not take, and chooses another.
                    let isExposure = entry.control == VIDEO_EXPOSURE_ABSOLUTE.rawValue
                    if isExposure, !becomesManual { continue }
                    // The others, above all the automatic exposure, are restored nevertheless.
                    failure = error
                }
            }
            if let failure { throw failure }
        }
        do throws(IOError) { try File.removeIfPresent(path) } catch {
            throw .journal("\(path) cannot be removed: \(error)")
        }
    }
}
