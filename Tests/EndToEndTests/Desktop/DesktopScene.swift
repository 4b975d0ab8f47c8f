import AppearanceTestSupport
import Foundation
import Testing

/// A desktop without a screen: the services of its settings on a separate bus.
struct DesktopScene {
    let home: TestHome
    let bus: PrivateBus
    let environment: [String: String]

    /// A home of daylight, with a configuration added to it.
    init(_ configuration: String = "", names: String = "GNOME") throws {
        home = try .inDaylight(configuration)
        for service in ["ca.desrt.dconf", "org.xfce.Xfconf"] {
            let file = "/dbus-1/services/\(service).service"
            if let text = try? String(contentsOfFile: "/usr/share" + file, encoding: .utf8) {
                try home.write(text, to: home.dataHome + file)
            }
        }
        bus = try PrivateBus(in: home)
        environment = home.environment.merging(bus.environment) { $1 }
            .merging(["XDG_CURRENT_DESKTOP": names]) { $1 }
    }

    /// The service; `environment` comes on top of the desktop's.
    func daemon(_ environment: [String: String] = [:]) throws -> RunningDaemon {
        try RunningDaemon(
            home: home, bus: bus, environment: self.environment.merging(environment) { $1 })
    }

    /// Another configuration, at one stroke.
    func configure(_ configuration: String) throws {
        try home.write(configuration: TestHome.daylight + configuration)
    }

    // MARK: The desktop's own programs

    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> FinishedProcess {
        try ChildProcess.run(program, arguments, environment: environment)
    }

    static let schema = "org.gnome.desktop.interface"

    /// Sets GNOME's key, as the user does.
    func gsettings(set value: String, of key: String = "color-scheme") throws {
        let run = try run("gsettings", ["set", Self.schema, key, value])
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    func gsettings(_ key: String = "color-scheme") throws -> String {
        try run("gsettings", ["get", Self.schema, key]).output.filter { !"'\n".contains($0) }
    }

    /// Waits until a key has a value.
    func wait(for value: String, of key: String = "color-scheme") throws {
        try wait(for: value) { try gsettings(key) }
    }

    /// Sets another style of Xfce, or another property, as the user does.
    func xfconf(
        set value: String, _ channel: String = "xsettings", _ property: String = "/Net/ThemeName"
    ) throws {
        let run = try run(
            "xfconf-query", ["-c", channel, "-p", property, "-n", "-t", "string", "-s", value])
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    func xfconf(_ channel: String = "xsettings", _ property: String = "/Net/ThemeName") throws
        -> String
    {
        try run("xfconf-query", ["-c", channel, "-p", property]).output.filter { $0 != "\n" }
    }

    /// Reads the value until it is the expected one; each read runs a program.
    func wait(for value: String, _ ask: () throws -> String) throws {
        let deadline = ContinuousClock.now + ChildProcess.timeout
        var answer = try ask()
        while answer != value {
            guard .now < deadline else {
                throw HarnessFailure("waited for \(value); it is \(answer)")
            }
            answer = try ask()
        }
    }

    // MARK: State of the daemon

    var ledger: String { home.stateHome + "/appearanced/desktop.json" }

    /// Waits until the service has noted that only this value is its own.
    func waitUntilNoted(_ value: String) throws {
        try FileWatch.wait(for: ledger) { $0.contains("\"ours\":[\"\(value)\"]") }
    }

    /// The value that a setting had at first, by the first words of its name.
    func original(_ setting: String) throws -> JSON? {
        let text = try String(contentsOfFile: ledger, encoding: .utf8)
        return try JSON(parsing: text)["settings"].items
            .first { $0["setting"].string?.hasPrefix(setting) == true }?["original"]
    }

    /// A script that hangs, and leaves nothing behind after the test.
    var hanging: String { "while [ -d \(home.path) ]; do sleep 0.1; done\n" }

    /// A program in the place of one of the desktop's, in a folder that comes first in `PATH`.
    func stand(in program: String, _ script: String) throws -> [String: String] {
        try home.write(program: "#!/bin/sh\n" + script, to: "stand-in/\(program)")
        return ["PATH": "\(home.path)/stand-in:\(environment["PATH"] ?? "/usr/bin:/bin")"]
    }
}

extension RunningDaemon {
    /// Waits until nothing that changes the desktop runs any more, and leaves it alone.
    func leaveDesktop() throws {
        #expect(try connect().call("LeaveDesktop")["parameters"] == [:])
    }
}
