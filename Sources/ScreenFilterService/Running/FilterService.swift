// The only file that names the kinds of display.

internal import AppearanceDesktop
internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import DBus
internal import DesktopControl
internal import EventLoop
package import Linux
internal import ScreenFilter
internal import SettingsFile

/// The program of the night filter.
package struct FilterService {
    private let options: FilterOptions
    let environment: (String) -> String?
    let log = Log(of: "appearance-nightfilter")

    /// Creates the program for options and an environment.
    package init(_ options: FilterOptions, environment: @escaping (String) -> String?) {
        self.options = options
        self.environment = environment
    }

    /// Runs the requested job.
    package func run() -> ExitReason {
        do throws(ExitReason) {
            guard let display = DisplayName(environment) else {
                if options.job == .reset { return try resetWithoutDisplay() }
                throw failure(DesktopError.noDisplay, .noServer)
            }
            let place = try place(of: display)
            switch options.job {
            case .filter: return try filter(display, place)
            case .reset: return try reset(display, place)
            case .status(let json): return try status(display, place, json: json)
            }
        } catch {
            return error
        }
    }

    /// The runtime directory; `nil` if the environment names none.
    var runtimeDirectory: String? { BaseDirectories.path("XDG_RUNTIME_DIR", environment) }

    private func place(of display: DisplayName) throws(ExitReason) -> FilterPlace {
        guard let directory = runtimeDirectory else {
            throw failure(
                "XDG_RUNTIME_DIR is not set to an absolute path; start this program from your session",
                .noRuntimeDirectory)
        }
        let place = FilterPlace(runtimeDirectory: directory, display: display)
        do throws(IOError) { try place.prepare() } catch {
            throw failure(error, .noRuntimeDirectory)
        }
        return place
    }

    func screens(
        of display: DisplayName,
        by settings: @escaping () -> NightfilterSettings = { NightfilterSettings() }
    ) throws(ExitReason) -> any ScreenBackend {
        do throws(DesktopError) {
            switch display {
            case .x11(let name): return try X11Display(name, log: log)
            case .wayland(let name):
                if let screens = try WaylandDisplay(
                    name, runtimeDirectory: runtimeDirectory ?? "", log: log)
                {
                    return screens
                }
                guard let nightLight = NightLight(runningIn: lights)
                else { throw .withoutGammaControl(name) }
                return switch nightLight {
                case .gnome, .magnifier:
                    DesktopScreens.gnome(in: lights, allowing: { settings().gnome }, log: log)
                case .kwin:
                    DesktopScreens.plasma(in: lights, allowing: { settings().plasma }, log: log)
                }
            }
        } catch {
            throw failure(error, error.isTemporary ? .failed : .noServer)
        }
    }

    /// Returns a connection to an X server, or its error: a server resets when its last client disconnects,
    /// and refuses connections meanwhile.
    func guest(of display: DisplayName) -> Result<X11Connection, DesktopError>? {
        guard case .x11(let name) = display else { return nil }
        return Result { () throws(DesktopError) in try X11Connection(display: name) }
    }

    /// The settings of the desktop's own night light.
    var lights: NightLightPlace { NightLightPlace(environment) }

    /// Restores the settings that a killed filter has left, except some; returns whether all are restored.
    func restoreSettings(except others: [NightLight] = []) -> Bool {
        let backends = NightLight.allCases.filter { !others.contains($0) }
            .map { NightLightBackend($0, in: lights, log: log) }
        for backend in backends { backend.restore() }
        return backends.allSatisfy(\.isRestored)
    }

    func failure(_ error: some CustomStringConvertible, _ code: ExitReason) -> ExitReason {
        log.error(error.description)
        return code
    }
}

// The filter itself.
extension FilterService {
    private func filter(_ display: DisplayName, _ place: FilterPlace) throws(ExitReason)
        -> ExitReason
    {
        let lock = try self.lock(display, place)
        // That of a filter that was killed.
        File.remove(place.statusPath)
        let file = try FilterSettings(
            ConfigurationPlace(environment).named(options.configurationPath), log: log)
        // A signal before the loop runs stays pending.
        CurrentProcess.ignore(.brokenPipe)
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        // The filter of another display may hold the settings of the desktop.
        var settingsLock = try? ProcessLock(path: place.settingsLockPath)
        // A killed filter may have left an effect red, whatever the method is now.
        _ = ShellReset.run(at: lights.busAddress, within: .seconds(1))
        let screens = try screens(of: display, by: { file.settings })
        if settingsLock != nil { _ = restoreSettings(except: screens.nightLights) }
        if screens.nightLights.isEmpty { settingsLock = nil }
        let exit: ExitReason
        do {
            exit = try serve(screens, file, display, place)
        } catch {
            screens.show(.none)
            exit = failure("\(error)", .failed)
        }
        File.remove(place.statusPath)
        _ = consume settingsLock
        _ = consume lock
        return exit
    }

