import AppearanceTestSupport
import Foundation

/// A simulated machine for `appearancectl doctor`: stand-ins print what a test needs.
final class DoctorScene {
    /// One object of `doctor --json`.
    struct Finding: Equatable {
        var status: String
        var finding: String
        var cause: String
        var fix: String
    }

    let home: TestHome
    /// A runtime directory in place of the home's, where a test has a daemon in one.
    var runtimeDirectory: RuntimeDirectory? {
        didSet { variables["XDG_RUNTIME_DIR"] = runtimeDirectory?.path }
    }
    /// Variables that are added to the environment, or replace others.
    var variables: [String: String] = [:]

    init() throws {
        home = try TestHome()
        variables["PATH"] = home.path + "/bin"
        // Without the machine's own portal and its files.
        variables["XDG_DATA_DIRS"] = home.path + "/share"
        // Where there is nothing, nothing answers.
        try program("busctl", "echo '[]'")
    }

    /// Puts a program into PATH; it has no other program, but the shell's own commands.
    func program(_ name: String, _ script: String) throws {
        try home.write(program: "#!/bin/sh\n\(script)\n", to: "bin/" + name)
    }

    /// The session bus, with the owner of each name, and the portal's reply to each call.
    ///
    /// `startable` is a name that the bus would start a program for.
    func bus(
        _ names: [String: (process: Int, program: String)], portal: [String: String] = [:],
        startable: String? = nil
    ) throws {
        var rows = names.map { name, owner in
            """
            {"name":"\(name)","pid":\(owner.process),"process":"\(owner.program)",\
            "connection":":1.\(owner.process)"}
            """
        }
        if let startable {
            rows.append("{\"name\":\"\(startable)\",\"connection\":\"(activatable)\"}")
        }
        let answers = portal.map { "*'\($0)'*) printf '%s\\n' '\($1)' ;;" }.joined(separator: "\n")
        try program(
            "busctl",
            """
            echo "$*" >>'\(home.path)/asked'
            case "$*" in
            *--system*) echo '[]' ;;
            *list*) printf '%s\\n' '[\(rows.joined(separator: ","))]' ;;
            \(answers)
            *) exit 1 ;;
            esac
            """)
    }

    /// The portal that the session bus would start; it only prints its version.
    func installedPortal(_ version: String) throws {
        try program("portal", "echo xdg-desktop-portal \(version)")
        try home.write(
            "[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec=\(home.path)/bin/portal\n",
            to: "share/dbus-1/services/org.freedesktop.portal.Desktop.service")
    }

    /// A user manager, with its report of units and its environment for programs.
    func manager(
        service: String = "", socket: String = "", filter: String = "", session: String = "",
        portal: String = "", environment: String = ""
    ) throws {
        try home.write("", to: "run/systemd/private")
        try program(
            "systemctl",
            """
            case "$*" in
            *show-environment*) printf '%s' '\(environment)' ;;
            *) printf 'Id=%s\\n%s\\n\\n' appearanced.service '\(service)' \
            appearanced.socket '\(socket)' appearance-nightfilter.service '\(filter)' \
            graphical-session.target '\(session)' xdg-desktop-portal.service '\(portal)' ;;
            esac
            """)
    }

    /// Every question to the bus so far.
    var asked: [String] {
        ((try? String(contentsOfFile: home.path + "/asked", encoding: .utf8)) ?? "")
            .split(separator: "\n").map(String.init)
    }

    func run(_ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearancectl, arguments,
            environment: home.environment.merging(variables) { $1 })
    }

    /// The finding of each check; the first one if it has several.
    func findings() throws -> [String: Finding] {
        let finished = try run("doctor", "--json")
        let items = try JSON(parsing: finished.output).items
        let findings = items.map { item in
            (
                item["check"].string ?? "",
                Finding(
                    status: item["status"].string ?? "", finding: item["finding"].string ?? "",
                    cause: item["cause"].string ?? "", fix: item["fix"].string ?? "")
            )
        }
        return Dictionary(findings) { first, _ in first }
    }
}
