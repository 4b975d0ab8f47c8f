internal import AppearanceConfig
internal import AppearanceModel
internal import Console
internal import Linux

extension Evidence {
    /// Checks whether a program reports what changes wait for at the display.
    func presenceFinding() throws(CommandLineError) -> Finding {
        let program = "appearance-presence"
        var parts: [String] = []
        if settings.change.hold.contains(.fullscreen) { parts.append("full-screen windows") }
        switch settings.change.when {
        case .pause: parts.append("pauses of the input")
        case .idle: parts.append("an idle desktop")
        case .now, .unlock: break
        }
        guard !parts.isEmpty else {
            throw CommandLineError("[switch] lets no change wait for the display.")
        }
        guard !displayVariables.isEmpty else {
            throw CommandLineError("There is no display here for which a change could wait.")
        }
        let list = parts.joined(separator: " and ")
        if let finding = kwinFinding(alone: parts.count == 1) { return finding }
        guard !programs.contains(where: { $0.name == program && $0.isOfThisSession }) else {
            return .ok("Changes wait for \(list), which \(program) reports.")
        }
        // The daemon asks GNOME itself of the input and of an idle session.
        guard names.value?[BusNames.shellExtension] == nil else {
            return .ok(
                "Changes wait for \(list), which our extension of GNOME Shell and GNOME report.")
        }
        let finding = "No program reports \(list), so changes do not wait for them."
        guard desktop.names.split(separator: ":").contains("GNOME") == false else {
            return .warning(
                finding, because: "Our extension of GNOME Shell, which sees them, is not enabled.",
                fix: "appearancectl setup")
        }
        guard (try? ProgramPath.find(program)) != nil else {
            return .warning(
                finding, because: "\(program) is not installed.",
                fix: "appearancectl config set" + withoutDisplay)
        }
        return .warning(
            finding,
            because:
                "\(program) does not run\(desktop.names.isEmpty ? "" : " on \(desktop.names.excerpt)")."
                + " If it ends at once, the desktop does not show them to programs, as its log says.",
            fix: hasManager
                ? "systemctl --user restart \(program); journalctl --user -n 3 -u \(program)"
                : "\(program) &")
    }

    /// The keys and values by which no change waits for the display, and for everything else as before.
    private var withoutDisplay: String {
        var next = settings
        next.change.hold.removeAll { $0 == .fullscreen }
        let hold = ConfigurationSchema.key(at: "switch.hold")?.text(in: next) ?? "[]"
        return (next.change.hold == settings.change.hold ? "" : " switch.hold \(hold.shellWord)")
            + ([.pause, .idle].contains(settings.change.when) ? " switch.when now" : "")
    }

    /// The finding about full screens under KWin's Wayland, which no program sees but our effect; `nil` elsewhere,
    /// and if it reports them and changes wait for the input too.
    private func kwinFinding(alone isAlone: Bool) -> Finding? {
        let windows = "full-screen windows"
        guard settings.change.hold.contains(.fullscreen), names.value?[BusNames.kwin] != nil,
            displayVariables.contains("WAYLAND_DISPLAY")
        else { return nil }
        guard names.value?[BusNames.kwinEffect] == nil else {
            return isAlone
                ? .ok("Changes wait for \(windows), which our effect of KWin reports.") : nil
        }
        return .warning(
            "No program reports \(windows), so changes do not wait for them.",
            because: "KWin shows them to its effects only, and ours is not loaded.",
            fix: "man appearance-nightfilter")
    }
}
