internal import AppearanceModel
internal import Console
internal import Glibc

/// A check that a light sensor is found, readable and trusted.
struct SensorCheck: Check {
    let name = "light sensor"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let settings = evidence.configuration.configuration.sensor
        guard settings.source != .none else {
            return [.ok("It is off (sensor.source is none): sun and clock decide.")]
        }
        if let answers = evidence.service.answers,
            let chosen = answers.sensors.first(where: \.chosen)
        {
            return [chosen.finding(evidence)]
        }
        if let unused = evidence.service.answers?.sensors.first {
            return [.unused(unused, evidence)]
        }
        return [try kernelFinding(evidence)]
    }

    /// Returns the finding by the kernel alone, if the daemon lists no sensor or does not answer.
    private func kernelFinding(_ evidence: Evidence) throws(CommandLineError) -> Finding {
        let devices = evidence.lightDevices
        if let device = devices.first(where: { $0.lacksDriver }) {
            return .warning(
                "The light sensor has no driver.",
                because: "No driver is bound to \(device.path) of the sensor hub.",
                fix: "sudo modprobe hid_sensor_als")
        }
        if let forbidden = devices.lazy.compactMap(\.forbidden).first {
            return .forbidden(forbidden, evidence)
        }
        guard !devices.isEmpty || evidence.hasSensorProxy else {
            let settings = evidence.configuration.configuration
            let night =
                settings.ambient.nightNeeds == .schedule
                ? "" : "; night only by choice (ambient.night_needs)"
            return .ok(
                "There is none: sun and clock decide\(night). Other programs can report light"
                    + " (appearancectl help feed).")
        }
        guard evidence.service.answers != nil else {
            throw CommandLineError(
                "A readable sensor was found; start the daemon to see its value.")
        }
        return .warning(
            "appearanced does not use the light sensor.",
            because:
                "The kernel shows \(devices.first?.path ?? "none, but iio-sensor-proxy runs").",
            fix: evidence.restartService)
    }
}

extension SensorListing {
    /// Returns the finding for the sensor in use.
    fileprivate func finding(_ evidence: Evidence) -> Finding {
        let level = zip(light, unit).map { "; it reads " + LightReading(value: $0, unit: $1).text }
        let sensor = "\(name.excerpt) by \(source.excerpt)"
        if let problem {
            if let forbidden = evidence.lightDevices.lazy.compactMap(\.forbidden).first {
                return .forbidden(forbidden, evidence)
            }
            return .warning(
                "\(sensor) is unavailable: sun and clock decide.", because: problem.excerpt,
                fix: "appearancectl sensors")
        }
        switch state {
        case .trusted, .stale: return .ok("\(sensor) is trusted\(level ?? "").")
        case .warming, .none: return .ok("\(sensor) is warming up\(level ?? "").")
        case .distrusted:
            return .warning(
                "\(sensor) is not trusted: sun and clock decide.",
                because: "Its value is stuck or implausible, or the lid is closed.",
                fix: "appearancectl why")
        }
    }

    private func zip<A, B>(_ first: A?, _ second: B?) -> (A, B)? {
        first.flatMap { first in second.map { (first, $0) } }
    }
}

extension Finding {
    /// Returns the finding for a sensor that is not in use.
    fileprivate static func unused(_ sensor: SensorListing, _ evidence: Evidence) -> Finding {
        if let forbidden = evidence.lightDevices.lazy.compactMap(\.forbidden).first {
            return self.forbidden(forbidden, evidence)
        }
        return .warning(
            "\(sensor.name.excerpt) is not used: sun and clock decide.",
            because: (sensor.problem ?? "The configuration ignores it (sensor.ignore).")
                .excerpt,
            fix: "appearancectl sensors")
    }

    /// Returns the finding for an unreadable sensor, which iio-sensor-proxy may read for the user.
    fileprivate static func forbidden(_ path: String, _ evidence: Evidence) -> Finding {
        .warning(
            "The light sensor cannot be read: sun and clock decide.",
            because: "You have no permission to read \(path), and iio-sensor-proxy does not run.",
            fix: PackageManager.install("iio-sensor-proxy"))
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

    /// Returns all of them.
    static func all() -> [LightDevice] { iio() + undriven() }

    private static func iio() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/iio/devices").compactMap { folder in
            let attributes = FileWriting.files(in: folder).filter(isLight)
            guard !attributes.isEmpty else { return nil }
            return LightDevice(
                path: folder, forbidden: attributes.first { access($0, R_OK) != 0 })
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
