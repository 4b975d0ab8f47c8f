// The only file that names the kinds of display.

internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import DBus
internal import DesktopControl
internal import EventLoop
package import Linux
internal import ScreenFilter

/// The program of the night filter.
package struct FilterService {
    private let options: FilterOptions
    private let environment: (String) -> String?
    private let log = Log(of: "appearance-nightfilter")

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

    private func place(of display: DisplayName) throws(ExitReason) -> FilterPlace {
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
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

    private func screens(
        of display: DisplayName,
        by settings: @escaping () -> NightfilterSettings = { NightfilterSettings() }
    ) throws(ExitReason) -> any ScreenBackend {
        do throws(DesktopError) {
            switch display {
            case .x11(let name): return try X11Display(name, log: log)
            case .wayland(let name):
                if let screens = try WaylandDisplay(
                    name, runtimeDirectory: environment("XDG_RUNTIME_DIR") ?? "", log: log)
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

    /// The settings of the desktop's own night light.
    private var lights: NightLightPlace { NightLightPlace(environment) }

    /// Returns the night lights that a killed filter may have changed in another session.
    private func nightLights(besides screens: any ScreenBackend) -> [any ScreenBackend] {
        NightLight.allCases.filter { !screens.nightLights.contains($0) }
            .map { NightLightBackend($0, in: lights, log: log) }
    }

    private func failure(_ error: some CustomStringConvertible, _ code: ExitReason) -> ExitReason {
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
        let file = try FilterSettingsFile(
            named: options.configurationPath, or: ConfigurationPaths.candidates(environment),
            state: lights.stateDirectory, log: log)
        // A signal before the loop runs stays pending.
        CurrentProcess.ignore(.brokenPipe)
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        let screens = try screens(of: display, by: { file.settings })
        for backend in nightLights(besides: screens) { backend.reset() }
        let exit: ExitReason
        do {
            exit = try serve(screens, file, display, place)
        } catch {
            screens.show(.none)
            exit = failure("\(error)", .failed)
        }
        File.remove(place.statusPath)
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
        _ screens: any ScreenBackend, _ file: FilterSettingsFile, _ display: DisplayName,
        _ place: FilterPlace
    ) throws -> ExitReason {
        let loop = try EventLoop()
        CurrentProcess.keep(loop)
        let follower = try AppearanceFollower(bus: nil)
        let bus = BusAddress.ofSession(environment)
        let overrides = NightOverrideFile(at: place.overridePath)
        let notifier = try NightNotifier(
            file.settings, findsRed: screens.initialProgress > 0, bus: bus, overrides: overrides,
            hours: { NightHours(file.configuration, environment) }, on: loop, log: log)
        let runtime = try FilterRuntime(
            screens, file.settings, follower.status, overrides: overrides, notifier: notifier,
            motion: MotionPreference(bus: bus, on: loop), on: loop, log: log)
        var hasFailed = false
        runtime.onStatusChanged = {
            let status = FilterStatus(
                display: display.name, isRed: runtime.isRed, isFading: runtime.isFading,
                outputs: runtime.outputs)
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
        runtime.onMissing = {
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
        _ = try? ServiceManager.notify(.ready)
        let code = try loop.run()
        runtime.stop()
        withExtendedLifetime((source, signals)) {}
        return ExitReason(rawValue: code) ?? .done
    }

    private func signals(
        on loop: EventLoop, _ runtime: FilterRuntime, _ file: FilterSettingsFile
    ) throws(IOError) -> [SignalSource] {
        let stop: () -> Void = { runtime.stop { loop.exit(ExitReason.done.rawValue) } }
        return [
            try loop.signal(Signal.terminate.rawValue, stop),
            try loop.signal(Signal.interrupt.rawValue, stop),
            try loop.signal(Signal.hangup.rawValue) { file.reload() },
        ]
    }
}

// Requests to a running filter.
extension FilterService {
    /// Stops the running filter, and restores the screens.
    private func reset(_ display: DisplayName, _ place: FilterPlace) throws(ExitReason)
        -> ExitReason
    {
        // An X server resets when its last client disconnects, and refuses connections meanwhile.
        let guest: Result<X11Connection, DesktopError>? =
            if case .x11(let name) = display {
                Result { () throws(DesktopError) in try X11Connection(display: name) }
            } else { nil }
        defer { withExtendedLifetime(guest) {} }
        do throws(IOError) {
            if let holder = try ProcessLock.holder(of: place.lockPath),
                let filter = try OtherProcess(holder)
            {
                try filter.end(within: 3_000)
            }
        } catch {
            // The screens are restored nevertheless.
            log.warning("the running filter could not be stopped: \(error)")
        }
        NightOverrideFile(at: place.overridePath).forgetRed()
        // The settings of a desktop outlive its display.
        let settings = Result { () throws(ExitReason) in try resetSettings() }
        if case .failure(let error)? = guest, error.isTemporary { throw failure(error, .failed) }
        try screens(of: display).reset()
        try settings.get()
        StandardStream.output.write("The screen is restored.\n")
        return .done
    }

    /// Restores the settings of the desktop.
    private func resetSettings() throws(ExitReason) {
        let backends = NightLight.allCases.map { NightLightBackend($0, in: lights, log: log) }
        for backend in backends { backend.reset() }
        guard backends.allSatisfy(\.isRestored) else {
            throw failure("the settings of the desktop are not restored yet", .failed)
        }
    }

    /// Restores the settings of the desktop, as from a text console.
    private func resetWithoutDisplay() throws(ExitReason) -> ExitReason {
        try resetSettings()
        StandardStream.output.write(
            "The settings of the desktop are restored. To restore a display, run this in its session.\n"
        )
        return .done
    }

    private func status(
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
        let error = StandardStream.output.write(json ? status.json : status.text)
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
