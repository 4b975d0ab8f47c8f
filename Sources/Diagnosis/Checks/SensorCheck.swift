internal import AppearanceConfig
package import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Glibc

extension Evidence {
    /// Checks that a light sensor is found, readable and trusted.
    func lightSensorFinding() throws(CommandLineError) -> Finding {
        guard settings.sensor.source != .none else {
            return .ok("It is off (sensor.source is none): sun and clock decide.")
        }
        guard let sensors = service.answers?.sensors, let first = sensors.first else {
            return try kernelFinding()
        }
        if let chosen = sensors.first(where: \.chosen) {
            return unusedPreference(in: sensors) ?? unread(chosen)
                ?? doubt(about: chosen, among: sensors) ?? finding(chosen)
        }
        return forbidden
            ?? .warning(
                "\(first.name.excerpt) is not used: sun and clock decide.",
                because: (first.problem ?? "The configuration ignores it (sensor.ignore).").excerpt,
                fix: "appearancectl sensors")
    }

    /// Returns the finding by the kernel alone, if the daemon lists no sensor or does not answer.
    private func kernelFinding() throws(CommandLineError) -> Finding {
        if let device = lightDevices.first(where: { $0.lacksDriver }) {
            return .warning(
                "The light sensor has no driver.",
                because: "No driver is bound to \(device.path) of the sensor hub.",
                fix: "sudo modprobe hid_sensor_als")
        }
        if let forbidden { return forbidden }
        guard !lightDevices.isEmpty || hasSensorProxy else {
            let night =
                settings.ambient.nightNeeds == .schedule
                ? "" : "; night only by choice (ambient.night_needs)"
            return .ok(
                "There is none: sun and clock decide\(night). docs/desktop-pc.md has ways to"
                    + " report light without one.")
        }
        guard service.answers != nil else {
            throw CommandLineError(
                "A readable sensor was found; start the daemon to see its value.")
        }
        return .warning(
            "appearanced does not use the light sensor.",
            because:
                "The kernel shows \(lightDevices.first?.path ?? "none, but iio-sensor-proxy runs").",
            fix: restartService, action: restartAction)
    }

    /// The finding for a name in `sensor.prefer` that no sensor and no reported light has; `nil` if there is none.
    private func unusedPreference(in sensors: [SensorListing]) -> Finding? {
        let known = sensors.flatMap { [$0.name, $0.path] }
        let reported = service.answers?.status.reported?.source
        func isOne(_ name: String, of known: [String]) -> Bool {
            // A path in /sys/bus is a link to that of the device.
            known.contains(name)
                || known.contains {
                    $0.split(separator: "/").last == name.split(separator: "/").last
                }
        }
        let deciding =
            reported.map { [$0] }
            ?? sensors.first(where: \.chosen).map { [$0.name, $0.path] } ?? []
        // Of reported light only the level that decides is known: a name behind it may be reported too.
        let place = settings.sensor.prefer.firstIndex { isOne($0, of: deciding) } ?? .max
        let name = settings.sensor.prefer.enumerated().first { index, name in
            !isOne(name, of: known) && name != reported && (index < place || name.hasPrefix("/"))
        }?.element
        return name.map { name in
            .warning(
                "sensor.prefer names \(name.excerpt), which is not there: the order is as without it.",
                because: "No light sensor and no program that reports light has this name.",
                fix:
                    "appearancectl config set sensor.prefer \(preferredSensors(without: name).shellWord)"
            )
        }
    }

    /// The finding for a sensor in use that the lid or the session keeps from being read, as logind reports them;
    /// `nil` if neither does.
    private func unread(_ chosen: SensorListing) -> Finding? {
        guard let cause = chosen.unread else { return nil }
        let finding = "\(chosen.name.excerpt) is not read: \(cause.words)"
        let preferred = (settings.sensor.prefer + [chosen.name]).map { "\"\($0)\"" }
            .joined(separator: ", ")
        switch cause {
        case .lidClosed:
            return .warning(
                finding + ".",
                because:
                    "logind reports a closed lid; if it is open, its switch is stuck. A sensor in"
                    + " sensor.prefer is read under a closed lid too.",
                fix: "appearancectl config set sensor.prefer " + "[\(preferred)]".shellWord)
        case .sessionLocked:
            return .warning(
                finding + ".",
                because:
                    "logind reports a locked session (LockedHint); if it is unlocked, the program"
                    + " that locked it has not reported that.",
                fix: "busctl call org.freedesktop.login1 /org/freedesktop/login1/session/auto"
                    + " org.freedesktop.login1.Session SetLockedHint b false")
        case .sessionInactive:
            return .warning(
                finding + ".",
                because: "logind reports another user's session, or none, in front (Active).",
                fix: "loginctl list-sessions")
        case .sessionRemote:
            return .ok(finding + ", and the light here is not yours; sun and clock decide.")
        }
    }

