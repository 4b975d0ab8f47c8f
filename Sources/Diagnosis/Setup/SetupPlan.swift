internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Linux
package import SettingsFile

/// The steps by which this system is set up and repaired, and the findings that they are based on.
package struct SetupPlan {
    /// A step, needed or not.
    package struct Entry {
        /// The word by which scripts select it.
        package let name: String
        /// The effect, as a sentence.
        package let purpose: String
        package let state: State
    }

    package enum State {
        /// It can be done now.
        case due(SetupStep)
        /// There is nothing to do.
        case done
        /// It cannot be done, for this reason.
        case unavailable(String)
    }

    /// The findings, each a noun with a text.
    package let findings: [(noun: String, text: String)]
    /// The findings of every check of the same evidence.
    let diagnosis: Diagnosis
    /// The steps in the order in which setup does them, and then those that only repair.
    package private(set) var entries: [Entry] = []
    /// The steps that setup cannot do, as sentences with what to do instead.
    package private(set) var gaps: [String] = []
    /// The reason why the configuration cannot be changed; `nil` for none.
    package let refusal: SettingsError?

    /// Plans the steps from the evidence and the place that the user gave, if any.
    package init(_ evidence: Evidence, place: PlaceChange?) throws {
        let routing = try PortalRouting.ofThisSession()
        let draft = Result { () throws(SettingsError) in
            try ConfigurationDraft(evidence.configuration)
        }
        if case .failure(let error) = draft { refusal = error } else { refusal = nil }
        let portal = Result { () throws(SettingsError) in try evidence.portalStep(routing) }
        findings = [
            ("desktop", evidence.desktopText), ("place", evidence.text(of: place)),
            ("light sensor", evidence.sensorText),
            ("portal", evidence.portalText(routing.folders, portal)),
            ("service", evidence.serviceText),
        ]
        placeGap = place == nil ? evidence.placeGap : nil
        diagnosis = Diagnosis(evidence)
        let repairs = Set(diagnosis.findings.compactMap(\.finding.action))
        for action in RepairAction.allCases where action.isPartOfSetup {
            add(action, state(action, evidence, place, routing, draft, portal))
        }
        entries += evidence.hookSteps.map {
            Entry(name: $0.name, purpose: $0.purpose, state: .due($0))
        }
        for action in RepairAction.allCases where !action.isPartOfSetup {
            let isNeeded = repairs.contains(action)
            add(action, isNeeded ? state(action, evidence, place, routing, draft, portal) : .done)
        }
    }

    /// The reason for which the user is asked for a city, as a sentence; `nil` if the place needs none.
    package let placeGap: String?

    /// The steps that setup offers.
    package var steps: [SetupStep] {
        entries.compactMap { entry in
            guard case .due(let step) = entry.state,
                RepairAction(rawValue: entry.name)?.isPartOfSetup ?? true
            else { return nil }
            return step
        }
    }

    /// Returns the exact actions of a step; none if it is not to be done now.
    func lines(of action: RepairAction) -> [String] {
        guard case .due(let step)? = entries.first(where: { $0.name == action.rawValue })?.state
        else { return [] }
        return step.lines
    }

    private mutating func add(_ action: RepairAction, _ state: State) {
        entries.append(Entry(name: action.rawValue, purpose: action.purpose, state: state))
    }

    private mutating func state(
        _ action: RepairAction, _ evidence: Evidence, _ place: PlaceChange?,
        _ routing: PortalRouting, _ draft: Result<ConfigurationDraft, SettingsError>,
        _ portal: Result<SetupStep?, SettingsError>
    ) -> State {
        switch action {
        case .setFollow:
            return state { () throws(SettingsError) in try evidence.followStep(draft.get()) }
        case .setPlace:
            guard place != nil || !evidence.lacksPlace else {
                return .unavailable(
                    "Give the place: --city Mons, or --latitude 52.52 --longitude 13.40.")
            }
            return state { () throws(SettingsError) in try evidence.placeStep(place, draft.get()) }
        case .installPortal:
            let gap = evidence.portal.value?.unread.map {
                "\($0.cause) Copy it there, once: \($0.command) && \(evidence.restartPortal)"
            }
            if let gap { gaps.append(gap) }
            if evidence.units.value?.portalLacksSession == true,
                evidence.portal.value?.frontend == nil
            {
                gaps.append("\(Evidence.lackOfSession)\n\(Evidence.graphicalSessionCommands)")
            }
            guard evidence.settings.portal.enabled else {
                return .unavailable("The portal backend is off (portal.enabled is false).")
            }
            let state = state { () throws(SettingsError) in try portal.get() }
            if case .done = state, let gap { return .unavailable(gap) }
            return state
        case .enableService:
            if let step = evidence.serviceStep { return .due(step) }
            if let gap = evidence.serviceGap {
                gaps.append(gap)
                return .unavailable(gap)
            }
            guard let units = evidence.units.value, units.isLoaded else {
                return .unavailable("systemd has no appearanced.service.")
            }
            return .done
        case .enableExtension: return evidence.extensionState(routing.folders)
        case .runDarkmanScripts:
            guard evidence.hooks.hasScriptsOfDarkman else {
                return .unavailable("There are no scripts of darkman.")
            }
            return state { () throws(SettingsError) in try evidence.darkmanStep(draft.get()) }
        case .replaceEveningProgram:
            guard evidence.screen.isInstalled else {
                return .unavailable("\(ScreenEvidence.program) is not installed.")
            }
            return state { () throws(SettingsError) in try evidence.eveningStep(draft.get(), place)
            }
        case .ignoreSensor:
            return state { () throws(SettingsError) in try evidence.ignoringStep(draft.get()) }
        case .restartService, .restartPortal, .importVariables, .enableFilter:
            return .due(evidence.commandStep(action))
        }
    }

    private mutating func state(_ step: () throws(SettingsError) -> SetupStep?) -> State {
        do throws(SettingsError) { return try step().map(State.due) ?? .done } catch {
            // One that setup goes on without.
            if refusal == nil, !gaps.contains("\(error)") { gaps.append("\(error)") }
            return .unavailable("\(error)")
        }
    }
}

