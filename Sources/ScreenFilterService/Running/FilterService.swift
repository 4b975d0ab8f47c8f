// Puts the filter together: the only place that knows which kinds of display there are.

internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceKit
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux
internal import ScreenFilter

/// The program, from its options to its end.
package struct FilterService {
    private let options: FilterOptions
    private let environment: (String) -> String?
    private let log = Log(of: "appearance-nightfilter")

    /// The program for a command line, in the environment whose variables the function looks up.
    package init(_ options: FilterOptions, environment: @escaping (String) -> String?) {
        self.options = options
        self.environment = environment
    }

    /// Does what was asked for.
    package func run() -> FilterExit {
        do throws(FilterExit) {
            let display = try self.display()
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

    private func display() throws(FilterExit) -> DisplayName {
        guard let display = DisplayName(environment) else {
            throw complain(of: DisplayError.noDisplay, .noDisplay)
        }
        return display
    }

    private func place(of display: DisplayName) throws(FilterExit) -> FilterPlace {
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            throw complain(
                of: "XDG_RUNTIME_DIR is not set; start this program from your session",
                .noRuntimeDirectory)
        }
        let place = FilterPlace(runtimeDirectory: directory, display: display)
        do throws(IOError) { try place.prepare() } catch {
            throw complain(of: error, .noRuntimeDirectory)
        }
        return place
    }

    private func screens(of display: DisplayName) throws(FilterExit) -> any ScreenBackend {
        do throws(DisplayError) {
            switch display {
            case .x11(let name): return try X11Display(name, log: log)
            case .wayland(let name):
                return try WaylandDisplay(
                    name, runtimeDirectory: environment("XDG_RUNTIME_DIR") ?? "", log: log)
            }
        } catch {
            if case .withoutGammaControl = error, let nightLight = NightLight(runningIn: lights) {
                return NightLightBackend(nightLight, in: lights, log: log)
            }
            throw complain(of: error, .noDisplay)
        }
    }

    /// Where a desktop's own night light is set.
    private var lights: NightLightPlace { NightLightPlace(environment) }

    /// Gives back what a filter that was killed has set in another session: the desktops' settings
    /// outlive it.
    private func giveBackNightLights(besides screens: any ScreenBackend) {
        for nightLight in NightLight.allCases
        where (screens as? NightLightBackend)?.nightLight != nightLight {
            NightLightBackend(nightLight, in: lights, log: log).reset()
        }
    }

    private func complain(of fault: some CustomStringConvertible, _ code: FilterExit) -> FilterExit
    {
        log.error(fault.description)
        return code
    }
}

// The filter itself.
extension FilterService {
    private func filter(_ display: DisplayName, _ place: FilterPlace) throws(FilterExit)
        -> FilterExit
    {
        let lock = try self.lock(display, place)
        let file = try FilterSettingsFile(
            named: options.configurationPath, or: ConfigurationPaths.candidates(environment),
            log: log)
        // One that comes before it is listened to waits.
        CurrentProcess.ignore(.brokenPipe)
        CurrentProcess.hold(.hangup, .interrupt, .terminate)
        let screens = try screens(of: display)
        giveBackNightLights(besides: screens)
        if let nightLight = (screens as? NightLightBackend)?.nightLight {
            log.notice(
                "the compositor has no wlr-gamma-control: at night \(nightLight.name) is "
                    + "held at its warmest instead")
        }
        let exit: FilterExit
        do {
            exit = try serve(screens, file, display, place)
        } catch {
            screens.show(.none)
            exit = complain(of: "\(error)", .failed)
        }
        StatusFile.remove(place)
        _ = consume lock
        return exit
    }

    private func lock(_ display: DisplayName, _ place: FilterPlace) throws(FilterExit)
        -> ProcessLock
    {
        do throws(IOError) {
            return try ProcessLock(path: place.lockPath)
        } catch {
            if case .alreadyRunning = error {
                throw complain(
                    of: "the display \(display.name) has its filter already", .alreadyRunning)
            }
            throw complain(of: error, .noRuntimeDirectory)
        }
    }

    private func serve(
        _ screens: any ScreenBackend, _ file: FilterSettingsFile, _ display: DisplayName,
        _ place: FilterPlace
    ) throws -> FilterExit {
        let loop = try EventLoop()
        CurrentProcess.keep(loop)
        let follower = try AppearanceFollower()
        let bus = BusAddress.ofSession(environment)
        let wishes = NightOverrideFile(at: place.wishPath)
        let desk = try NightNotifier(
            file.settings, findsRed: screens.progressFound > 0, bus: bus, wishes: wishes,
            hours: { NightHours(file.configuration, environment) }, on: loop, log: log)
        let runtime = try FilterRuntime(
            screens, file.settings, follower.status, wishes: wishes, desk: desk,
            motion: MotionPreference(bus: bus, on: loop), on: loop, log: log)
        runtime.onSettled = {
            StatusFile.write(
                FilterStatus(display: display.name, isRed: runtime.isRed, outputs: runtime.outputs),
                to: place, log: log)
        }
        runtime.onGone = {
            log.notice("the display is gone")
            loop.exit(FilterExit.noDisplay.rawValue)
        }
        let source = try loop.watch(follower.fileDescriptor, for: .readable) { _ in
            if let status = follower.process() { runtime.take(status) }
        }
        let signals = try signals(on: loop, runtime, file)
        try file.follow(on: loop) { runtime.take(file.settings) }
        runtime.start()
        _ = try? ServiceManager.notify(.ready)
        let code = try loop.run()
        runtime.stop()
        withExtendedLifetime((source, signals)) {}
        return FilterExit(rawValue: code) ?? .done
    }

    private func signals(
        on loop: EventLoop, _ runtime: FilterRuntime, _ file: FilterSettingsFile
    ) throws(IOError) -> [SignalSource] {
        let stop: () -> Void = { runtime.stop { loop.exit(FilterExit.done.rawValue) } }
        return [
            try loop.signal(Signal.terminate.rawValue, stop),
            try loop.signal(Signal.interrupt.rawValue, stop),
            try loop.signal(Signal.hangup.rawValue) { file.reload() },
        ]
    }
}

// What is asked of a filter that runs.
extension FilterService {
    /// Ends the filter, and gives the screens back where it could not.
    private func reset(_ display: DisplayName, _ place: FilterPlace) throws(FilterExit)
        -> FilterExit
    {
        // An X server begins anew when its last client leaves, and lets nobody in meanwhile.
        let guest: X11Connection? =
            if case .x11(let name) = display { try? X11Connection(display: name) } else { nil }
        defer { withExtendedLifetime(guest) {} }
        do throws(IOError) {
            if let holder = try ProcessLock.holder(of: place.lockPath),
                let filter = try OtherProcess(holder)
            {
                try filter.end(within: 3_000)
            }
        } catch {
            // The screens are given back all the same.
            log.warning("the filter that runs could not be ended: \(error)")
        }
        NightOverrideFile(at: place.wishPath).forgetRed(at: .now)
        let screens = try screens(of: display)
        screens.reset()
        giveBackNightLights(besides: screens)
        StandardOutput.write("The screen is as it was.\n")
        return .done
    }

    private func status(
        _ display: DisplayName, _ place: FilterPlace, json: Bool
    ) throws(FilterExit) -> FilterExit {
        guard let status = try runningStatus(place) else {
            throw complain(
                of: "no filter runs on the display \(display.name); start it: systemctl --user "
                    + "start appearance-nightfilter; if the screen is red all the same: "
                    + "appearance-nightfilter --reset", .alreadyRunning)
        }
        StandardOutput.write(json ? status.json : status.text)
        return .done
    }

    /// What a filter says of itself; nil where none runs.
    private func runningStatus(_ place: FilterPlace) throws(FilterExit) -> FilterStatus? {
        do throws(IOError) {
            guard try ProcessLock.holder(of: place.lockPath) != nil else { return nil }
            return try StatusFile.read(place)
        } catch {
            throw complain(of: error, .refused)
        }
    }
}
