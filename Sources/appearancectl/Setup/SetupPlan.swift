internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import Console
internal import SettingsFile

/// The steps that setup would do on this system; none if everything is set up.
struct SetupPlan {
    /// The findings, each a noun with a text.
    let findings: [(noun: String, text: String)]
    let steps: [SetupStep]
    /// The steps that setup cannot do, as sentences with what to do instead.
    let gaps: [String]

    /// Plans the steps from the evidence and the place that the user gave, if any.
    init(_ evidence: Evidence, place: Coordinates?) throws {
        let routing = try PortalCommand.routing()
        let draft = try ConfigurationDraft(evidence.configuration)
        var readOnly: [String] = []
        // A file that another program makes stops no other step.
        func writable(
            _ step: () throws(SettingsError) -> SetupStep?
        ) throws(SettingsError) -> SetupStep? {
            do throws(SettingsError) { return try step() } catch {
                guard case .readOnly = error else { throw error }
                readOnly.append("\(error)")
                return nil
            }
        }
        let configuration = try writable { () throws(SettingsError) in
            try evidence.configurationStep(place, draft)
        }
        let darkman = try writable { () throws(SettingsError) in try evidence.darkmanStep(draft) }
        let portal = try evidence.portalStep(routing)
        let steps = [
            configuration, portal, evidence.serviceStep,
            evidence.extensionStep(routing.folders), darkman,
        ]
        self.steps = steps.compactMap(\.self) + evidence.hookSteps
        let unread = evidence.portal.value?.unread
        let portalGap = unread.map {
            "\($0.cause) Copy it there, once: \($0.command) && \(evidence.restartPortal)"
        }
        gaps = readOnly + [portalGap, evidence.serviceGap].compactMap(\.self)
        let isRouted = portal == nil && unread == nil
        findings = [
            ("desktop", evidence.desktopText), ("place", evidence.text(of: place)),
            ("light sensor", evidence.sensorText),
            ("portal", evidence.portalText(routing.folders, isRouted: isRouted)),
            ("service", evidence.serviceText),
        ]
    }
}

// The steps; `nil` if there is nothing to do.
extension Evidence {
    fileprivate func configurationStep(
        _ place: Coordinates?, _ draft: ConfigurationDraft
    ) throws(SettingsError) -> SetupStep? {
        var changes: [ConfigurationEdit.Change] = []
        if settings.desktop.follow == .none {
            changes.append(.init("desktop.follow", to: "\"auto\""))
        }
        if let place, place != settings.location.coordinates {
            // The second of two new lines is inserted above the first.
            changes.append(.init("location.longitude", to: "\(place.longitudeDegrees)"))
            changes.append(.init("location.latitude", to: "\(place.latitudeDegrees)"))
        }
        guard !changes.isEmpty else { return nil }
        let follows = changes[0].path == "desktop.follow"
        let purpose =
            switch (follows, changes.count > 1) {
            case (true, true): "Set your place, and make the desktop's own setting follow."
            case (true, false): "Make the desktop's own setting follow the appearance."
            case (false, _): "Set your place."
            }
        return SetupStep(
            purpose: purpose,
            actions: [.configure(changes, shown: try draft.change(changes))])
    }

    /// Returns the portal step; `nil` on a desktop whose own backend reports its own switch to
    /// apps.
    fileprivate func portalStep(_ routing: PortalRouting) throws(SettingsError) -> SetupStep? {
        guard routing.folders.desktopWithOwnSwitch == nil,
            settings.portal.enabled
        else { return nil }
        let changes = try routing.installation()
        guard !changes.isEmpty else { return nil }
        let restart = Command("systemctl", "--user", "try-restart", "xdg-desktop-portal.service")
        return SetupStep(
            purpose: "Make apps that use the desktop portal follow.",
            actions: [.route(routing, shown: changes)] + (hasManager ? [.run(restart)] : []),
            remainder: hasManager || portal.value?.frontend == nil
                ? "" : "Restart the portal: \(restartPortal)")
    }

    fileprivate var serviceStep: SetupStep? {
        guard let units = units.value, units.isLoaded,
            !units.isEnabled || !isServiceUp
        else { return nil }
        // A daemon started by hand owns the name, so systemd could not start another.
        let now = isServiceUp ? [] : ["--now"]
        return SetupStep(
            purpose: "Start the daemon, now and at every login.",
            actions: [.run(Command("systemctl", ["--user", "enable"] + now + ["appearanced"]))])
    }

    /// The reason why the daemon does not run, with its fix; `nil` if it runs, or if a step starts it.
    fileprivate var serviceGap: String? {
        guard serviceStep == nil, let finding = try? serviceFindings().first,
            finding.status == .broken
        else { return nil }
        return "\(finding.finding) \(finding.cause) To fix it: \(finding.fix)"
    }

