internal import AppearanceModel

extension SetupPlan {
    static func desktop(_ evidence: Evidence) -> String {
        let names = evidence.variables["XDG_CURRENT_DESKTOP"] ?? ""
        let name = names.isEmpty ? "none that is named" : names.excerpt
        if evidence.desktop.isCOSMIC { return "\(name); its own setting cannot be set yet" }
        let follow = evidence.configuration.configuration.desktop.follow
        let state = follow == .none ? "is left alone so far" : "follows (\(follow.rawValue))"
        return "\(name); its own setting \(state)"
    }

    static func place(_ evidence: Evidence, _ place: Coordinates?) -> String {
        if let place { return "\(place.words), as you say" }
        guard let known = evidence.configuration.place else {
            return "unknown: fixed times stand in for the sun's, unless you say"
                + " --latitude and --longitude"
        }
        let isConfigured = evidence.configuration.configuration.location.coordinates != nil
        return known.words
            + (isConfigured
                ? ", by the configuration" : ", by the time zone, and goes with it when you travel")
    }

    static func sensor(_ evidence: Evidence) -> String {
        if let sensor = evidence.service.answers?.sensors.first(where: \.chosen) {
            return "\(sensor.name.excerpt) by \(sensor.source.excerpt)"
        }
        let readable = evidence.lightDevices.filter { $0.forbidden == nil && !$0.lacksDriver }
        if let device = readable.first { return device.path }
        if evidence.hasSensorProxy { return "by iio-sensor-proxy" }
        return evidence.lightDevices.isEmpty
            ? "none: sun and clock decide" : "one that cannot be read: see appearancectl doctor"
    }

    static func portal(
        _ evidence: Evidence, _ folders: PortalFolders, isDone: Bool
    ) -> String {
        guard evidence.configuration.configuration.portal.enabled else {
            return "not to be answered (portal.enabled is false)"
        }
        if let desktop = folders.desktopWithItsOwnSwitch {
            return "answered by \(desktop), which hears of its own setting"
        }
        return isDone ? "asks appearanced first" : "asks others so far"
    }

    static func service(_ evidence: Evidence) -> String {
        guard let units = try? evidence.units.get() else {
            return evidence.isServiceUp ? "runs; who starts it is not known" : "does not run"
        }
        let isUp = evidence.isServiceUp ? "runs" : "does not run"
        return units.isEnabled ? "\(isUp), and is enabled" : "\(isUp), and is not enabled"
    }
}
