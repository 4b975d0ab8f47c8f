internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import Console

/// The steps that setup would do on this system; none if everything is set up.
struct SetupPlan {
    /// The findings, each a noun with a text.
    let findings: [(noun: String, text: String)]
    let steps: [SetupStep]
    /// The steps that setup cannot do, as sentences with what to do instead.
    let gaps: [String]

    /// Plans the steps from the evidence and the place that the user gave, if any.
    init(_ evidence: Evidence, place: Coordinates?) throws(CommandLineError) {
        let routing = try PortalCommand.routing()
        let configuration = try Self.configurationStep(evidence, place)
        let portal = try Self.portalStep(evidence, routing)
        let service = Self.serviceStep(evidence)
        steps =
            [
                configuration, portal, service, Self.extensionStep(evidence, routing.folders),
                try Self.darkmanStep(evidence),
            ].compactMap(\.self)
            + Self.hookSteps(evidence.hooks)
        let unread = (try? evidence.portal.get())?.unread
        gaps = [
            unread.map {
                "\($0.cause) Copy it there, once: \($0.command) && \(evidence.restartPortal)"
            }
        ].compactMap(\.self)
        findings = [
            ("desktop", Self.desktop(evidence)), ("place", Self.place(evidence, place)),
            ("light sensor", Self.sensor(evidence)),
            (
                "portal",
                Self.portal(evidence, routing.folders, isDone: portal == nil && unread == nil)
            ),
            ("service", Self.service(evidence)),
        ]
    }

    // MARK: Steps

    private static func configurationStep(
        _ evidence: Evidence, _ place: Coordinates?
    ) throws(CommandLineError) -> SetupStep? {
        var changes: [ConfigurationEdit.Change] = []
        if evidence.configuration.configuration.desktop.follow == .none {
            changes.append(.init("desktop.follow", to: "\"auto\""))
        }
        if let place, place != evidence.configuration.configuration.location.coordinates {
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
            actions: [
                .write([
                    try ConfigurationDraft(evidence.configuration, evidence.variables)
                        .change(changes)
                ])
            ])
    }

    /// Returns the portal step; `nil` on a desktop whose own backend reports its own switch to
    /// apps.
    private static func portalStep(
        _ evidence: Evidence, _ routing: PortalRouting
    ) throws(CommandLineError) -> SetupStep? {
        guard routing.folders.desktopWithOwnSwitch == nil,
            evidence.configuration.configuration.portal.enabled
        else { return nil }
        let changes = try routing.installation()
        guard !changes.isEmpty else { return nil }
        let restart = Command(
            "systemctl", "--user", "try-restart", "xdg-desktop-portal.service")
        let hasManager = (try? evidence.units.get()) != nil
        return SetupStep(
            purpose: "Make apps that use the desktop portal follow.",
            actions: [.write(changes)] + (hasManager ? [.run(restart)] : []),
            remainder: hasManager || (try? evidence.portal.get())?.frontend == nil
                ? "" : "Restart the portal: \(evidence.restartPortal)")
    }

    private static func serviceStep(_ evidence: Evidence) -> SetupStep? {
        guard let units = try? evidence.units.get(), units.isLoaded,
            !units.isEnabled || !evidence.isServiceUp
        else { return nil }
        // A daemon started by hand owns the name, so systemd could not start another.
        let now = evidence.isServiceUp ? [] : ["--now"]
        return SetupStep(
            purpose: "Start the daemon, now and at every login.",
            actions: [.run(Command("systemctl", ["--user", "enable"] + now + ["appearanced"]))])
    }
}

extension SetupPlan {
    /// Returns the step for the night filter on GNOME; `nil` on other desktops, without the
    /// filter's extension, or if it is enabled.
    private static func extensionStep(
        _ evidence: Evidence, _ folders: PortalFolders
    ) -> SetupStep? {
        let shell = ShellExtension(
            enabled: evidence.desktop.extensions, dataFolders: folders.data)
        return shell.enabling.map { command in
            SetupStep(
                purpose: "Let the night filter turn GNOME's screen red by its extension.",
                actions: [.run(command)],
                remainder: "Log out and in again: GNOME Shell finds an extension when it starts.")
        }
    }
}