    private func lock(_ display: DisplayName, _ place: FilterPlace) throws(ExitReason)
        -> ProcessLock
    {
        do throws(IOError) {
            return try ProcessLock(path: place.lockPath)
        } catch {
            if case .alreadyRunning = error {
                throw failure(
                    "a filter already runs on the display \(display.name)", .alreadyRunning)
            }
            throw failure(error, .noRuntimeDirectory)
        }
    }

    private func serve(
        _ screens: any ScreenBackend, _ file: FilterSettings, _ display: DisplayName,
        _ place: FilterPlace
    ) throws -> ExitReason {
        let loop = try EventLoop()
        CurrentProcess.keep(loop)
        let follower = try AppearanceFollower(bus: nil)
        let bus = BusAddress.ofSession(environment)
        let overrides = NightOverrideFile(at: place.overridePath)
        let notifier = try NightNotifier(
            file.settings, findsRed: screens.initialProgress > 0, bus: bus, overrides: overrides,
            hours: { NightHours(file.configuration, in: file.place) },
            in: UserLanguage(environment), on: loop, log: log)
        let evening = try EveningController(
            file.settings.evening, hasOwnFade: screens.hasOwnFade,
            motion: MotionPreference(bus: bus, on: loop),
            hours: { instant, now in
                NightHours(file.configuration, in: file.place).evenings(after: instant, now: now)
            }, on: loop)
        let runtime = try FilterRuntime(
            screens, file.settings, follower.status, overrides: overrides, notifier: notifier,
            motion: MotionPreference(bus: bus, on: loop), evening: evening, on: loop, log: log)
        var hasFailed = false
        runtime.onStatusChanged = {
            let status = FilterStatus(
                display: display.name, isRed: runtime.isRed, isFading: runtime.isFading,
                outputs: runtime.outputs, evening: runtime.eveningReport)
            do throws(IOError) {
                try place.write(status)
                if hasFailed { log.notice("the status is written again") }
                hasFailed = false
            } catch {
                if !hasFailed { log.warning("cannot write the status: \(error)") }
                hasFailed = true
            }
        }
        runtime.onGone = {
            log.notice("the display has closed")
            loop.exit(ExitReason.noServer.rawValue)
        }
        var question: BusConnection?
        defer { question?.close() }
        runtime.onMissing = {
            question?.close()
            // systemd starts the filter again, with the display that its environment names.
            guard environment("INVOCATION_ID") != nil, let bus,
                let connection = try? BusConnection(loop: loop, address: bus)
            else { return }
            question = connection
            connection.askManagerForEnvironment { variables in
                question?.close()
                guard let variables, let other = DisplayName({ variables[$0] }), other != display
                else { return }
                log.notice("the display \(display.name) is gone; the session has \(other.name)")
                loop.exit(ExitReason.failed.rawValue)
            }
        }
        let source = try loop.watch(follower.fileDescriptor, for: .readable) { _ in
            if let status = follower.process() { runtime.apply(status) }
        }
        let signals = try signals(on: loop, runtime, file)
        try file.follow(on: loop) { runtime.apply(file.settings) }
        runtime.start()
        loop.feedWatchdog(log: log)
        _ = try? ServiceManager.notify(.ready)
        let code = try loop.run()
        runtime.stop()
        withExtendedLifetime((source, signals)) {}
        return ExitReason(rawValue: code) ?? .done
    }

    private func signals(
        on loop: EventLoop, _ runtime: FilterRuntime, _ file: FilterSettings
    ) throws(IOError) -> [SignalSource] {
        let stop: () -> Void = { runtime.stop { loop.exit(ExitReason.done.rawValue) } }
        return [
            try loop.signal(Signal.terminate.rawValue, stop),
            try loop.signal(Signal.interrupt.rawValue, stop),
            try loop.signal(Signal.hangup.rawValue) { file.reload() },
        ]
    }
}
