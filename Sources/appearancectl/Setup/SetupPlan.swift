internal import AppearanceConfig
internal import AppearanceModel

/// What setup would do on this machine; without steps, everything is as it should be.
struct SetupPlan {
    /// What was found: a noun, and what is said of it.
    let findings: [(noun: String, words: String)]
    let steps: [SetupStep]
    /// What setup cannot do here, each in a sentence with what to do instead.
    let gaps: [String]

    /// By what there is, and where the user says that the sun is watched from, if anywhere.
    init(_ evidence: Evidence, place: Coordinates?) throws(CommandLineError) {
        let routing = try PortalCommand.routing()
        let configuration = try Self.configurationStep(evidence, place)
        let portal = try Self.portalStep(evidence, routing)
        let service = Self.serviceStep(evidence)
        steps = [configuration, portal, service].compactMap(\.self)
        let unread = (try? evidence.portal.get())?.unread
        gaps = [
            evidence.desktop.isCOSMIC ? Self.gapOnCOSMIC : nil,
            unread.map {
                "\($0.cause) Have it copied there, once: \($0.command) && \(evidence.restartPortal)"
            },
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

    private static let gapOnCOSMIC =
        "COSMIC keeps light and dark in a file of its own, which appearanced does not write yet: only"
        + " programs that read GSettings follow. Apps that ask the portal follow too after:"
        + " appearancectl portal install"

    // MARK: Steps

    private static func configurationStep(
        _ evidence: Evidence, _ place: Coordinates?
    ) throws(CommandLineError) -> SetupStep? {
        var changes: [ConfigurationEdit.Change] = []
        if evidence.configuration.configuration.desktop.follow == .none {
            changes.append(.init("desktop.follow", to: "\"auto\""))
        }
        if let place, place != evidence.configuration.configuration.location.coordinates {
            // The later of two new lines comes to stand above the other.
            changes.append(.init("location.longitude", to: "\(place.longitudeDegrees)"))
            changes.append(.init("location.latitude", to: "\(place.latitudeDegrees)"))
        }
        guard !changes.isEmpty else { return nil }
        let follows = changes[0].path == "desktop.follow"
        let purpose =
            switch (follows, changes.count > 1) {
            case (true, true): "Say where you are, and keep the desktop's own setting in step."
            case (true, false): "Keep the desktop's own setting in step with the appearance."
            case (false, _): "Say where you are."
            }
        return SetupStep(
            purpose: purpose,
            deeds: [.write([try ConfigurationDraft(evidence).change(changes)])])
    }

    /// Where the desktop has a switch of its own, its own backend tells apps, and is not replaced.
    private static func portalStep(
        _ evidence: Evidence, _ routing: PortalRouting
    ) throws(CommandLineError) -> SetupStep? {
        guard routing.folders.desktopWithItsOwnSwitch == nil,
            evidence.configuration.configuration.portal.enabled
        else { return nil }
        let changes = try routing.installation()
        guard !changes.isEmpty else { return nil }
        let restart = Command(
            "systemctl", "--user", "try-restart", "xdg-desktop-portal.service")
        let hasManager = (try? evidence.units.get()) != nil
        return SetupStep(
            purpose: "Have apps that ask the desktop portal follow.",
            deeds: [.write(changes)] + (hasManager ? [.run(restart)] : []),
            afterwards: hasManager || (try? evidence.portal.get())?.frontend == nil
                ? "" : "Have the portal read it: \(evidence.restartPortal)")
    }

    private static func serviceStep(_ evidence: Evidence) -> SetupStep? {
        guard let units = try? evidence.units.get(), units.isLoaded,
            !units.isEnabled || !evidence.isServiceUp
        else { return nil }
        // One that was started by hand has the name, and systemd could only fail to start another.
        let now = evidence.isServiceUp ? [] : ["--now"]
        return SetupStep(
            purpose: "Start the service, now and at every login.",
            deeds: [.run(Command("systemctl", ["--user", "enable"] + now + ["appearanced"]))])
    }
}

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