    /// Returns the step for the night filter on GNOME; `nil` on other desktops, without the
    /// filter's extension, or if it is enabled.
    fileprivate func extensionStep(_ folders: PortalFolders) -> SetupStep? {
        let name = "nightfilter@appearanced.github.io"
        let enabled = desktop.extensions
        guard enabled.hasSuffix("]"), !enabled.holds("'\(name)'"),
            folders.data.contains(where: {
                FileWriting.exists("\($0)/gnome-shell/extensions/\(name)/metadata.json")
            })
        else { return nil }
        // By the setting, because the running shell does not know an extension that was installed
        // after the login.
        let others = enabled.hasSuffix("[]") ? "[" : enabled.dropLast() + ", "
        let command = Command(
            "gsettings", "set", "org.gnome.shell", "enabled-extensions", "\(others)'\(name)']")
        return SetupStep(
            purpose: "Let the night filter turn GNOME's screen red by its extension.",
            actions: [.run(command)],
            remainder: "Log out and in again: GNOME Shell finds an extension when it starts.")
    }

    /// Returns the step for the scripts of darkman; `nil` if there are none, or they run.
    fileprivate func darkmanStep(
        _ draft: ConfigurationDraft
    ) throws(SettingsError) -> SetupStep? {
        guard !hooks.settings.darkman, hooks.hasScriptsOfDarkman else { return nil }
        let changes = [ConfigurationEdit.Change("hooks.darkman", to: "true")]
        let isRunning = programs.contains { $0.name == "darkman" }
        let stop = Command("systemctl", "--user", "disable", "--now", "darkman.service")
        return SetupStep(
            purpose: "Run the scripts of darkman at each change"
                + (isRunning ? ", and stop darkman." : "."),
            actions: (isRunning && hasManager ? [.run(stop)] : [])
                + [.configure(changes, shown: try draft.change(changes))],
            remainder: isRunning && !hasManager
                ? "Stop darkman, or its scripts run twice: pkill darkman" : "")
    }

    /// Returns a step for each ready-made hook whose program is installed and does not follow by
    /// itself.
    fileprivate var hookSteps: [SetupStep] {
        guard let own = hooks.folders.own else { return [] }
        let ready = hooks.catalog.entries.filter { $0.state == .available }.map(\.hook)
        let results = CommandRunner.run(
            ready.map { Command($0.path, "needed") }, within: .seconds(5))
        return zip(ready, results).compactMap { hook, result in
            guard case .output = result else { return nil }
            return SetupStep(
                purpose: "Make \(hook.fileName) follow, by a ready-made hook.",
                actions: [.link("\(own)/\(hook.fileName)", to: hook.path)],
                remainder: "Check it: appearancectl hooks test \(hook.fileName)")
        }
    }
}

// The findings.
extension Evidence {
    fileprivate var desktopText: String {
        let names = variables["XDG_CURRENT_DESKTOP"] ?? ""
        let name = names.isEmpty ? "no name" : names.excerpt
        let follow = settings.desktop.follow
        let state = follow == .none ? "does not follow" : "follows (\(follow.rawValue))"
        return "\(name); its own setting \(state)"
    }

    fileprivate func text(of place: Coordinates?) -> String {
        if let place { return "\(place.text), as given" }
        guard let known = configuration.coordinates else {
            return "unknown: fixed times replace sunrise and sunset, unless you give"
                + " --latitude and --longitude"
        }
        let isConfigured = settings.location.coordinates != nil
        return known.text
            + (isConfigured
                ? ", from the configuration" : ", from the time zone, also when you travel")
    }

    fileprivate var sensorText: String {
        if let sensor = service.answers?.sensors.first(where: \.chosen) {
            return "\(sensor.name.excerpt) by \(sensor.source.excerpt)"
        }
        let readable = lightDevices.filter { $0.forbidden == nil && !$0.lacksDriver }
        if let device = readable.first { return device.path }
        if hasSensorProxy { return "by iio-sensor-proxy" }
        return lightDevices.isEmpty
            ? "none: sun and clock decide" : "one that is unreadable: see appearancectl doctor"
    }

    fileprivate func portalText(_ folders: PortalFolders, isRouted: Bool) -> String {
        guard settings.portal.enabled else { return "backend off (portal.enabled is false)" }
        if let desktop = folders.desktopWithOwnSwitch {
            return "answered by \(desktop) from its own setting"
        }
        return isRouted ? "asks appearanced first" : "does not ask appearanced first"
    }

    fileprivate var serviceText: String {
        guard let units = units.value else {
            return isServiceUp ? "runs, not started by systemd" : "does not run"
        }
        let isUp = isServiceUp ? "runs" : "does not run"
        return units.isEnabled ? "\(isUp), enabled" : "\(isUp), not enabled"
    }
}