    /// The finding for a sensor in use that may be the wrong one; `nil` if nothing speaks against it.
    private func doubt(about chosen: SensorListing, among sensors: [SensorListing]) -> Finding? {
        guard chosen.problem == nil else { return nil }
        let name = chosen.name.excerpt
        if chosen.state == .warming, let age = chosen.age, age >= .minutes(10) {
            return .warning(
                "\(name) has not been read for \(age.age), and is not trusted yet.",
                because: "It is read only while light can decide.",
                fix: "appearancectl why")
        }
        // A tenth of a lux more or less means nothing in the dark.
        guard chosen.state == .trusted, let light = chosen.light else { return nil }
        let other = sensors.first { other in
            guard !other.chosen, other.state == .trusted, other.unit == chosen.unit,
                let level = other.light
            else { return false }
            return (max(level, light) + 1) / (min(level, light) + 1) >= 10
        }
        if let other {
            // Two of the same model have the same name.
            let prefer = other.name == chosen.name ? other.path : other.name
            return .warning(
                "\(name) reads \(chosen.reading?.text ?? "nothing"), but \(other.name.excerpt) reads"
                    + " \(other.reading?.text ?? "nothing").",
                because: "They differ more than tenfold; if the second one is right, prefer it.",
                fix: "appearancectl config set sensor.prefer " + "[\"\(prefer)\"]".shellWord)
        }
        return dimDays.map { dimDays in
            .warning(
                "\(name) \(dimDays.clause).", because: DimDays.causes, fix: ignoring(chosen))
        }
    }

    /// Returns the value of `sensor.prefer` without a name.
    private func preferredSensors(without name: String) -> String {
        var next = settings
        next.sensor.prefer.removeAll { $0 == name }
        return ConfigurationSchema.key(at: "sensor.prefer")?.text(in: next) ?? "[]"
    }

    /// Returns the command that leaves a sensor out.
    private func ignoring(_ sensor: SensorListing) -> String {
        let names = ignoredSensors(ignoredName(of: sensor), settings)
        return "appearancectl config set sensor.ignore \(names.shellWord)"
    }

    /// Returns the name by which a sensor alone is ignored: its path where another one has the same name.
    private func ignoredName(of sensor: SensorListing) -> String {
        let isAlone = (service.answers?.sensors ?? []).count { $0.name == sensor.name } == 1
        return isAlone ? sensor.name : sensor.path
    }

    /// Returns the value of `sensor.ignore` in a configuration with one more name or path.
    func ignoredSensors(_ name: String, _ configuration: Configuration) -> String {
        var next = configuration
        next.sensor.ignore.append(name)
        return ConfigurationSchema.key(at: "sensor.ignore")?.text(in: next) ?? "[]"
    }

    /// Returns the finding for the sensor in use.
    private func finding(_ sensor: SensorListing) -> Finding {
        let name = "\(sensor.name.excerpt) by \(sensor.source.excerpt)"
        if let problem = sensor.problem {
            return forbidden
                ?? .warning(
                    "\(name) is unavailable: sun and clock decide.", because: problem.excerpt,
                    fix: ignoring(sensor), action: .ignoreSensor)
        }
        let level = sensor.reading.map { "; it reads \($0.text)" } ?? ""
        switch sensor.state {
        case .trusted, .stale, .warming, .none:
            return .ok("\(name) is \(sensor.state.words)\(level).")
        case .distrusted:
            return .warning(
                "\(name) is \(sensor.state.words): sun and clock decide.",
                because: "Its value is stuck or implausible. If it stays so, leave the sensor out.",
                fix: ignoring(sensor))
        }
    }

    /// The name or path by which a sensor that is in use and cannot be read is ignored; `nil` for none.
    var sensorToIgnore: String? {
        service.answers?.sensors.first { $0.chosen && $0.problem != nil && $0.unread == nil }
            .map(ignoredName)
    }

    /// The finding for an unreadable sensor, which iio-sensor-proxy may read for the user; `nil` if
    /// all are readable.
    private var forbidden: Finding? {
        lightDevices.lazy.compactMap(\.forbidden).first.map { path in
            .warning(
                "The light sensor cannot be read: sun and clock decide.",
                because:
                    "You have no permission to read \(path), and iio-sensor-proxy does not run.",
                fix: PackageManager.install("iio-sensor-proxy"))
        }
    }
}

extension SensorListing {
    /// The light with its unit; `nil` if unknown.
    package var reading: LightReading? {
        guard let light, let unit else { return nil }
        return LightReading(value: light, unit: unit)
    }
}

/// A light sensor as the kernel shows it.
struct LightDevice: Equatable {
    /// The folder of the device below /sys.
    let path: String
    /// A light attribute that this user may not read; `nil` if all are readable.
    let forbidden: String?
    /// Whether a sensor hub announces it, but no driver is loaded.
    var lacksDriver = false

    static func all() -> [LightDevice] { iio() + undriven() }

    private static func iio() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/iio/devices").compactMap { folder in
            let attributes = FileWriting.files(in: folder).filter(isLight)
            guard !attributes.isEmpty else { return nil }
            return LightDevice(path: folder, forbidden: attributes.first { access($0, R_OK) != 0 })
        }
    }

    private static func isLight(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return (name.hasPrefix("in_illuminance") || name.hasPrefix("in_intensity"))
            && (name.hasSuffix("_raw") || name.hasSuffix("_input"))
    }

    /// Returns the sensors without a driver.
    ///
    /// A sensor hub names them by HID usages; 0x200041 is ambient light.
    ///
    /// https://docs.kernel.org/hid/hid-sensor.html
    private static func undriven() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/platform/devices")
            .filter { $0.contains("/HID-SENSOR-200041.") }
            .filter { !FileWriting.exists($0 + "/driver") }
            .map { LightDevice(path: $0, forbidden: nil, lacksDriver: true) }
    }
}
