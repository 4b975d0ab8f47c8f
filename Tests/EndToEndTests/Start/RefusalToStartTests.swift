import AppearanceTestSupport
import Foundation
import Testing

/// The errors and exit codes of a daemon that cannot start.
@Suite(.bounded, .requires(.bus)) struct RefusalToStartTests {
    private let home: TestHome
    private let bus: PrivateBus
    private let environment: [String: String]

    init() throws {
        home = try .inDaylight()
        bus = try PrivateBus(in: home)
        environment = home.environment.merging(bus.environment) { $1 }
    }

    // MARK: No bus

    @Test(
        .row("D5"),
        arguments: [
            ("unix:path=/nowhere/bus", "no bus answers at unix:path=/nowhere/bus"),
            ("nonsense", "no bus answers at nonsense"),
            ("autolaunch:", "\"autolaunch:\" is not used: it would start a bus of its own"),
        ])
    func `an address without a bus is reported`(address: String, words: String) throws {
        let run = try run(["DBUS_SESSION_BUS_ADDRESS": address])
        #expect(run.status == .exited(69))
        #expect(run.errors.contains(words), "\(run.errors)")
        try expectNoTrace()
    }

    @Test(.row("D5"))
    func `an unset address means the bus of the runtime directory and starts none`() throws {
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = nil
        let run = try ChildProcess.run(BuiltProducts.appearanced, environment: environment)
        #expect(run.status == .exited(69))
        #expect(
            run.errors.contains("no bus answers at unix:path=\(home.runtimeDirectory)/bus"),
            "\(run.errors)")
        try expectNoTrace()
    }

    /// Neither its own bus, nor a socket, nor a state.
    private func expectNoTrace() throws {
        let programs = try home.programs()
        #expect(programs.count == 1, "only the test's own bus runs: \(programs)")
        #expect(!isThere(home.socket))
        #expect(FileTree(home.stateHome).paths.isEmpty)
    }

    // MARK: No place for the socket

    /// The variables of another program's socket, whose descriptors are not there any more: the
    /// number must not be taken for a descriptor that the daemon has opened itself.
    @Test func `a stale LISTEN_FDS is reported`() throws {
        let run = try ChildProcess.run(
            "/bin/sh",
            ["-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\"", BuiltProducts.appearanced],
            environment: environment)
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("sd_listen_fds_with_names"), "\(run.errors)")
    }

    @Test(arguments: ["", "run/user/0"])
    func `a missing XDG_RUNTIME_DIR is reported with the remedy`(value: String) throws {
        let run = try run(["XDG_RUNTIME_DIR": value])
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("XDG_RUNTIME_DIR"), "\(run.errors)")
        #expect(run.errors.contains("/run/user/\(geteuid())"), "\(run.errors)")
    }

    @Test func `a runtime directory that does not exist is reported`() throws {
        let run = try run(["XDG_RUNTIME_DIR": home.path + "/absent"])
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("\(home.path)/absent"), "\(run.errors)")
        #expect(!isThere(home.path + "/absent"))
    }

    @Test(.row("U7"), arguments: ["", "/appearanced"])
    func `a directory that others can write to is refused`(below: String) throws {
        let directory = home.runtimeDirectory + below
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try #require(chmod(directory, 0o777) == 0)
        try expectUnfit(directory, "writable by others (mode 777)")
    }

    @Test(.row("U7"), .requires(.root), arguments: ["", "/appearanced"])
    func `a directory of another user is refused`(below: String) throws {
        let directory = home.runtimeDirectory + below
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try #require(chown(directory, 65534, 65534) == 0)
        try expectUnfit(directory, "owned by user 65534")
    }

    @Test(.row("U7")) func `a directory that is a link is refused`() throws {
        let directory = home.runtimeDirectory + "/appearanced"
        try FileManager.default.createSymbolicLink(
            atPath: directory, withDestinationPath: home.dataHome)
        try expectUnfit(directory, "a symbolic link")
        #expect(FileTree(home.dataHome).paths.isEmpty)
    }

    private func expectUnfit(_ directory: String, _ flaw: String) throws {
        let run = try run([:])
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("\(directory): "), "\(run.errors)")
        #expect(run.errors.contains(flaw), "\(run.errors)")
        #expect(!isThere(home.socket))
    }

    @Test(.row("U7")) func `a path too long for a socket is refused`() throws {
        let long = home.path + "/" + String(repeating: "x", count: 100)
        try FileManager.default.createDirectory(
            atPath: long, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let run = try run(["XDG_RUNTIME_DIR": long])
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("too long for a socket's path"), "\(run.errors)")
        #expect(run.errors.contains("107"), "\(run.errors)")
    }

    @Test func `another kind of file at the socket's path is not removed`() throws {
        try home.write("precious", to: home.socket)
        let run = try run([:])
        #expect(run.status == .exited(73))
        #expect(run.errors.contains("\(home.socket): not a socket; move it away"), "\(run.errors)")
        #expect(try String(contentsOfFile: home.socket, encoding: .utf8) == "precious")
    }

    // MARK: Invalid command lines

    @Test(arguments: [
        (["--colour"], "unknown option --colour; see appearanced --help"),
        (["extra"], "unknown option extra; see appearanced --help"),
        (["--config"], "--config needs a file"), (["--config", ""], "--config needs a file"),
        (["--record="], "--record needs a file"),
        (["--record", "-"], "--record needs a file, not standard output"),
        (["--simulate="], "--simulate needs a light recording"),
        (["--check=yes"], "--check takes no value"),
        (["--simulate"], "--simulate needs a light recording"),
        (["--speed", "10"], "--speed needs --simulate"),
        (
            ["--simulate", "day.csv", "--speed", "fast"],
            "--speed is a whole number from 1 to 100000, not fast"
        ),
        (["--simulate", "/nowhere.csv"], "/nowhere.csv: No such file or directory"),
    ])
    func `invalid usage is reported`(arguments: [String], words: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearanced, arguments, environment: environment)
        #expect(run.status == .exited(64))
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func `help and version are written to standard output`() throws {
        let help = try ChildProcess.run(
            BuiltProducts.appearanced, ["--help"], environment: environment)
        #expect(help.status == .exited(0))
        #expect(help.output.contains("Usage: appearanced"))
        #expect(help.errors.isEmpty)
        let version = try ChildProcess.run(
            BuiltProducts.appearanced, ["--version"], environment: environment)
        #expect(version.status == .exited(0))
        #expect(version.output.wholeMatch(of: #/appearanced \d+\.\d+\.\d+\n/#) != nil)
    }

    private func run(_ changes: [String: String]) throws -> FinishedProcess {
        try ChildProcess.run(
            BuiltProducts.appearanced, environment: environment.merging(changes) { $1 })
    }
}
