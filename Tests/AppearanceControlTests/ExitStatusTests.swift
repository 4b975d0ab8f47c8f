import AppearanceModel
import AppearanceProtocol
import AppearanceTestSupport
import Testing

/// Errors: an exit status that a script can distinguish, and a message with the remedy.
@Suite(.bounded) struct ExitStatusTests {
    private let directory: RuntimeDirectory
    private let appearancectl: Appearancectl

    init() throws {
        directory = try RuntimeDirectory()
        appearancectl = Appearancectl(in: directory)
    }

    @Test func `tokens names the program that provides its commands`() throws {
        let outcome = try Appearancectl(in: nil).run("tokens", "show")
        #expect(outcome.status == 2)
        #expect(
            outcome.errorOutput
                == """
                appearancectl: no command 'tokens'; the program appearance-tokens has its commands.
                See them all: appearance-tokens --help

                """)
    }

    @Test(arguments: [
        ["get"], ["status"], ["status", "--json"], ["set", "dark"], ["toggle"], ["pause"],
        ["resume"], ["watch", "--no-wait"], ["watch", "--json", "--no-wait"], ["why"],
        ["feed", "3"], ["sensors"],
    ])
    func `without a daemon the error names the command that starts it`(arguments: [String]) throws {
        let outcome = try appearancectl.run(arguments)
        #expect(outcome.status == 3)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errorOutput == """
                appearancectl: appearanced is not running. Start it, now and at every login:
                  systemctl --user enable --now appearanced
                or try it by hand:
                  appearanced

                """)
    }

    @Test func `a leftover socket counts as a daemon that is not running`() throws {
        let daemon = try FakeDaemon(in: directory)
        daemon.crash()
        #expect(try appearancectl.run("get").status == 3)
    }

    @Test func `a missing session is reported`() throws {
        let outcome = try Appearancectl(in: nil).run("get")
        #expect(outcome.status == 3)
        #expect(outcome.errorOutput.hasPrefix("appearancectl: XDG_RUNTIME_DIR is not set"))
        let relative = try Appearancectl(in: nil).run(
            script: "XDG_RUNTIME_DIR=run exec \"$0\" get")
        #expect(relative.status == 3)
        #expect(
            relative.errorOutput.hasPrefix(
                "appearancectl: XDG_RUNTIME_DIR is \"run\", which is not an absolute path"))
        let night = try Appearancectl(in: nil).run(
            script: "XDG_RUNTIME_DIR=run exec \"$0\" night off")
        #expect(night.status == 3)
        #expect(
            night.errorOutput.hasPrefix(
                "appearancectl: XDG_RUNTIME_DIR is \"run\", which is not an absolute path, so the"
                    + " night filter cannot be found.\n"))
        #expect(
            try Appearancectl(in: nil).run("inhibit", "true").errorOutput
                == "appearancectl: XDG_RUNTIME_DIR is not set, so appearanced cannot be found;"
                + " true runs all the same\n")
    }

    @Test(arguments: [
        (["set"], "Missing expected argument '<mode>'"),
        (["set", "purple"], "must be auto, light, dark or night"),
        (["set", "drak"], "did you mean dark?"),
        (["set", "dark", "--for", "45x"], "write a duration like 45m"),
        (["set", "dark", "--for", "0s"], "more than zero"),
        (["set", "dark", "--for", "4000d"], "at most ten years"),
        (["set", "dark", "--for", "9999999999999d"], "at most ten years"),
        (["set", "dark", "--for", "-5m"], "more than zero"),
        (["set", "dark", "--for", "45"], "unit missing: write 45m, 45h or 45s"),
        (["set", "dark", "--for", "18:00"], "write --until 18:00"),
        (["set", "dark", "--until", "2h"], "write --for 2h"),
        (["set", "dark", "--until", "sunrse"], "did you mean sunrise?"),
        (
            ["set", "dark", "--until", "13pm"],
            "next, after-next, sunrise, sunset, or a time of day"
        ),
        (
            ["set", "dark", "--until", "dusk"],
            "next, after-next, sunrise, sunset, or a time of day"
        ),
        (
            ["set", "dark", "--until", "25:00"],
            "next, after-next, sunrise, sunset, or a time of day"
        ),
        (["set", "dark", "--for", "1h", "--until", "next"], "Give only one end"),
        (["set", "auto", "--for", "1h"], "auto has no end"),
        (["set", "dark", "light"], "The value 'light' is invalid for '<end>'"),
        (["set", "dark", "1h", "--for", "1h"], "Give only one end"),
        (["pause", "1x"], "use a duration like 45m or 1h30m, next, after-next"),
        (["pause", "45"], "unit missing: write 45m, 45h or 45s"),
        (["pause", "sunrse"], "did you mean sunrise?"),
        (["pause", "--for", "1h", "--until", "next"], "Give only one end"),
        (["feed"], "give a level in lux, - for standard input, or --end"),
        (["feed", "1", "2"], "unexpected argument '2'"),
        (
            ["feed", "--end", "--when-needed", "curl"],
            "--end ends what was reported, so it takes no command"
        ),
        (["feed", "bright"], "a number from 0 to 200000"),
        (["feed", "nan"], "a number from 0 to 200000"),
        (["feed", "inf"], "a number from 0 to 200000"),
        (["feed", "0x10"], "a number from 0 to 200000"),
        (["feed", "200001"], "a number from 0 to 200000"),
        (["feed", "--", "-1"], "a number from 0 to 200000"),
        (["feed", "-5"], "invalid light level -5: must be a number from 0 to 200000"),
        (["night", "preview", "x"], "Usage: appearancectl night preview [<span>]"),
        (["night", "preview", "2h"], "at most 1h"),
        (["log", "-n", "-5"], "--lines must be 1 or more"),
        (["schedule", "--days", "-1"], "--days must be 1 to 3660"),
        (["feed", "1", "--source", ""], "1 to 64 printable characters"),
        (["get", "--json"], "Unknown option '--json'"),
        (["explode"], "no command 'explode'.\nSee them all: appearancectl --help"),
        (["stauts", "--json"], "no command 'stauts'; did you mean status?"),
        (["help", "stauts"], "no command 'stauts'; did you mean status?"),
        (["dark"], "no command 'dark'; did you mean set dark?"),
        (["config", "chekc"], "no command 'chekc'; did you mean check?"),
        (["--explode"], "Unknown option '--explode'"),
    ])
    func `wrong usage exits with 2 without a call to the daemon`(
        arguments: [String], words: String
    ) throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let outcome = try appearancectl.run(arguments)
        #expect(outcome.status == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errorOutput.contains(words))
        #expect(daemon.requests.isEmpty)
    }

    @Test(arguments: [
        (
            VarlinkError.noSuchEvent(until: "sunrise", next: FakeDaemon.modeEnd),
            """
            No sunrise is near: the next one is Sat 3 Feb 2001 22:45.
            Give a time instead: --for 8h, or --until 07:00
            """
        ),
        (
            .noSuchEvent(until: "sunset", next: nil),
            """
            No sunset is near: there is none within a year.
            Give a time instead: --for 8h, or --until 07:00
            """
        ),
        (
            .limitsExceeded(limit: "256 connections"),
            "limit reached: appearanced allows 256 connections."
        ),
        (
            .calledByHook(hook: "10-own"),
            """
            the hook 10-own cannot change the mode while it runs: each change runs it again.
            A hook can set everything else; see appearanced(1), HOOKS.
            """
        ),
        (
            .methodNotImplemented(method: "a.b.C"),
            """
            The running appearanced does not implement a.b.C.
            After an upgrade: systemctl --user restart appearanced
            """
        ),
        (
            .invalidParameter(parameter: "until"),
            "appearanced rejects this value of \"until\"."
        ),
        (.permissionDenied, "appearanced answers only the user it runs as."),
        (.unknown(name: "a.b.New"), "appearanced refuses: a.b.New"),
    ])
    func `a refusal exits with 1 and a message`(refusal: VarlinkError, words: String) throws {
        let daemon = try FakeDaemon(in: directory, refusal: refusal)
        defer { daemon.stop() }
        let outcome = try appearancectl.run("set", "dark", "--until", "sunrise")
        #expect(
            outcome
                == .init(status: 1, output: "", errorOutput: "appearancectl: \(words)\n"))
        #expect(try appearancectl.run("watch").status == 1)
    }

    @Test(arguments: [["--help"], ["help"], ["set", "--help"], ["-h"], []])
    func `help exits with 0`(arguments: [String]) throws {
        let outcome = try appearancectl.run(arguments)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("USAGE: appearancectl"))
        #expect(outcome.errorOutput.isEmpty)
    }

    @Test func `version prints the released version`() throws {
        #expect(
            try appearancectl.run("--version")
                == .init(status: 0, output: projectVersion + "\n", errorOutput: "")
        )
    }

    @Test func `unwritable output exits with a failure`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        let message = "appearancectl: standard output: No space left on device\n"
        #expect(
            try appearancectl.run(script: "exec \"$0\" get >/dev/full")
                == .init(status: 1, output: "", errorOutput: message))
    }

    /// Nothing but a call may reach the daemon, whichever descriptor its socket has.
    @Test func `a closed output does not reuse the descriptor of the socket`() throws {
        let daemon = try FakeDaemon(in: directory)
        defer { daemon.stop() }
        #expect(
            try appearancectl.run(script: "exec \"$0\" get >&- 2>&-")
                == .init(status: 0, output: "", errorOutput: ""))
        #expect(daemon.requests == [.getStatus])
    }
}
