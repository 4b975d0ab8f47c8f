package import AppearanceEngine
package import AppearanceModel
package import AppearanceProtocol
internal import Linux

/// The night filters of a session, and the overrides that they read.
package struct NightFilters {
    private let folder: String

    /// Returns the filters of the session that the environment names.
    package static func ofThisSession() throws(NightFilterError) -> NightFilters {
        let folder = BaseDirectories.path("XDG_RUNTIME_DIR") { CurrentProcess.variable($0) }
        guard let folder else { throw .noRuntimeDirectory }
        return NightFilters(in: folder)
    }

    package init(in runtimeDirectory: String) {
        folder = "\(runtimeDirectory)/\(NightOverride.folder)"
    }

    private var path: String { "\(folder)/\(NightOverride.fileName)" }

    package var isRunning: Bool { !Self.locks(in: folder).isEmpty }

    /// The reason for which the screen does not turn red at night, with the remedy; `nil` if it does.
    package var notRedWords: String? {
        guard isRunning else {
            return Self.isMissing
                ? "The screen is not red: the night filter, appearance-nightfilter, is not installed."
                : "The screen is not red: the night filter is not running."
                    + " To start it, now and at every login: systemctl --user enable --now"
                    + " appearance-nightfilter"
        }
        let outputs = written.flatMap(\.outputs)
        guard !outputs.isEmpty, !outputs.contains(where: \.turnsRed) else { return nil }
        return
            "The screen is not red: the night filter can change no display. See: appearancectl doctor"
    }

    private static var isMissing: Bool {
        (try? ProgramPath.find("appearance-nightfilter")) == nil
    }

    private func requireFilter() throws(NightFilterError) {
        guard !isRunning else { return }
        throw Self.isMissing ? .notInstalled : .notRunning
    }

    /// Returns the lock files that are held; each running filter holds one.
    package static func locks(in folder: String) -> [String] {
        let paths = ((try? Directory.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        return paths.filter { $0.hasSuffix(".lock") && (try? ProcessLock.holder(of: $0)) != nil }
    }

    /// The status of each filter that runs, as it has written it.
    fileprivate var written: [FilterStatus] {
        Self.locks(in: folder).sorted().map { lock in
            let name = lock.dropLast(".lock".count)
            let bytes = try? File.read(name + ".json", limit: FilterStatus.largestFile)
            return bytes.flatMap(FilterStatus.init)
                ?? FilterStatus(unknownOf: String(name.split(separator: "/").last ?? ""))
        }
    }

    /// Returns the status of each filter that runs.
    ///
    /// - Throws: `NightFilterError` if none runs.
    package func statuses() throws(NightFilterError) -> [FilterStatus] {
        try requireFilter()
        return written
    }

    /// The colours of the evening on a display; `nil` while there are none.
    package var evening: EveningReport? {
        written.lazy.filter { !$0.isRed }.compactMap(\.evening).first
    }

    /// The same as JSON, as in the status of the filter; `nil` while there are none.
    package var eveningJSON: JSON? {
        written.lazy.filter { !$0.isRed && $0.evening != nil }.first.flatMap {
            try? JSON(decoding: Array($0.json.utf8))["evening"]
        }
    }

    /// Returns the override in effect; `nil` without one.
    package func override(at now: Moment) -> NightOverride? {
        lines.lazy.compactMap { $0.override(at: now) }.first
    }

    private var lines: [NightOverride.Line] {
        NightOverride.Line.all(
            in: File.text(of: path, limit: NightOverride.largestFile) ?? "")
    }

    /// Writes an override.
    ///
    /// - Throws: `NightFilterError` if no filter runs.
    package func write(_ line: NightOverride.Line) throws(NightFilterError) {
        try requireFilter()
        try whileLocked { () throws(IOError) in try write(line.text) }
    }

    /// Writes an override after whose end the previous one is in effect again.
    package func interrupt(with line: NightOverride.Line, at now: Moment) throws(NightFilterError) {
        try requireFilter()
        let end = line.override(at: now)?.end ?? now.wall
        // A command or a button of a notification may write another one meanwhile.
        try whileLocked { () throws(IOError) in
            let later = lines.last { $0.override(at: now).map { $0.end > end } ?? false }
            try write(line.text + (later?.text ?? ""))
        }
    }

    /// Keeps the screen from turning red until the end of the night, or lets it follow again.
    package func refuseTonight(
        _ isRefused: Bool, by schedule: Schedule, at now: Moment
    ) throws(NightFilterError) {
        guard isRefused else { return try clear() }
        let end = schedule.endOfTonight(after: now.wall)
        try write(NightOverride.Line(.off(until: end), isDuration: false, at: now))
    }

    /// Removes the overrides, even if no filter runs.
    package func clear() throws(NightFilterError) {
        guard File.exists(path) else { return }
        // Another command may have removed it meanwhile.
        try whileLocked { () throws(IOError) in try File.removeIfPresent(path) }
    }

    private func write(_ text: String) throws(IOError) {
        try AtomicFile.write(Array(text.utf8), to: File.resolved(path), permissions: .kept)
    }

    /// Changes the file of overrides while no other program of ours does.
    private func whileLocked(_ body: () throws(IOError) -> Void) throws(NightFilterError) {
        do throws(IOError) {
            let lock = try FileEditLock(of: path)
            try body()
            withExtendedLifetime(lock) {}
        } catch {
            throw .notWritten(path: path, error)
        }
    }
}

extension FilterStatus {
    /// Returns the status of each filter of the session with this runtime directory.
    package static func all(in runtimeDirectory: String) -> [FilterStatus] {
        NightFilters(in: runtimeDirectory).written
    }
}
