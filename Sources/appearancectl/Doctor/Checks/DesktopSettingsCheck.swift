internal import AppearanceDesktop
internal import AppearanceModel

/// The desktop's own settings, which follow where that is configured.
struct DesktopSettingsCheck: Check {
    let name = "desktop settings"

    func examine(_ evidence: Evidence) throws(Unavailable) -> [Finding] {
        let desktop = evidence.desktop
        if case .failure = evidence.configuration.content {
            throw Unavailable(
                "Whether they are to follow, the configuration does not say as it is.")
        }
        guard desktop.control != nil else {
            throw Unavailable(
                "They are not to follow (desktop.follow is none); appearancectl setup asks.")
        }
        if let command = desktop.missing.first { return [missing(command)] }
        guard let status = evidence.service.answers?.status else {
            throw Unavailable("appearanced does not answer, so there is nothing to compare.")
        }
        let settings = evidence.configuration.configuration.desktop.resolved(on: desktop.names)
        var findings: [Finding] = []
        var names: [String] = []
        for (setting, value) in desktop.values.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard let wanted = setting.value(in: status.appearance, settings) else { continue }
            let value = try value.get() ?? ""
            let agrees = setting.tone(of: value, settings) == status.appearance.tone
            names.append(setting.name)
            guard !agrees else { continue }
            findings.append(astray(setting, value, wanted, status, settings))
        }
        guard !names.isEmpty else {
            throw Unavailable("There is no session bus to ask for them by.")
        }
        // The programs that turn them take a moment.
        guard findings.isEmpty || WallTime.now - status.since > .seconds(5) else {
            throw Unavailable("The appearance has just changed, and they may be on their way.")
        }
        if desktop.isCOSMIC {
            findings.append(
                .warning(
                    "COSMIC's own setting does not follow.",
                    because:
                        "COSMIC keeps it in a file of its own, which appearanced does not write"
                        + " yet; only programs that read GSettings follow.", fix: ""))
        }
        return findings.isEmpty
            ? [.ok("In step with \(status.appearance.rawValue): \(names.joined(separator: ", ")).")]
            : findings
    }

    private func missing(_ command: DesktopCommand) -> Finding {
        .broken(
            "The desktop's own settings do not follow.",
            because: "There is no program \(command.program), which reads and turns them.",
            fix: command.installation)
    }

    private func astray(
        _ setting: DesktopSetting, _ value: String, _ wanted: String, _ status: Snapshot,
        _ settings: DesktopSettings
    ) -> Finding {
        let finding =
            "\(setting.name) is \(value.isEmpty ? "not set" : value.excerpt), and it is"
            + " \(status.appearance.rawValue)."
        let fix = setting.writing(wanted).shellText
        switch settings.external {
        case .ignore:
            return .warning(
                finding, because: "Somebody turned it, which is theirs to do (desktop.external).",
                fix: fix)
        case .adopt:
            return .broken(
                finding, because: "Somebody else has set it, or the service could not.", fix: fix)
        }
    }
}
