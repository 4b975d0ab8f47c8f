internal import AppearanceModel
internal import Glibc

/// The light sensor: found, readable, believed.
struct SensorCheck: Check {
    let name = "light sensor"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let settings = evidence.configuration.configuration.sensor
        guard settings.source != .none else {
            return [.ok("None is asked for (sensor.source is none): sun and clock decide.")]
        }
        if let answers = evidence.service.answers,
            let chosen = answers.sensors.first(where: \.chosen)
        {
            return [chosen.finding(evidence)]
        }
        if let unused = evidence.service.answers?.sensors.first {
            return [.unused(unused, evidence)]
        }
        return [try raw(evidence)]
    }

    /// As the kernel shows it: the service knows of none, or was not asked.
    private func raw(_ evidence: Evidence) throws(Unavailable) -> Finding {
        let devices = evidence.lightDevices
        if let device = devices.first(where: { $0.lacksDriver }) {
            return .warning(
                "There is a light sensor without a driver.",
                because: "The sensor hub shows \(device.path), and no driver has taken it.",
                fix: "sudo modprobe hid_sensor_als")
        }
        if let forbidden = devices.lazy.compactMap(\.forbidden).first {
            return .forbidden(forbidden, evidence)
        }
        guard !devices.isEmpty || evidence.hasSensorProxy else {
            let settings = evidence.configuration.configuration
            let night =
                settings.ambient.nightNeeds == .schedule
                ? "" : ", and night comes by choice alone (ambient.night_needs)"
            return .ok(
                "There is none: sun and clock decide\(night). Light from elsewhere can be fed"
                    + " (appearancectl help feed).")
        }
        guard evidence.service.answers != nil else {
            throw Unavailable(
                "There is one that can be read; what it says, the service would know.")
        }
        return .warning(
            "The service does not use the light sensor that is there.",
            because:
                "The kernel shows \(devices.first?.path ?? "none, and iio-sensor-proxy runs").",
            fix: evidence.restartService)
    }
}

extension SensorListing {
    /// What is to be said of the sensor that decides.
    fileprivate func finding(_ evidence: Evidence) -> Finding {
        let level = zip(light, unit).map { ", and says " + LightReading(value: $0, unit: $1).text }
        let words = "\(name.excerpt) by \(source.excerpt)"
        if let problem {
            if let forbidden = evidence.lightDevices.lazy.compactMap(\.forbidden).first {
                return .forbidden(forbidden, evidence)
            }
            return .warning(
                "\(words) cannot be used now: sun and clock decide.", because: problem.excerpt,
                fix: "appearancectl sensors")
        }
        switch state {
        case .trusted, .stale: return .ok("\(words) is trusted\(level ?? "").")
        case .warming, .none: return .ok("\(words) is there, and is being checked\(level ?? "").")
        case .distrusted:
            return .warning(
                "\(words) is not believed: sun and clock decide.",
                because: "It has stopped moving, is implausible, or lies under a shut lid.",
                fix: "appearancectl why")
        }
    }

    private func zip<A, B>(_ first: A?, _ second: B?) -> (A, B)? {
        first.flatMap { first in second.map { (first, $0) } }
    }
}

extension Finding {
    /// A sensor that is found, and is not chosen.
    fileprivate static func unused(_ sensor: SensorListing, _ evidence: Evidence) -> Finding {
        if let forbidden = evidence.lightDevices.lazy.compactMap(\.forbidden).first {
            return self.forbidden(forbidden, evidence)
        }
        return .warning(
            "\(sensor.name.excerpt) is found, and not used: sun and clock decide.",
            because: (sensor.problem ?? "It is among those to be left alone (sensor.ignore).")
                .excerpt,
            fix: "appearancectl sensors")
    }

    /// iio-sensor-proxy may read what a user may not, and the service asks it then.
    fileprivate static func forbidden(_ path: String, _ evidence: Evidence) -> Finding {
        .warning(
            "The light sensor cannot be read: sun and clock decide.",
            because: "You may not read \(path), and iio-sensor-proxy, which may, does not run.",
            fix: PackageManager.install("iio-sensor-proxy"))
    }
}

/// A light sensor as the kernel shows it to anyone who looks.
struct LightDevice: Equatable {
    /// The device's folder below /sys.
    let path: String
    /// An attribute of its light that this user may not read; nil if all can be read.
    let forbidden: String?
    /// Whether it is only announced by a sensor hub, for a driver that is not there.
    var lacksDriver = false

    /// All of them.
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

    /// A sensor hub names what it has by the usages of HID; 0x200041 is ambient light.
    ///
    /// https://docs.kernel.org/hid/hid-sensor.html
    private static func undriven() -> [LightDevice] {
        FileWriting.files(in: "/sys/bus/platform/devices")
            .filter { $0.contains("/HID-SENSOR-200041.") }
            .filter { !FileWriting.exists($0 + "/driver") }
            .map { LightDevice(path: $0, forbidden: nil, lacksDriver: true) }
    }
}