// The steps; `nil` if there is nothing to do.
extension Evidence {
    fileprivate func followStep(_ draft: ConfigurationDraft) throws(SettingsError) -> SetupStep? {
        guard settings.desktop.follow == .none else { return nil }
        return try step(.setFollow, [.init("desktop.follow", to: "\"auto\"")], draft)
    }

    fileprivate func placeStep(
        _ place: PlaceChange?, _ draft: ConfigurationDraft
    ) throws(SettingsError) -> SetupStep? {
        guard let place, place.coordinates != settings.location.coordinates else { return nil }
        return try step(.setPlace, place.changes, draft)
    }

    fileprivate var placeGap: String? {
        let report = SunPlaceReport(configuration, at: time)
        return report.remarkableError.map { error in
            let town = City.town(of: report.zone).excerpt
            return "Without your city, the sun is that of \(town), and may be off by up to"
                + " \(error) min."
        }
    }

    /// Whether the place is unknown, or that of a time zone in which the sun may be far off.
    fileprivate var lacksPlace: Bool {
        let report = SunPlaceReport(configuration, at: time)
        return report.place.coordinates == nil || report.remarkableError != nil
    }

    fileprivate func ignoringStep(_ draft: ConfigurationDraft) throws(SettingsError) -> SetupStep? {
        let present = draft.configuration
        guard let name = sensorToIgnore, !present.sensor.ignore.contains(name) else { return nil }
        let value = ignoredSensors(name, present)
        return try step(.ignoreSensor, [.init("sensor.ignore", to: value)], draft)
    }

    private func step(
        _ action: RepairAction, _ changes: [ConfigurationEdit.Change], _ draft: ConfigurationDraft
    ) throws(SettingsError) -> SetupStep {
        SetupStep(action, [.configure(changes, shown: try draft.change(changes))])
    }

