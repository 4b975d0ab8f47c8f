import AppearanceTestSupport
import Foundation
import Testing

/// A desktop whose compositor has no protocol for colours, with the real programs and services of
/// its settings.
struct NightLightScene {
    /// A desktop, and on GNOME one of its two kinds of settings.
    enum DesktopKind: String, CaseIterable, Sendable {
        case gnome = "GNOME"
        case kde = "KDE"
        case magnifier = "GNOME:magnifier"

        /// The key of the method's choice.
        var methodKey: String {
            switch self {
            case .gnome, .magnifier: "gnome"
            case .kde: "plasma"
            }
        }

        /// The value of that key.
        var methodChoice: String {
            switch self {
            case .gnome, .kde: "night-light"
            case .magnifier: "magnifier"
            }
        }

        /// The method in the status.
        var method: String {
            switch self {
            case .gnome, .kde: "night light"
            case .magnifier: "luminance"
            }
        }

        /// The name of the journal's file.
        var journal: String {
            switch self {
            case .gnome: "gnome"
            case .kde: "kwin"
            case .magnifier: "magnifier"
            }
        }
    }

    static let schema = "org.gnome.settings-daemon.plugins.color"
    static let accessibility = "org.gnome.desktop.a11y"

    let home: TestHome
    let bus: PrivateBus
    let compositor: PlainCompositor
    let kind: DesktopKind
    let environment: [String: String]

    /// Creates the scene; with `endsSlowly`, its bus closes one connection after another.
    init(_ kind: DesktopKind, named names: String? = nil, endsSlowly: Bool = false) throws {
        self.kind = kind
        home = try TestHome()
        let service = "/dbus-1/services/ca.desrt.dconf.service"
        try home.write(
            try String(contentsOfFile: "/usr/share" + service, encoding: .utf8),
            to: home.dataHome + service)
        bus = try PrivateBus(
            in: home,
            preloading: endsSlowly ? try PreloadedLibrary.compile("slow_close", in: home) : nil)
        compositor = try PlainCompositor(in: home)
        var environment = home.environment.merging(bus.environment) { $1 }
            .merging(PlainCompositor.environment) { $1 }
        environment["XDG_CURRENT_DESKTOP"] = names ?? kind.rawValue
        self.environment = environment
        try choose(kind.methodChoice)
    }

    /// Sets the method for the desktop.
    func choose(_ method: String) throws {
        try home.write(
            configuration: "[nightfilter]\nfade = \"0s\"\n\(kind.methodKey) = \"\(method)\"\n")
    }

    /// Sets an evening of 3400 K around now, and the method for night.
    func chooseEvening(_ method: String? = nil) throws {
        try home.write(
            configuration: "[nightfilter]\n\(kind.methodKey) = \"\(method ?? kind.methodChoice)\"\n"
                + EveningSettings.text())
    }

    /// The temperature that is set, and whether the night light is on.
    func warmth() throws -> (temperature: String, isOn: Bool) {
        switch kind {
        case .gnome, .magnifier:
            func get(_ key: String) throws -> String {
                try run("gsettings", "get", Self.schema, key).output.replacing("\n", with: "")
            }
            return (
                try get("night-light-temperature").replacing("uint32 ", with: ""),
                try get("night-light-enabled") == "true"
            )
        case .kde:
            let lines = try settings().split(separator: "\n")
            let temperature = lines.first { $0.hasPrefix("NightTemperature=") }
            return (
                temperature.map { String($0.dropFirst("NightTemperature=".count)) } ?? "",
                lines.contains("Active=true")
            )
        }
    }

    /// Starts a filter at night or by day, without a wait for its first step.
    func filter(
        _ appearance: [String: String], _ changes: [String: String] = [:], wrapper: [String] = []
    ) throws -> RunningFilter {
        try RunningFilter(
            on: PlainCompositor.environment, in: home, wrapper: wrapper,
            environment: environment.merging(appearance) { $1 }.merging(changes) { $1 })
    }

    /// Starts a filter at night, and waits until the night light is as warm as it gets.
    func filterAtNight() throws -> RunningFilter {
        let filter = try filter(NightScene.night)
        try filter.waitUntilHeld(true)
        return filter
    }

    /// Runs a program to its end, in the environment of this scene.
    @discardableResult
    func run(_ program: String, _ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(program, arguments, environment: environment)
    }

    func filterOnce(_ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(BuiltProducts.nightfilter, arguments, environment: environment)
    }

