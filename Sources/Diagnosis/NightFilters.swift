package import AppearanceEngine
internal import AppearanceKit
package import AppearanceModel
package import AppearanceProtocol
package import Console
internal import Glibc
internal import Linux

/// The night filters of a session, and the overrides that they read.
package struct NightFilters {
    private let folder: String

    /// Returns the filters of the session that the environment names.
    package static func ofThisSession() throws(CommandLineError) -> NightFilters {
        guard let value = getenv("XDG_RUNTIME_DIR"), value.pointee == UInt8(ascii: "/") else {
            throw CommandLineError(
                """
                XDG_RUNTIME_DIR \(DaemonError.runtimeDirectoryProblem), so the night filter \
                cannot be found.
                Run this inside your login session.
                """, .notRunning)
        }
        return NightFilters(in: String(cString: value))
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
        let outputs = statuses.flatMap(\.outputs)
        guard !outputs.isEmpty, !outputs.contains(where: \.turnsRed) else { return nil }
        return
            "The screen is not red: the night filter can change no display. See: appearancectl doctor"
    }

    private static var isMissing: Bool {
        CommandRunner.run([Command("appearance-nightfilter", "--version")]) == [.missing]
    }

    private func requireFilter() throws(CommandLineError) {
        guard !isRunning else { return }
        if Self.isMissing {
            throw CommandLineError(
                """
                The night filter, appearance-nightfilter, is not installed.
                Install its package, or build it in the source of appearanced:
                  make nightfilter && make install
                """, .notRunning)
        }
        throw CommandLineError(
            """
            The night filter is not running. Start it, now and at every login:
              systemctl --user enable --now appearance-nightfilter
            or try it by hand:
              appearance-nightfilter
            If the screen is red nevertheless, restore it:
              appearance-nightfilter --reset
            """, .notRunning)
    }

    /// Returns the lock files that are held; each running filter holds one.
    static func locks(in folder: String) -> [String] {
        FileWriting.files(in: folder).filter { path in
            path.hasSuffix(".lock") && (try? ProcessLock.holder(of: path)) != nil
        }
    }

    /// The status of each filter that runs.
    fileprivate var statuses: [FilterStatus] {
        Self.locks(in: folder).sorted().map { lock in
            let name = lock.dropLast(".lock".count)
            let bytes = try? FileReading.bytes(of: name + ".json", limit: FilterStatus.largestFile)
            return bytes.flatMap(FilterStatus.init)
                ?? FilterStatus(unknownOf: String(name.split(separator: "/").last ?? ""))
        }
    }

    /// Returns the override in effect; `nil` without one.
    package func override(at now: Moment) -> NightOverride? {
        lines.lazy.compactMap { $0.override(at: now) }.first
    }

    private var lines: [NightOverride.Line] {
        NightOverride.Line.all(
            in: FileReading.text(of: path, limit: NightOverride.largestFile) ?? "")
    }

    /// Writes an override.
    ///
    /// - Throws: `CommandLineError` if no filter runs.
    package func write(_ line: NightOverride.Line) throws(CommandLineError) {
        try requireFilter()
        try FileWriting.whileLocked(path) { (_) throws(CommandLineError) in
            try FileWriting.write(line.text, to: path)
        }
    }

    /// Writes an override after whose end the previous one is in effect again.
    package func interrupt(with line: NightOverride.Line, at now: Moment) throws(CommandLineError) {
        try requireFilter()
        let end = line.override(at: now)?.end ?? now.wall
        // A command or a button of a notification may write another one meanwhile.
        try FileWriting.whileLocked(path) { (_) throws(CommandLineError) in
            let later = lines.last { $0.override(at: now).map { $0.end > end } ?? false }
            try FileWriting.write(line.text + (later?.text ?? ""), to: path)
        }
    }

    /// Keeps the screen from turning red until the end of the night, or lets it follow again.
    package func refuseTonight(
        _ isRefused: Bool, by schedule: Schedule
    ) throws(CommandLineError) {
        guard isRefused else { return try clear() }
        let now = Moment.now
        let end = schedule.endOfTonight(after: now.wall)
        try write(NightOverride.Line(.off(until: end), isDuration: false, at: now))
    }

    /// Removes the overrides, even if no filter runs.
    package func clear() throws(CommandLineError) {
        guard FileWriting.exists(path) else { return }
        try FileWriting.whileLocked(path) { (_) throws(CommandLineError) in
            // Another command may have removed it meanwhile.
            if FileWriting.exists(path) { try FileWriting.remove(path) }
        }
    }
}

extension FilterStatus {
    /// Returns the status of each filter of the session with this runtime directory.
    package static func all(in runtimeDirectory: String) -> [FilterStatus] {
        NightFilters(in: runtimeDirectory).statuses
    }
}

extension OutputReport {
    /// The output with its method and limitation.
    package var text: String {
        let way = turnsRed ? "by \(method.rawValue.excerpt)" : "unchanged"
        return "\(name.excerpt) \(way)" + (loss.map { " (\($0.excerpt))" } ?? "")
    }
}
