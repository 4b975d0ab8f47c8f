internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import Glibc

/// The configuration file: whether it can be taken, and has been.
struct ConfigurationCheck: Check {
    let name = "configuration"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let configuration = evidence.configuration
        if case .failure(let failure) = configuration.content {
            let inEffect = inEffect(evidence.service.answers?.status)
            return [mistake(failure, in: configuration.path ?? "", inEffect)]
        }
        return [untaken(evidence) ?? elsewhere(evidence) ?? order(configuration)]
    }

    private func order(_ configuration: ConfigurationEvidence) -> Finding {
        .ok(configuration.path.map { "\($0) is in order." } ?? "There is none: the defaults hold.")
    }

    private func mistake(
        _ failure: ConfigurationEvidence.Failure, in path: String, _ inEffect: String
    ) -> Finding {
        let line = failure.line.map { "+\($0) " } ?? ""
        return .broken(
            "The configuration is invalid\(inEffect).",
            because: failure.words, fix: "\"${EDITOR:-vi}\" \(line)\(path.shellWord)")
    }

    /// What the service goes by instead, as it says itself; nothing where it is not asked.
    private func inEffect(_ status: Snapshot?) -> String {
        guard let error = status?.configurationError else { return "" }
        // After a start with an invalid file the service says what stands in for it.
        let standIn = error.split(separator: "; ").last.flatMap { part in
            part.hasSuffix(" in use") && part != error[...] ? String(part) : nil
        }
        return "; " + (standIn ?? "the previous configuration stays in effect")
    }

    /// The service has not taken what is good by our own reading.
    private func untaken(_ evidence: Evidence) -> Finding? {
        guard let error = evidence.service.answers?.status.configurationError else { return nil }
        return .broken(
            "The service refuses the configuration\(inEffect(evidence.service.answers?.status)).",
            because: error, fix: evidence.restartService)
    }

    /// The service is started with other variables than a terminal has.
    private func elsewhere(_ evidence: Evidence) -> Finding? {
        guard let variables = try? evidence.managerVariables.get() else { return nil }
        let name = "XDG_CONFIG_HOME"
        guard variables[name] != evidence.variables[name], variables["HOME"] != nil else {
            return nil
        }
        return .warning(
            "The service may read another configuration than this program.",
            because: "\(name) is \(variables[name]?.excerpt ?? "not set") to systemd"
                + " and \(evidence.variables[name]?.excerpt ?? "not set") here.",
            fix: (evidence.variables[name] == nil
                ? "systemctl --user unset-environment \(name)"
                : "systemctl --user import-environment \(name)")
                + " && systemctl --user restart appearanced")
    }
}

/// The configuration file that counts, as this program reads it.
struct ConfigurationEvidence {
    /// Nil where there is none.
    let path: String?
    /// What the file says, the defaults where there is none, or what is wrong with it.
    let content: Result<Configuration, Failure>
    /// By the configuration, or as nothing else is known by the defaults.
    let zone: LocalZone

    /// Why a file cannot be taken.
    struct Failure: Error, Equatable {
        let words: String
        /// Where the first mistake stands; nil where the file cannot be read at all.
        let line: Int?
    }

    /// What holds: the file's, or the defaults for want of a good one.
    var configuration: Configuration { (try? content.get()) ?? Configuration() }

    /// Where the sun is watched from; nil if nobody knows.
    var place: Coordinates? { configuration.location.coordinates ?? zone.place() }

    init(_ variables: [String: String]) {
        path = ConfigCommand.path(of: ConfigurationPaths.candidates { variables[$0] })
        content = path.map(Self.read) ?? .success(Configuration())
        let configuration = (try? content.get()) ?? Configuration()
        zone = LocalZone(
            named: configuration.location.timeZone, environment: variables["TZ"], files: .machine)
    }

    private static func read(_ path: String) -> Result<Configuration, Failure> {
        do {
            let bytes = try FileReading.bytes(of: path, limit: 1024 * 1024)
            return .success(try ConfigurationReader.read(bytes, file: path, zones: .machine))
        } catch let fault as ConfigurationError {
            return .failure(
                Failure(words: fault.description, line: fault.diagnostics.first?.line))
        } catch {
            return .failure(Failure(words: CommandLineError(error)?.text ?? "\(error)", line: nil))
        }
    }
}

/// The time zone, and the place whose sun is watched.
struct PlaceCheck: Check {
    let name = "place"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let zone = evidence.configuration.zone
        if let warning = zone.warning { return [unusable(warning, evidence)] }
        guard let place = evidence.configuration.place else { return [unknown(zone.rules.name)] }
        let origin =
            evidence.configuration.configuration.location.coordinates == nil
            ? "by the time zone" : "by the configuration"
        return [.ok("\(place.words), \(origin); times are those of \(zone.rules.name).")]
    }

    private func unusable(_ warning: String, _ evidence: Evidence) -> Finding {
        let path = evidence.configuration.path ?? ""
        return .broken(
            "The time zone is unknown, and UTC stands in for it.", because: warning + ".",
            fix: warning.contains("location.time_zone")
                ? "\"${EDITOR:-vi}\" \(path.shellWord)"
                : "unset TZ; timedatectl set-timezone Europe/Berlin  # or wherever you are")
    }

    private func unknown(_ zone: String) -> Finding {
        .warning(
            "No place is known, so fixed times stand in for sunrise and sunset.",
            because: "The time zone \(zone.excerpt) is that of no place.",
            fix: "appearancectl setup --latitude 52.52 --longitude 13.40  # your own")
    }
}

extension Coordinates {
    /// `52.5° north, 13.4° east`.
    var words: String {
        func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
            let tenths = Int((value.magnitude * 10).rounded())
            return "\(tenths / 10).\(tenths % 10)° \(value < 0 ? negative : positive)"
        }
        return degrees(latitudeDegrees, "north", "south") + ", "
            + degrees(longitudeDegrees, "east", "west")
    }
}