    /// Returns the step that consists of commands alone.
    fileprivate func commandStep(_ action: RepairAction) -> SetupStep {
        func manager(_ words: String...) -> SetupStep.Action {
            .run(Command("systemctl", ["--user"] + words))
        }
        func importing(_ names: [String]) -> [SetupStep.Action] {
            names.isEmpty
                ? [] : [.run(Command("systemctl", ["--user", "import-environment"] + names))]
        }
        let actions: [SetupStep.Action] =
            switch action {
            case .restartPortal: [manager("restart", "xdg-desktop-portal.service")]
            case .importVariables:
                importing(variablesToImport)
                    + [manager("try-restart", "xdg-desktop-portal.service")]
            case .enableFilter:
                SessionProgram.nightFilter.startActions(
                    displayVariables, isRunning: !screen.filters.isEmpty)
            case .restartService, .setFollow, .setPlace, .installPortal, .enableService,
                .enableExtension, .runDarkmanScripts, .replaceEveningProgram, .ignoreSensor:
                [manager("restart", "appearanced.service")]
            }
        return SetupStep(action, actions)
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
            .installPortal,
            [.route(routing, shown: changes)] + (hasManager ? [.restart(restart)] : []),
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
            .enableService,
            [.run(Command("systemctl", ["--user", "enable"] + now + ["appearanced"]))])
    }

    /// The reason why the daemon does not run, with its fix; `nil` if it runs, or if a step starts it.
    fileprivate var serviceGap: String? {
        guard serviceStep == nil, let finding = try? serviceFindings().first,
            finding.status == .broken
        else { return nil }
        return "\(finding.sentence) \(finding.cause) To fix it: \(finding.fix)"
    }

    /// The extensions of GNOME Shell, each with its effect.
    private static let extensions = [
        (name: "appearance@appearanced.github.io", effect: "a tile in the quick settings"),
        (name: "nightfilter@appearanced.github.io", effect: "the red screen of the night filter"),
    ]

    /// Returns the state of the step for the extensions of GNOME Shell that are installed.
    fileprivate func extensionState(_ folders: PortalFolders) -> SetupPlan.State {
        let enabled = desktop.extensions
        let usable = Self.extensions.filter { name, _ in
            folders.data.contains {
                supportsShell("\($0)/gnome-shell/extensions/\(name)/metadata.json")
            }
        }
        guard enabled.hasSuffix("]"), !usable.isEmpty else {
            return .unavailable(
                "GNOME Shell does not run, or no extension for its version is installed.")
        }
        // An extension that is in both lists is not loaded.
        let disabled = desktop.disabledExtensions
        let missing = usable.filter { !enabled.holds("'\($0.name)'") }
        let refused = usable.filter { disabled.holds("'\($0.name)'") }
        let added = usable.filter { candidate in
            (missing + refused).contains { $0.name == candidate.name }
        }
        guard !added.isEmpty else { return .done }
        // By the settings, because the running shell does not know an extension that was installed
        // after the login.
        func setting(_ key: String, _ names: [String]) -> SetupStep.Action {
            let list = "[\(names.map { "'\($0)'" }.joined(separator: ", "))]"
            return .run(Command("gsettings", "set", "org.gnome.shell", key, list))
        }
        var actions: [SetupStep.Action] = []
        if !refused.isEmpty {
            let others = Self.names(in: disabled).filter { name in
                !refused.contains { $0.name == name }
            }
            actions.append(setting("disabled-extensions", others))
        }
        if !missing.isEmpty {
            actions.append(
                setting("enabled-extensions", Self.names(in: enabled) + missing.map(\.name)))
        }
        let effects = added.map(\.effect).joined(separator: ", and ")
        return .due(
            SetupStep(
                name: RepairAction.enableExtension.rawValue,
                purpose: "Add to GNOME Shell \(effects).", actions: actions,
                remainder: "Log out and in again: GNOME Shell finds an extension when it starts."))
    }

    /// Returns the names in a list of texts, as gsettings prints it: `['a@b', 'c@d']`, or `@as []`.
    private static func names(in list: String) -> [String] {
        list.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// Whether an extension is installed and made for the version of the GNOME Shell that runs.
    private func supportsShell(_ metadata: String) -> Bool {
        guard let text = FileReading.text(of: metadata),
            let versions = try? JSON(decoding: Array(text.utf8))["shell-version"]?.array
        else { return false }
        return versions.contains { $0.string == desktop.shellVersion }
    }

    /// Returns the step for the scripts of darkman; `nil` if they run.
    fileprivate func darkmanStep(_ draft: ConfigurationDraft) throws(SettingsError) -> SetupStep? {
        guard !hooks.settings.darkman else { return nil }
        let changes = [ConfigurationEdit.Change("hooks.darkman", to: "true")]
        let darkman = programs.first { $0.name == "darkman" && $0.isOfThisSession }
        // One that a compositor has started would go on beside a unit that is disabled.
        let unit = hasManager ? darkman?.unit : nil
        let stop = unit.map { Command("systemctl", "--user", "disable", "--now", $0) }
        return SetupStep(
            name: RepairAction.runDarkmanScripts.rawValue,
            purpose: "Run the scripts of darkman at each change"
                + (stop == nil ? "." : ", and stop darkman."),
            actions: (stop.map { [.run($0)] } ?? [])
                + [.configure(changes, shown: try draft.change(changes))],
            remainder: darkman != nil && stop == nil
                ? "Stop darkman, or its scripts run twice: pkill darkman" : "")
    }

    private var isFilterEnabled: Bool { units.value?.filter["UnitFileState"] == "enabled" }

    /// Returns the step by which the night filter replaces a program that warms the screen; `nil` without one.
    fileprivate func eveningStep(
        _ draft: ConfigurationDraft, _ place: PlaceChange?
    ) throws(SettingsError) -> SetupStep? {
        guard let program = eveningProgram, !program.stopCommands.isEmpty else { return nil }
        var configuration = draft.configuration
        // Another step sets a place that is given.
        if let place { configuration.location.coordinates = place.coordinates }
        let changes = program.settings.changes(to: configuration)
        return SetupStep(
            name: RepairAction.replaceEveningProgram.rawValue,
            purpose: "Let the night filter warm the screen in the evening, to"
                + " \(program.settings.temperature) K as \(program.name) does, and stop \(program.name).",
            actions: [
                .configure(changes, shown: try draft.change(changes)),
                .stop(program, temperature: draft.configuration.nightfilter.evening.temperature),
            ]
                + (hasManager && !isFilterEnabled
                    ? SessionProgram.nightFilter.startActions(
                        displayVariables, isRunning: !screen.filters.isEmpty) : []),
            remainder: program.remainder)
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
                name: SetupStep.hookPrefix + hook.fileName,
                purpose: "Make \(hook.fileName) follow, by a ready-made hook.",
                actions: [.link("\(own)/\(hook.fileName)", to: hook.path)])
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

    fileprivate func text(of place: PlaceChange?) -> String {
        if let place { return "\(place.text), as given" }
        guard let known = configuration.sunPlace(at: time).text else {
            return "unknown: fixed times replace sunrise and sunset, unless you give --city"
        }
        return known
    }

    fileprivate var sensorText: String {
        if let sensor = service.answers?.sensors.first(where: \.chosen) {
            return "\(sensor.name.excerpt) by \(sensor.source.excerpt)"
        }
        let readable = lightDevices.filter { $0.forbidden == nil && !$0.lacksDriver }
        if let device = readable.first { return device.path }
        if hasSensorProxy { return "by iio-sensor-proxy" }
        return lightDevices.isEmpty
            ? "none: sun and clock decide (ways to report light: docs/desktop-pc.md)"
            : "one that is unreadable: see appearancectl doctor"
    }

    fileprivate func portalText(
        _ folders: PortalFolders, _ step: Result<SetupStep?, SettingsError>
    ) -> String {
        guard settings.portal.enabled else { return "backend off (portal.enabled is false)" }
        if let desktop = folders.desktopWithOwnSwitch {
            return "answered by \(desktop) from its own setting"
        }
        guard case .success(nil) = step, portal.value?.unread == nil else {
            return "does not ask appearanced first"
        }
        return "asks appearanced first"
    }

    fileprivate var serviceText: String {
        guard let units = units.value else {
            return isServiceUp ? "runs, not started by systemd" : "does not run"
        }
        let isUp = isServiceUp ? "runs" : "does not run"
        return units.isEnabled ? "\(isUp), enabled" : "\(isUp), not enabled"
    }
}
