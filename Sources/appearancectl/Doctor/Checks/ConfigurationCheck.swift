internal import AppearanceModel

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