// MARK: Hooks

extension SetupPlan {
    /// Returns the step for the scripts of darkman; `nil` if there are none, or they run.
    private static func darkmanStep(_ evidence: Evidence) throws(CommandLineError) -> SetupStep? {
        let hooks = evidence.hooks
        guard !hooks.settings.darkman, hooks.hasScriptsOfDarkman else { return nil }
        let changes = [ConfigurationEdit.Change("hooks.darkman", to: "true")]
        let change = try ConfigurationDraft(evidence.configuration, evidence.variables)
            .change(changes)
        let isRunning = evidence.programs.contains { $0.name == "darkman" }
        let stop = Command("systemctl", "--user", "disable", "--now", "darkman.service")
        let hasManager = (try? evidence.units.get()) != nil
        return SetupStep(
            purpose: "Run the scripts of darkman at each change"
                + (isRunning ? ", and stop darkman." : "."),
            actions: (isRunning && hasManager ? [.run(stop)] : [])
                + [.configure(changes, shown: change)],
            remainder: isRunning && !hasManager
                ? "Stop darkman, or its scripts run twice: pkill darkman" : "")
    }

    /// Returns a step for each ready-made hook whose program is installed and does not follow by
    /// itself.
    private static func hookSteps(_ hooks: HooksOfUser) -> [SetupStep] {
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

extension SetupPlan {
    static func desktop(_ evidence: Evidence) -> String {
        let names = evidence.variables["XDG_CURRENT_DESKTOP"] ?? ""
        let name = names.isEmpty ? "no name" : names.excerpt
        let follow = evidence.configuration.configuration.desktop.follow
        let state = follow == .none ? "does not follow" : "follows (\(follow.rawValue))"
        return "\(name); its own setting \(state)"
    }

    static func place(_ evidence: Evidence, _ place: Coordinates?) -> String {
        if let place { return "\(place.text), as given" }
        guard let known = evidence.configuration.place else {
            return "unknown: fixed times replace sunrise and sunset, unless you give"
                + " --latitude and --longitude"
        }
        let isConfigured = evidence.configuration.configuration.location.coordinates != nil
        return known.text
            + (isConfigured
                ? ", from the configuration" : ", from the time zone, also when you travel")
    }

    static func sensor(_ evidence: Evidence) -> String {
        if let sensor = evidence.service.answers?.sensors.first(where: \.chosen) {
            return "\(sensor.name.excerpt) by \(sensor.source.excerpt)"
        }
        let readable = evidence.lightDevices.filter { $0.forbidden == nil && !$0.lacksDriver }
        if let device = readable.first { return device.path }
        if evidence.hasSensorProxy { return "by iio-sensor-proxy" }
        return evidence.lightDevices.isEmpty
            ? "none: sun and clock decide" : "one that is unreadable: see appearancectl doctor"
    }

    static func portal(
        _ evidence: Evidence, _ folders: PortalFolders, isDone: Bool
    ) -> String {
        guard evidence.configuration.configuration.portal.enabled else {
            return "backend off (portal.enabled is false)"
        }
        if let desktop = folders.desktopWithOwnSwitch {
            return "answered by \(desktop) from its own setting"
        }
        return isDone ? "asks appearanced first" : "does not ask appearanced first"
    }

    static func service(_ evidence: Evidence) -> String {
        guard let units = try? evidence.units.get() else {
            return evidence.isServiceUp ? "runs, not started by systemd" : "does not run"
        }
        let isUp = evidence.isServiceUp ? "runs" : "does not run"
        return units.isEnabled ? "\(isUp), enabled" : "\(isUp), not enabled"
    }
}
