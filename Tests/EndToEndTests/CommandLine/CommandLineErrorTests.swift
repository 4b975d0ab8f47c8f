import AppearanceTestSupport
import Foundation
import Testing

/// The errors of `appearancectl`, and its exit codes for scripts.
@Suite(.bounded, .requires(.bus)) struct CommandLineErrorTests {
    private static let verbs = [
        ["get"], ["status"], ["set", "dark"], ["toggle"], ["pause"], ["resume"], ["why"],
        ["feed", "5"], ["sensors"], ["watch", "--no-wait"],
    ]

    @Test(arguments: verbs)
    func `without a daemon the error names the command that starts it`(verb: [String]) throws {
        let home = try TestHome()
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, verb, environment: home.environment)
        #expect(run.status == .exited(3))
        #expect(run.output == "")
        #expect(
            run.errors == """
                appearancectl: appearanced is not running. Start it, now and at every login:
                  systemctl --user enable --now appearanced
                or try it by hand:
                  appearanced

                """)
    }

    @Test func `a crashed daemon is reported as not running`() throws {
        let daemon = try RunningDaemon.inDaylight()
        daemon.process.signal(9)
        try daemon.process.expectExit()
        #expect(isThere(daemon.home.socket))
        let run = try daemon.appearancectl("get")
        #expect(run.status == .exited(3))
        #expect(run.errors.hasPrefix("appearancectl: appearanced is not running."))
    }

    @Test func `a daemon that does not answer is reported`() throws {
        let daemon = try RunningDaemon.inDaylight()
        daemon.process.signal(19)
        let run = try daemon.appearancectl("get")
        daemon.process.signal(18)
        #expect(run.status == .exited(1))
        #expect(
            run.errors == """
                appearancectl: appearanced did not answer within 5 s.
                See its state: systemctl --user status appearanced

                """)
    }

    @Test(arguments: [["set", "dark"], ["toggle"], ["pause"], ["feed", "5"]])
    func `a change that a daemon does not confirm is reported as one that may come`(verb: [String])
        throws
    {
        let daemon = try RunningDaemon.inDaylight()
        try daemon.process.stop()
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, verb, environment: daemon.environment)
        #expect(run.status == .exited(1))
        #expect(run.output == "")
        #expect(
            run.errors == """
                appearancectl: appearanced did not answer within 5 s. It received the request: if it continues, it \
                makes the change.
                See its state: systemctl --user status appearanced

                """)
        daemon.process.signal(SIGCONT)
        guard verb == ["set", "dark"] else { return }
        // The request that it received is the first one that it handles.
        #expect(try daemon.appearancectl("get").output == "dark\n")
    }

    @Test func `a missing login session is reported`() throws {
        var environment = try TestHome().environment
        environment["XDG_RUNTIME_DIR"] = nil
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["get"], environment: environment)
        #expect(run.status == .exited(3))
        #expect(
            run.errors == """
                appearancectl: XDG_RUNTIME_DIR is not set, so appearanced cannot be found.
                Run this inside your login session.

                """)
    }

    @Test(arguments: [
        (["set", "purple"], "must be auto, light, dark or night"),
        (["set"], "Missing expected argument '<mode>'"),
        (["set", "auto", "--for", "1h"], "auto has no end"),
        (["set", "dark", "--for", "1h", "--until", "next"], "Give only one end"),
        (["set", "dark", "--for", "soon"], "write a duration like 45m, 1h30m, 90s or 2d"),
        (["set", "dark", "--for", "0s"], "must be more than zero"),
        (["set", "dark", "--until", "noon"], "sunrise, sunset, or a time of day like 07:30"),
        (["pause", "--until", "25:00"], "sunrise, sunset, or a time of day like 07:30"),
        (["feed", "bright"], "must be a number from 0 to 200000"),
        (["feed", "nan"], "must be a number from 0 to 200000"),
        (["feed", "200001"], "must be a number from 0 to 200000"),
        (["feed"], "give a level in lux, - for standard input, or --end"),
        (["watch", "--waybar", "--json"], "--json, --waybar and --format exclude each other"),
        (["inhibit", "--why", "a film"], "Missing expected argument '<command>'"),
        (["hooks", "test"], "Missing expected argument '<name>'"),
        (["hooks", "test", "bar", "purple"], "must be light, dark or night"),
        (["explode"], "no command 'explode'."),
        (["get", "--colour"], "Unknown option '--colour'"),
    ])
    func `wrong usage is reported`(arguments: [String], words: String) throws {
        let daemon = try RunningDaemon.inDaylight()
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, arguments, environment: daemon.environment)
        #expect(run.status == .exited(2))
        #expect(run.output == "")
        #expect(run.errors.contains(words), "\(run.errors)")
        #expect(try daemon.status()["mode"] == "auto")
        #expect(try daemon.status()["light"] == .null)
    }

    @Test func `a full output device is an error`() throws {
        let daemon = try RunningDaemon.inDaylight()
        let run = try ChildProcess.run(
            "/bin/sh", ["-c", "exec \"$0\" get >/dev/full", BuiltProducts.appearancectl],
            environment: daemon.environment)
        #expect(run.status == .exited(1))
        #expect(run.errors == "appearancectl: standard output: No space left on device\n")
    }
}
