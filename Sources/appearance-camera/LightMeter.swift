internal import AppearanceModel
internal import CameraLight
internal import Linux

/// Measures light with a camera, and keeps what a later start of this program needs.
struct LightMeter {
    private let folder: String
    private let journal: JournalFile
    private let environment: (String) -> String?
    private let log: Log
    private(set) var state: CameraState
    /// Whether the last attempt has switched a camera on.
    private(set) var hasUsedCamera = false
    /// The camera whose exposure has shown its effect since the start.
    private var verified: CameraName?

    /// Creates the meter with the state directory of an environment; `nil` without a home.
    init?(_ environment: @escaping (String) -> String?, log: Log) {
        guard let folder = BaseDirectories(environment).state else { return nil }
        (self.folder, self.environment, self.log) = (folder, environment, log)
        journal = JournalFile(in: folder)
        state = Self.file(in: folder).read(CameraState.init(decoding:)).content ?? CameraState()
    }

    private static func file(in folder: String) -> KeptFile {
        KeptFile("\(folder)/\(CameraState.fileName)", limit: CameraState.largestFile)
    }

    /// Changes the state, and writes it; what cannot be written is logged.
    mutating func keep(_ change: (inout CameraState) -> Void) {
        let before = state
        change(&state)
        guard state != before else { return }
        do throws(IOError) {
            try Directory.create(folder)
            try AtomicFile.write(state.encoded, to: "\(folder)/\(CameraState.fileName)")
        } catch {
            log.warning("the state of the camera cannot be kept: \(error)")
        }
    }

    // MARK: Restoring

    /// Restores the controls of a camera that an earlier run has left changed.
    ///
    /// - Returns: The name of the camera; `nil` if there is nothing to restore.
    /// - Throws: `CameraError` if they cannot be restored now.
    func restore() throws(CameraError) -> String? {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        return try restoreLocked()
    }

    private func restoreLocked() throws(CameraError) -> String? {
        guard let left = try journal.read() else { return nil }
        guard let camera = try CameraList.open(left.camera) else {
            throw .journal("\(left.camera.card) is not plugged in, which resets its controls")
        }
        try journal.restore(camera, to: left)
        return left.camera.card
    }

    /// Acquires the right to change the controls of a camera, which one process has at a time.
    private func lock() throws(CameraError) -> ProcessLock {
        let path = "\(folder)/\(CameraJournal.lockName)"
        do throws(IOError) {
            try Directory.create(folder)
            return try ProcessLock(path: path)
        } catch {
            if case .alreadyRunning = error { throw .locked }
            throw .journal("\(error)")
        }
    }

    // MARK: Measuring

    /// Measures the light with the camera of the settings, in lux for a factor of 1.
    mutating func measure(
        _ settings: CameraSettings
    ) throws(CameraError) -> (light: Double, camera: CameraName) {
        hasUsedCamera = false
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        if try journal.read() != nil {
            do throws(CameraError) { _ = try restoreLocked() } catch {
                guard case .journal = error, let left = try journal.read(),
                    try CameraList.open(left.camera) == nil
                else { throw error }
                // Without power it has forgotten its controls.
                log.notice("\(left.camera.card) was unplugged, which resets its controls")
            }
        }
        let (camera, grab) = try CameraList.open(settings.device, journal)
        if !CameraList.isRemovable(camera.path), Lid.isClosed(environment) { throw .lidClosed }
        defer { hasUsedCamera = camera.wasUsed }
        let result = try grab.measure(
            from: state.exposure, isVerifying: verified != camera.name)
        verified = camera.name
        keep { $0.exposure = result.exposure }
        return (result.light, camera.name)
    }
}

extension KeptFile.Reading {
    /// The content; `nil` without a usable file.
    fileprivate var content: Content? {
        if case .content(let content) = self { content } else { nil }
    }
}
