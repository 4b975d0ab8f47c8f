internal import AppearanceDesktop
internal import AppearanceProtocol
internal import DesktopControl
internal import EventLoop
internal import Linux

// Requests to a running filter.
extension FilterService {
    private static let unit = "appearance-nightfilter.service"
    /// The timeout of a filter that is asked to end: longer than each of its own steps, see `FilterRuntime`.
    private static let endTimeoutMilliseconds: Int32 = 8_000
    /// The timeout of the session bus with the effects of the desktop.
    private static let effectTimeout = Duration.seconds(5)

    /// Stops the running filter, and restores the screens.
    func reset(_ display: DisplayName, _ place: FilterPlace) throws(ExitReason) -> ExitReason {
        let guest = guest(of: display)
        defer { withExtendedLifetime(guest) {} }
        stopFilter(holding: place.lockPath)
        NightOverrideFile(at: place.overridePath).forgetColors()
        // The settings of a desktop outlive its display.
        let settings = Result { () throws(ExitReason) in try resetUnheldSettings(place) }
        let effects = Result { () throws(ExitReason) in try resetEffects() }
        if case .failure(let error)? = guest, error.isTemporary { throw failure(error, .failed) }
        let screens = try screens(of: display)
        screens.reset()
        if let reason = screens.unrestored { throw failure(reason, .failed) }
        if try settings.get() { try checkJournals() }
        try effects.get()
        StandardStream.output.write("The screen is restored.\n")
        return .done
    }

    /// Restores the settings of the desktop, as from a text console.
    func resetWithoutDisplay() throws(ExitReason) -> ExitReason {
        if let directory = runtimeDirectory.map(FilterPlace.directory) {
            stopFilter(holding: FilterPlace.settingsLockPath(in: directory))
        }
        let effects = Result { () throws(ExitReason) in try resetEffects() }
        try resetSettings()
        try checkJournals()
        try effects.get()
        StandardStream.output.write(
            "The settings of the desktop are restored. To restore a display, run this in its session.\n"
        )
        return .done
    }

    /// Restores the settings of the desktop, unless the filter of another display holds them; returns whether
    /// it has.
    private func resetUnheldSettings(_ place: FilterPlace) throws(ExitReason) -> Bool {
        let path = place.settingsLockPath
        // A filter that starts meanwhile leaves them.
        let lock = try? ProcessLock(path: path)
        if lock == nil, let holder = try? ProcessLock.holder(of: path) {
            log.notice(
                "the settings of the desktop stay as they are: a filter on another display, "
                    + "process \(holder), has set them")
            return false
        }
        try resetSettings()
        _ = consume lock
        return true
    }

    private func resetSettings() throws(ExitReason) {
        guard restoreSettings() else {
            throw failure("the settings of the desktop are not restored yet", .failed)
        }
    }

    /// Restores the colours of the effects in GNOME Shell and KWin, unless another filter uses them.
    private func resetEffects() throws(ExitReason) {
        switch ShellReset.run(at: lights.busAddress, within: Self.effectTimeout) {
        case .restored: return
        case .isHeld:
            log.notice("the effects of the desktop stay as they are: another filter uses them")
        case .unanswered(let names):
            throw failure("the effects are not restored: \(names) does not answer", .failed)
        }
    }

    /// Fails if a journal has, or may have, original values that are not restored.
    private func checkJournals() throws(ExitReason) {
        guard let directory = lights.stateDirectory else { return }
        let reasons = NightLight.allCases.flatMap {
            JournalFile(of: .nightLight($0), in: directory).unrestored
        }
        guard !reasons.isEmpty else { return }
        for reason in reasons { log.error(reason.replacing("\n", with: " ")) }
        throw .failed
    }

    /// Stops the filter that has a lock, at last by SIGKILL; the screens are restored even if that fails.
    private func stopFilter(holding lock: String) {
        do throws(IOError) {
            guard let holder = try ProcessLock.holder(of: lock),
                let filter = try OtherProcess(holder)
            else { return }
            // systemd starts a unit again whose process is killed, unless it has been told to stop it.
            if filter.belongs(to: Self.unit) { stopUnit() }
            try filter.end(within: Self.endTimeoutMilliseconds)
        } catch {
            log.warning("the running filter could not be stopped: \(error)")
        }
    }

    /// Tells the user's service manager to stop the filter's unit, without a wait for its end.
    private func stopUnit() {
        let words = ["--user", "--no-block", "stop", Self.unit]
        do throws(IOError) {
            let loop = try EventLoop()
            let program = ChildProgram("systemctl", words, timeout: .seconds(3))
            try ChildProcess.start(program, on: loop) { outcome in
                if !outcome.isSuccess {
                    log.warning(outcome.failureDescription(of: "systemctl --user stop"))
                }
                loop.exit(0)
            }
            _ = try loop.run()
        } catch {
            log.warning("the unit of the filter could not be stopped: \(error)")
        }
    }

    func status(
        _ display: DisplayName, _ place: FilterPlace, json: Bool
    ) throws(ExitReason) -> ExitReason {
        let (isRunning, written) = try runningStatus(place)
        guard isRunning else {
            throw failure(
                "no filter runs on the display \(display.name); start it: systemctl --user "
                    + "start appearance-nightfilter; if the screen is red nevertheless: "
                    + "appearance-nightfilter --reset", .alreadyRunning)
        }
        guard let status = written else {
            throw failure(
                "the filter of the display \(display.name) has not written its status: it waits for "
                    + "the display, or \(place.directory) is full", .failed)
        }
        let error = StandardStream.output.write(
            json ? status.json : status.text.withoutControls(except: "\n"))
        if let error, error != .brokenPipe {
            throw failure("standard output: \(error)", .refused)
        }
        return .done
    }

    /// Returns whether a filter runs, and its status if it could write it.
    private func runningStatus(
        _ place: FilterPlace
    ) throws(ExitReason) -> (isRunning: Bool, FilterStatus?) {
        do throws(IOError) {
            guard try ProcessLock.holder(of: place.lockPath) != nil else { return (false, nil) }
            return (true, try place.status())
        } catch {
            throw failure(error, .refused)
        }
    }
}