    /// Starts a monitor of the bus with a match rule.
    func monitor(_ rule: String) throws -> ChildProcess {
        let monitor = try ChildProcess(
            "dbus-monitor", ["--session", rule], environment: environment)
        // It is a monitor once it has lost its name.
        try monitor.waitForLine(containing: "member=NameLost")
        return monitor
    }

    // MARK: The settings

    /// Everything that the user has set, whatever holds besides.
    func settings() throws -> String {
        switch kind {
        case .gnome, .magnifier: try run("dconf", "dump", "/").output
        case .kde: (try? String(contentsOfFile: kwinrc, encoding: .utf8)) ?? ""
        }
    }

    private var kwinrc: String { home.configHome + "/kwinrc" }

    /// Sets a setting, as the user does.
    func set(_ key: String, to value: String) throws {
        let run =
            switch kind {
            case .gnome: try run("gsettings", "set", Self.schema, key, value)
            case .magnifier:
                try run("gsettings", "set", Self.accessibility + "." + schema(of: key), key, value)
            case .kde:
                try run(
                    "kwriteconfig5", "--file", "kwinrc", "--group", "NightColor", "--key", key,
                    value)
            }
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    private func schema(of key: String) -> String {
        switch key {
        case "screen-magnifier-enabled": "applications"
        case "high-contrast": "interface"
        default: "magnifier"
        }
    }

    /// Sets some of the settings, as a user did before the test.
    func setSome() throws {
        switch kind {
        case .gnome:
            try set("night-light-temperature", to: "uint32 3700")
            try set("night-light-schedule-from", to: "21.5")
        case .magnifier:
            try set("mag-factor", to: "3.5")
            try set("screen-position", to: "'top-half'")
        case .kde:
            try home.write(
                "[Desktops]\nNumber=1\n\n[NightColor]\nMode=Times\nMorningBeginFixed=0700\n",
                to: kwinrc)
        }
    }

    /// Its switch, and the word that turns it off.
    var switchKey: String {
        switch kind {
        case .gnome: "night-light-enabled"
        case .kde: "Active"
        case .magnifier: "screen-magnifier-enabled"
        }
    }

    /// Whether everything is at its warmest.
    func isNight() throws -> Bool {
        let wanted =
            switch kind {
            case .gnome:
                [
                    "night-light-enabled true", "night-light-schedule-automatic false",
                    "night-light-schedule-from 12.0", "night-light-schedule-to 12.0",
                    "night-light-temperature uint32 1000",
                ].map { "\(Self.schema) \($0)" }
            case .kde: ["Active=true", "Mode=Constant", "NightTemperature=1000"]
            case .magnifier:
                [
                    "applications screen-magnifier-enabled true", "magnifier mag-factor 1.0",
                    "magnifier screen-position 'full-screen'",
                    "magnifier color-saturation 0.0", "magnifier brightness-green -1.0",
                    "magnifier brightness-blue -1.0", "magnifier brightness-red 0.0",
                ].map { "\(Self.accessibility).\($0)" }
            }
        let text =
            switch kind {
            case .gnome: try run("gsettings", "list-recursively", Self.schema).output
            case .magnifier: try run("gsettings", "list-recursively").output
            case .kde: try settings()
            }
        return Set(wanted).isSubset(of: text.split(separator: "\n").map(String.init))
    }

    /// The path of the filter's journal.
    var ledger: String {
        "\(home.stateHome)/appearanced/night-light-\(kind.journal).json"
    }

    var hasLedger: Bool { FileManager.default.fileExists(atPath: ledger) }

    /// A folder that comes first in `PATH`, with a program in the place of one of the desktop's.
    func stand(in program: String, _ script: String) throws -> [String: String] {
        try home.write(program: "#!/bin/sh\n" + script, to: "stand-in/\(program)")
        return ["PATH": "\(home.path)/stand-in:\(environment["PATH"] ?? "/usr/bin:/bin")"]
    }
}

extension RunningFilter {
    /// Waits until the desktop's night light has the colours of the evening.
    @discardableResult
    func waitUntilWarm() throws -> JSON {
        try waitForStatus {
            $0["night"] == false && $0["evening"]["state"] == "on"
                && $0["outputs"][0]["method"] == "night light"
        }
    }

    /// Waits until it is night and the desktop's night light is as warm as it gets, or until it is
    /// not and all is restored.
    @discardableResult
    func waitUntilHeld(_ isNight: Bool) throws -> JSON {
        try waitForStatus {
            $0["night"].bool == isNight
                && ["night light", "luminance"].contains($0["outputs"][0]["method"].string)
        }
    }
}
