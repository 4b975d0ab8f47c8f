import AppearanceTestSupport
import Foundation
import Testing

/// Hooks that ask the daemon to change the mode, and programs that change it again and again.
@Suite(.bounded, .requires(.bus, .busClient)) struct HookCallTests {
    private static let dbus =
        "dbus-send --session --print-reply --dest=io.github.appearanced /io/github/appearanced"
    private static let toggles = [
        "\(BuiltProducts.appearancectl) toggle",
        "\(BuiltProducts.appearancectl) set auto",
        "\(BuiltProducts.appearancectl) resume",
        // Without the environment of the hook, and by another program.
        "env -i XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR sh -c '\(BuiltProducts.appearancectl) toggle; exit $?'",
        "(\(BuiltProducts.appearancectl) toggle) & wait $!",
        "\(dbus) io.github.appearanced.Appearance1.Toggle",
        "\(dbus) org.freedesktop.DBus.Properties.Set string:io.github.appearanced.Appearance1"
            + " string:Mode variant:string:light",
    ]

    @Test(.row("U15"), .row("D27"), arguments: toggles)
    func `a hook's own run changes no mode, and reads its name`(command: String) throws {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        try scene.hook(
            "10-own", "{ \(command); } >\(scene.home.path)/said 2>&1; echo ended $? >>\(scene.log)")
        try daemon.set("dark")
        try scene.wait(for: "ended 1")
        let said = try String(contentsOfFile: scene.home.path + "/said", encoding: .utf8)
        #expect(said.contains("the hook 10-own cannot change the mode while it runs"), "\(said)")
        let status = try daemon.status()
        #expect(status["mode"] == "dark")
        #expect(status["sequence"] == 2)
        #expect(
            status["warning"].string?.hasPrefix("The hook 10-own cannot change the mode") == true)
        try daemon.waitForLog("<4>The hook 10-own cannot change the mode while it runs")
        try expect(daemon, toReport: "The hook 10-own cannot change the mode")
    }

    @Test(.row("U15"), .row("D27"))
    func `other callers are served while a hook runs, in their order`()
        throws
    {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        try scene.hook("10-slow", "\(scene.noting("began")); \(scene.waiting(for: "gate"))")
        try daemon.set("dark")
        try scene.wait(for: "began dark")
        #expect(try client.waitForSignal("AppearanceChanged").first == "dark")
        try client.set("Mode", to: "night")
        #expect(try client.waitForSignal("AppearanceChanged").first == "night")
        try client.set("Mode", to: "light")
        #expect(try client.waitForSignal("AppearanceChanged").first == "light")
        try daemon.set("dark")
        #expect(try client.waitForSignal("AppearanceChanged").first == "dark")
        #expect(try daemon.status()["warning"] == .null)
        try scene.open("gate")
    }

    @Test(.row("U15")) func `a hook may pause, inhibit and report light`() throws {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        let program = BuiltProducts.appearancectl
        try scene.hook(
            "10-own",
            "\(program) feed 300 && \(program) inhibit true && \(program) pause --for 1h;"
                + " echo ended $? >>\(scene.log)")
        try daemon.set("dark")
        try scene.wait(for: "ended 0")
        #expect(try daemon.status()["paused"] == true)
    }

    /// Such as a bar that a hook starts again, whose button toggles.
    @Test(.row("U15")) func `a program that a hook has left behind may change the mode later`()
        throws
    {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        try scene.hook(
            "10-bar",
            "[ -e \(scene.home.path)/bar ] || { : >\(scene.home.path)/bar;"
                + " setsid sh -c 'until \(BuiltProducts.appearancectl) set night || [ ! -d"
                + " \(scene.home.path) ]; do :; done' >/dev/null 2>&1 & }; \(scene.noting("ran"))")
        try daemon.set("dark")
        try scene.wait(for: "ran night")
        #expect(try daemon.status()["mode"] == "night")
    }

    @Test(.row("C26")) func `a program that changes the mode again and again is named`() throws {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        let loop = try ChildProcess(
            "sh", ["-c", "for i in $(seq 40); do \(BuiltProducts.appearancectl) toggle; done"],
            environment: daemon.environment)
        let process = loop.processIdentifier
        #expect(try loop.expectExit() == .exited(0))
        let warning = try #require(try daemon.status()["warning"].string)
        #expect(
            warning.wholeMatch(
                of:
                    #/appearancectl \(process \d+, started by sh, process (\d+)\) changes the mode again and again: more than 30 changes in a minute\./#
            )?.1 == "\(process)", "\(warning)")
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        try expect(daemon, toReport: "changes the mode again and again")
    }

    @Test(.row("C26")) func `a program on the bus that changes the mode again and again is named`()
        throws
    {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        let client = try daemon.busClient()
        for round in 0..<40 {
            try client.set("Mode", to: round.isMultiple(of: 2) ? "dark" : "light")
        }
        try daemon.waitForLog("changes the mode again and again: more than 30 changes in a minute.")
        let warning = try daemon.status()["warning"].string ?? ""
        #expect(warning.contains(#/\(process \d+, started by .*, process \d+\)/#), "\(warning)")
    }

    /// Expects a text in the output of `status` and `doctor`, which break their lines.
    private func expect(_ daemon: RunningDaemon, toReport text: String) throws {
        for command in ["status", "doctor"] {
            let output = try daemon.appearancectl(command).output
            let words = output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains(text), "\(command): \(output)")
        }
    }

    @Test(.row("C26")) func `changes by a person are not too many`() throws {
        let scene = try HookScene()
        let daemon = try scene.daemon()
        for _ in 0..<10 {
            try daemon.set("dark")
            try daemon.set("dark")
            try daemon.set("light")
        }
        #expect(try daemon.status()["warning"] == .null)
    }
}
