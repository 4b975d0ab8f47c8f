internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import Console
internal import Glibc

/// A check of the configuration file, as this program and the daemon read it.
struct ConfigurationCheck: Check {
    let name = "configuration"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let configuration = evidence.configuration
        if let problem = configuration.problem {
            let inEffect = inEffect(evidence.service.answers?.status)
            return [invalid(problem, in: configuration.path ?? "", inEffect)]
        }
        return [rejected(evidence) ?? otherPath(evidence) ?? valid(configuration)]
    }

    private func valid(_ configuration: ConfigurationEvidence) -> Finding {
        .ok(
            configuration.path.map { "\($0) is valid." }
                ?? "There is no file; the defaults are in effect.")
    }

    private func invalid(
        _ problem: ConfigurationEvidence.Problem, in path: String, _ inEffect: String
    ) -> Finding {
        let line = problem.line.map { "+\($0) " } ?? ""
        return .broken(
            "The configuration is invalid\(inEffect).",
            because: problem.text, fix: "\"${EDITOR:-vi}\" \(line)\(path.shellWord)")
    }

    /// Returns the configuration in effect instead, as the daemon reports it; empty if unknown.
    private func inEffect(_ status: Snapshot?) -> String {
        guard let error = status?.configurationError else { return "" }
        // After a start with an invalid file the daemon reports what it uses instead.
        let substitute = error.split(separator: "; ").last.flatMap { part in
            part.hasSuffix(" in effect") && part != error[...] ? String(part) : nil
        }
        return "; " + (substitute ?? "the previous configuration stays in effect")
    }

    /// Returns the finding that the daemon rejects a file which this program accepts.
    private func rejected(_ evidence: Evidence) -> Finding? {
        guard let error = evidence.service.answers?.status.configurationError else { return nil }
        return .broken(
            "appearanced rejects the configuration\(inEffect(evidence.service.answers?.status)).",
            because: error, fix: evidence.restartService)
    }

    /// Returns the finding that the daemon's environment leads to another file.
    private func otherPath(_ evidence: Evidence) -> Finding? {
        guard let variables = try? evidence.managerVariables.get() else { return nil }
        let name = "XDG_CONFIG_HOME"
        guard variables[name] != evidence.variables[name], variables["HOME"] != nil else {
            return nil
        }
        return .warning(
            "appearanced may read another configuration than this program.",
            because: "\(name) is \(variables[name]?.excerpt ?? "not set") in systemd"
                + " and \(evidence.variables[name]?.excerpt ?? "not set") here.",
            fix: (evidence.variables[name] == nil
                ? "systemctl --user unset-environment \(name)"
                : "systemctl --user import-environment \(name)")
                + " && systemctl --user restart appearanced")
    }
}

/// The configuration file in effect, as this program reads it.
struct ConfigurationEvidence {
    /// The path; `nil` if there is no file.
    let path: String?
    /// The configuration of the file, or the defaults if there is none or it is invalid.
    let configuration: Configuration
    /// The reason why the file is invalid or unreadable; `nil` if it is neither.
    let problem: Problem?
    /// The time zone of the configuration, or of the system.
    let zone: LocalZone

    /// The reason why a file is invalid or unreadable.
    struct Problem {
        let text: String
        /// The line of the first error; `nil` if the file is unreadable.
        let line: Int?
    }

    /// The place whose sun counts; `nil` if unknown.
    var place: Coordinates? { configuration.location.coordinates ?? zone.place() }

    init(_ variables: [String: String]) {
        path = ConfigCommand.path(of: ConfigurationPaths.candidates { variables[$0] })
        (configuration, problem) = path.map(Self.read) ?? (Configuration(), nil)
        zone = LocalZone(
            named: configuration.location.timeZone, environment: variables["TZ"], files: .machine)
    }

    private static func read(_ path: String) -> (Configuration, Problem?) {
        do {
            let bytes = try FileReading.bytes(of: path, limit: ConfigurationReader.largestFile)
            return (try ConfigurationReader.read(bytes, file: path, zones: .machine), nil)
        } catch let error as FileError {
            let line = error.diagnostics.first?.line
            return (Configuration(), Problem(text: error.description, line: line))
        } catch {
            let text = CommandLineError(daemon: error)?.text ?? "\(error)"
            return (Configuration(), Problem(text: text, line: nil))
        }
    }
}

/// A check of the time zone and of the place whose sun counts.
struct PlaceCheck: Check {
    let name = "place"

    func examine(_ evidence: Evidence) throws(CommandLineError) -> [Finding] {
        let zone = evidence.configuration.zone
        if let warning = zone.warning { return [unusable(warning, evidence)] }
        guard let place = evidence.configuration.place else { return [unknown(zone.rules.name)] }
        let origin =
            evidence.configuration.configuration.location.coordinates == nil
            ? "from the time zone" : "from the configuration"
        return [.ok("\(place.text), \(origin); times are in \(zone.rules.name).")]
    }

    private func unusable(_ warning: String, _ evidence: Evidence) -> Finding {
        let path = evidence.configuration.path ?? ""
        return .broken(
            "The time zone is unknown; UTC is used instead.", because: warning + ".",
            fix: warning.contains("location.time_zone")
                ? "\"${EDITOR:-vi}\" \(path.shellWord)"
                : "unset TZ; timedatectl set-timezone Europe/Berlin  # or your own")
    }

    private func unknown(_ zone: String) -> Finding {
        .warning(
            "The place is unknown; fixed times replace sunrise and sunset.",
            because: "The time zone \(zone.excerpt) has no place.",
            fix: "appearancectl setup --latitude 52.52 --longitude 13.40  # your own")
    }
}

extension Coordinates {
    /// The place in a sentence: `52.5° north, 13.4° east`.
    var text: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let tenths = Int((value.magnitude * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)° \(value < 0 ? negative : positive)"
        }
        return degrees(latitudeDegrees, "north", "south") + ", "
            + degrees(longitudeDegrees, "east", "west")
    }
}
