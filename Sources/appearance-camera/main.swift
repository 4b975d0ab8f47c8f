internal import AppearanceConfig
internal import AppearanceModel
internal import CameraLight
internal import DaemonClient
internal import Linux
internal import SettingsFile

StandardDescriptors.fill()
let options = CameraOptions()
let log = Log(of: CameraOptions.program)
CurrentProcess.ignore(.brokenPipe, .fileSizeExceeded)
guard let meter = LightMeter(CurrentProcess.variable, log: log) else {
    log.error("HOME is not set, so original values of a camera cannot be kept")
    CurrentProcess.exit(ExitReason.noRuntimeDirectory.rawValue)
}
do throws(IOError) {
    // A signal in the midst of a grab would leave the camera's exposure changed.
    let signals = try SignalDescriptor(for: .interrupt, .terminate, .hangup)
    switch options.job {
    case .follow: CurrentProcess.exit(follow(meter, signals).rawValue)
    case .once: CurrentProcess.exit(measureOnce(meter).rawValue)
    case .calibrate(let lux): CurrentProcess.exit(calibrate(meter, to: lux).rawValue)
    case .reset: CurrentProcess.exit(reset(meter).rawValue)
    }
} catch {
    log.error("\(error)")
    CurrentProcess.exit(ExitReason.failed.rawValue)
}

/// Follows the daemon until the program is asked to end.
func follow(_ meter: LightMeter, _ signals: consuming SignalDescriptor) -> ExitReason {
    do throws(DaemonError) {
        let socket = try DaemonSocket.ofThisSession()
        do throws(IOError) {
            var runtime = try CameraRuntime(
                socket, meter, signals, CurrentProcess.variable, log: log)
            return runtime.run()
        } catch {
            log.error("\(error)")
            return .failed
        }
    } catch {
        log.error("\(error)")
        return .noRuntimeDirectory
    }
}

/// Prints the light of one grab.
func measureOnce(_ meter: LightMeter) -> ExitReason {
    var meter = meter
    let settings = CurrentConfiguration(ConfigurationPlace(CurrentProcess.variable)).values.camera
    do throws(CameraError) {
        let light = try meter.measure(settings).light * settings.factor
        return .print("\(figures(light))\n")
    } catch {
        log.error("\(error)")
        return .refused
    }
}

/// Sets the factor in the configuration, so that the camera measures this level now.
func calibrate(_ meter: LightMeter, to lux: Double) -> ExitReason {
    var meter = meter
    let place = ConfigurationPlace(CurrentProcess.variable)
    let settings = CurrentConfiguration(place).values.camera
    do throws(CameraError) {
        let factor = lux / (try meter.measure(settings).light)
        guard (0.001...1_000).contains(factor) else {
            log.error(
                "the factor would be \(figures(factor)), which no camera has; check the level, and that nothing covers the camera"
            )
            return .refused
        }
        let text = "\((factor * 10_000).rounded() / 10_000)"
        do throws(SettingsError) {
            try place.write([.init("camera.factor", to: text)])
        } catch {
            log.error("\(error)")
            return .refused
        }
        return .print("camera.factor = \(text): the camera measures \(figures(lux)) lux now.\n")
    } catch {
        log.error("\(error)")
        return .refused
    }
}

/// Restores the controls of a camera that an earlier run has left changed, and forgets which was announced.
func reset(_ meter: LightMeter) -> ExitReason {
    var meter = meter
    do throws(CameraError) {
        let name = try meter.restore()
        meter.keep { ($0.announced, $0.enabled) = (nil, nil) }
        return .print(
            name.map { "The exposure of \($0) is restored.\n" } ?? "Nothing is to be restored.\n")
    } catch {
        log.error("\(error)")
        return .refused
    }
}

extension ExitReason {
    /// Prints a text to standard output.
    static func print(_ text: String) -> ExitReason {
        StandardStream.print(text, by: CameraOptions.program)
    }
}
