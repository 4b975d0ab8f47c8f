import AppearanceTestSupport
import Foundation
import Linux
import Testing

/// Hooks that hang, flood, fail or vanish, and a daemon that is killed while one runs.
@Suite(.bounded, .requires(.bus, .busClient)) struct HookTroubleTests {
    @Test(.row("C8"))
    func `a hook that hangs is killed with its children, and delays nobody`() throws {
        let scene = try HookScene("timeout = \"1s\"")
        let pids = scene.home.path + "/pids"
        try scene.hook(
            "hanging",
            "trap '' TERM; ( \(scene.waiting(for: "never")) ) & echo $$ $! >\(pids).new;"
                + " mv \(pids).new \(pids); \(scene.waiting(for: "never"))")
        try scene.hook("quick", scene.noting("quick"))
        let daemon = try scene.daemon()
        let processes = try FileWatch.wait(for: pids).split { !$0.isNumber }.compactMap {
            Int32($0)
        }
        try #require(processes.count == 2)
        guard let hook = try OtherProcess(processes[0]),
            let child = try OtherProcess(processes[1])
        else { throw HarnessFailure("the hook or its child is gone") }
        try daemon.set("dark")
        try scene.wait(for: "quick dark")
        try daemon.set("light")
        try scene.wait(for: "quick light")
        let hadEnded = try hook.hasEnded(within: 0) || child.hasEnded(within: 0)
        #expect(!hadEnded)

        try daemon.waitForLog("hook hanging was ended after")
        // The daemon has waited for the hook; the kernel ends the child in its own time.
        let hookHasEnded = try hook.hasEnded(within: 0)
        let childHasEnded = try child.hasEnded(within: 60000)
        #expect(hookHasEnded && childHasEnded)
        #expect(try daemon.status()["appearance"] == "light")
    }

    @Test(.row("C9")) func `the output of a hook is limited, and the hook continues`() throws {
        let scene = try HookScene()
        try scene.hook(
            "flood",
            "head -c 8000000 /dev/zero | tr '\\0' x | fold -w 400; \(scene.noting("flood"))")
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("flood", "light")
        #expect(scene.ran == ["flood light"])
        let bytes = daemon.log.filter { $0.contains("hook flood: ") }.reduce(0) {
            $0 + $1.utf8.count
        }
        #expect((1...80_000).contains(bytes))
        try daemon.set("dark")
        try scene.waitUntilRecorded("flood", "dark")
    }

    @Test(
        .row("C9"),
        arguments: [
            ("exit 127", "failed with exit status 127"),
            ("kill -SEGV $$", "was ended by signal 11"),
        ])
    func `a failing hook is logged once, with the reason`(_ script: String, _ reason: String) throws
    {
        let scene = try HookScene()
        try scene.hook("failing", script)
        try scene.hook("zz", scene.noting("zz"))
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded(
            "failing", "light", reason.contains("signal") ? "killed" : "exited")
        for mode in ["dark", "light", "night"] {
            try daemon.set(mode)
            try scene.waitUntilRecorded(
                "failing", mode, reason.contains("signal") ? "killed" : "exited")
        }
        #expect(daemon.log("<4>").filter { $0.contains("hook failing \(reason)") }.count == 1)
        #expect(daemon.log("<4>").count == 1)
        try scene.hook("failing", "exit 0")
        try daemon.set("dark")
        try daemon.waitForLog("hook failing succeeds again")
    }

    @Test(.row("C9")) func `files that cannot run are each logged once with the reason`() throws {
        let scene = try HookScene()
        try scene.hook("plain", "", mode: 0o644)
        try FileManager.default.createDirectory(
            atPath: scene.folder + "/folder", withIntermediateDirectories: false)
        for (name, line) in [("binary", "\u{1}\u{2}\u{3}"), ("lost", "#!/no/such/interpreter\n")] {
            try scene.home.write(program: line, to: "\(scene.folder)/\(name)")
        }
        try scene.hook("zz", scene.noting("zz"))
        let daemon = try scene.daemon()
        for mode in ["dark", "light", "dark"] {
            try daemon.set(mode)
            try scene.waitUntilRecorded("zz", mode)
            for name in ["binary", "lost"] {
                try scene.waitUntilRecorded(name, mode, "notStarted")
            }
        }
        let hint = "could not be started: check that its first line names an interpreter"
        for text in [
            "plain never runs: it is not executable",
            "folder never runs: it is not a regular file",
            "hook binary \(hint)", "hook lost \(hint)",
        ] {
            #expect(daemon.log("<4>").filter { $0.contains(text) }.count == 1, "\(text)")
        }
        #expect(daemon.log("<4>").count == 4)
        let doctor = try daemon.appearancectl("doctor")
        #expect(doctor.output.contains("appearanced/hooks.d/plain never runs."))
        #expect(doctor.output.contains("cause: It is not executable.\n"))
        #expect(doctor.output.contains("The hook lost fails."))
    }

    @Test(.row("C10")) func `a hundred changes during a slow hook cause one more run`() throws {
        let scene = try HookScene("on_start = \"never\"")
        try scene.hook("quick", scene.noting("quick"))
        try scene.hook(
            "slow",
            "echo begun >\(scene.home.path)/begun; \(scene.waiting(for: "gate"));"
                + " echo slow $1 $APPEARANCED_SEQUENCE >>\(scene.home.path)/slow")
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        try client.set("Mode", to: "dark")
        try FileWatch.wait(for: scene.home.path + "/begun")
        for turn in 0..<100 {
            try client.set("Mode", to: turn.isMultiple(of: 2) ? "light" : "dark")
        }
        try client.set("Mode", to: "night")
        let sequence = try daemon.status()["sequence"].integer ?? -1
        #expect(sequence > 100)
        try scene.open("gate")
        let slow = try FileWatch.wait(for: scene.home.path + "/slow") {
            $0.hasSuffix("night \(sequence)\n")
        }
        #expect(slow.split(separator: "\n").count == 2)
        try scene.waitUntilRecorded("quick", "night")
        #expect(scene.ran.last == "quick night")
    }

    @Test(.row("C10")) func `a hook that is replaced while it runs runs again in its new form`()
        throws
    {
        let scene = try HookScene()
        try scene.hook(
            "a",
            "echo begun >\(scene.home.path)/begun; \(scene.waiting(for: "gate"));"
                + " \(scene.noting("old"))")
        let daemon = try scene.daemon()
        try FileWatch.wait(for: scene.home.path + "/begun")
        try scene.hook("a", scene.noting("new"))
        try daemon.set("dark")
        try scene.open("gate")
        try scene.wait(for: "new dark")
        #expect(scene.ran == ["old light", "new dark"])
    }

    @Test(.row("C10")) func `a hook that is removed while it runs ends and runs no more`() throws {
        let scene = try HookScene()
        let path = try scene.hook(
            "a",
            "echo begun >\(scene.home.path)/begun; \(scene.waiting(for: "gate"));"
                + " \(scene.noting("a"))")
        let daemon = try scene.daemon()
        try FileWatch.wait(for: scene.home.path + "/begun")
        try FileManager.default.removeItem(atPath: path)
        try daemon.set("dark")
        try scene.open("gate")
        try scene.wait(for: "a light")
        try scene.hook("b", scene.noting("b"))
        try daemon.set("night")
        try scene.waitUntilRecorded("b", "night")
        #expect(scene.ran == ["a light", "b night"])
        #expect(daemon.log("<4>") == [])
    }

    @Test(.row("C10"), arguments: [SIGKILL, SIGTERM])
    func `a hook that ran when the daemon ended runs again at its start`(_ signal: Int32) throws {
        let scene = try HookScene()
        try scene.hook("done", scene.noting("done"))
        try scene.hook(
            "a",
            "echo begun >\(scene.home.path)/begun; \(scene.waiting(for: "gate"));"
                + " \(scene.noting("a"))")
        let daemon = try scene.daemon()
        try scene.waitUntilRecorded("done", "light")
        try FileWatch.wait(for: scene.home.path + "/begun")
        daemon.process.signal(signal)
        try daemon.process.expectExit()

        try scene.open("gate")
        let next = try scene.daemon()
        try scene.waitUntilRecorded("a", "light")
        #expect(scene.ran.filter { $0 == "done light" }.count == 1)
        withExtendedLifetime(next) {}
    }
}
