internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import Console
internal import Glibc
internal import SettingsFile

extension Evidence {
    /// Checks the configuration file, as this program and the daemon read it.
    func configurationFinding() -> Finding {
        let problems = configuration.file.problems
        if problems != .none {
            let path = configuration.path ?? ""
            // Without a line it cannot be read, so no editor can open it.
            guard let line = problems.line else {
                return .broken(
                    "The configuration cannot be read\(inEffect).",
                    because: problems.lines.joined(separator: "\n"), fix: Self.repair(of: path))
            }
            return .broken(
                "The configuration is invalid\(inEffect).",
                because: problems.lines.joined(separator: "\n"),
                fix: "\"${EDITOR:-vi}\" +\(line) \(path.shellWord)")
        }
        // The daemon may reject a file which this program accepts.
        if let error = service.answers?.status.configurationError {
            return .broken(
                "appearanced rejects the configuration\(inEffect).", because: error,
                fix: restartService, action: restartAction)
        }
        return otherPath()
            ?? .ok(
                configuration.path.map { "\($0) is valid." }
                    ?? "There is no file; the defaults are in effect.")
    }

    /// The configuration in effect instead, as the daemon reports it; empty if unknown.
    private var inEffect: String {
        guard let error = service.answers?.status.configurationError else { return "" }
        // After a start with an invalid file the daemon reports what it uses instead.
        let substitute = error.split(separator: "; ").last.flatMap { part in
            part.hasSuffix(" in effect") && part != error[...] ? String(part) : nil
        }
        return "; " + (substitute ?? "the previous configuration stays in effect")
    }

    /// Returns the finding that the daemon's environment leads to another file.
    private func otherPath() -> Finding? {
        guard let manager = managerVariables.value else { return nil }
        let name = "XDG_CONFIG_HOME"
        guard manager[name] != variables[name], manager["HOME"] != nil,
            ConfigurationPaths.own({ manager[$0] }) != ConfigurationPaths.own({ variables[$0] })
        else { return nil }
        return .warning(
            "appearanced may read another configuration than this program.",
            because: "\(name) is \(manager[name]?.excerpt ?? "not set") in systemd"
                + " and \(variables[name]?.excerpt ?? "not set") here.",
            fix: (variables[name] == nil
                ? "systemctl --user unset-environment \(name)"
                : "systemctl --user import-environment \(name)")
                + " && systemctl --user restart appearanced")
    }
}

extension Evidence {
    /// Checks the time zone and the place whose sun counts.
    func placeFinding() -> Finding {
        let zone = configuration.zone
        if let warning = zone.warning {
            return .broken(
                "The time zone is unknown; UTC is used instead.", because: warning + ".",
                fix: warning.contains("location.time_zone")
                    ? "\"${EDITOR:-vi}\" \((configuration.path ?? "").shellWord)"
                    : "unset TZ; timedatectl set-timezone Europe/Berlin  # or your own")
        }
        let place = configuration.sunPlace(at: time)
        guard let text = place.text else {
            return .warning(
                "The place is unknown; fixed times replace sunrise and sunset.",
                because: "The time zone \(zone.rules.name.excerpt) has no place.",
                fix: "appearancectl place CITY  # your own", action: .setPlace)
        }
        let report = SunPlaceReport(configuration, at: time)
        if let error = report.remarkableError {
            let town = City.town(of: report.zone).excerpt
            return .warning(
                "The sun may be off by up to \(error) min.",
                because:
                    "Without a place of your own, the sun of \(town) counts in all of the time zone"
                    + " \(zone.rules.name.excerpt).",
                fix: "appearancectl place CITY  # your own, or \(town)", action: .setPlace)
        }
        guard let remark = zone.remark(on: settings.location, at: time) else {
            return .ok("\(text); times are in \(zone.rules.name.excerpt).")
        }
        let fix =
            remark.likelyLongitudeDegrees.map { "location.longitude \($0)" }
            ?? "location.fixed true  # for the sun of home"
        return .warning(
            place.origin == .clockElsewhere
                ? "The sun is that of \(zone.rules.name.excerpt), not of the configured place."
                : "The sun of the configured place does not fit the clock.",
            because: remark.text, fix: "appearancectl config set \(fix)")
    }
}

extension SunPlace {
    /// The place and its origin in a sentence; `nil` if it is unknown.
    var text: String? {
        let words =
            switch origin {
            case .configuration: "from the configuration"
            case .timeZone: "from the time zone, also when you travel"
            case .clockElsewhere: "from the time zone, as the clock is not that of home"
            }
        return coordinates.map { "\($0.text), \(words)" }
    }
}

extension Coordinates {
    /// The place in a sentence: `52.5° north, 13.4° east`.
    package var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let tenths = Int((value.magnitude * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)° \(value < 0 ? negative : positive)"
        }
        return degrees(latitudeDegrees, "north", "south") + ", "
            + degrees(longitudeDegrees, "east", "west")
    }
}
