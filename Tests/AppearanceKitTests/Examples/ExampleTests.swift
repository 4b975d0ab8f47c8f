import AppearanceKit
import AppearanceTestSupport
import Foundation
import Testing

/// Every program of Examples, as its reader would run it, with the real service.
@Suite(.bounded, .requires(.bus)) struct ExampleTests {
    private let session: Session

    init() throws { session = try Session("dark") }

    private func start(
        _ program: String, _ arguments: String..., setting more: [String: String] = [:],
        keepsInput: Bool = false
    ) throws -> ChildProcess {
        let environment = session.home.environment.merging(session.bus.environment) { $1 }
        return try ChildProcess(
            program, arguments, environment: environment.merging(more) { $1 },
            keepsInput: keepsInput)
    }

    @Test func `follow prints every change`() throws {
        let follow = try start(BuiltProducts.directory + "/example-follow")
        try follow.waitForLine(containing: "dark (daemon) Dark, because you chose it;")
        try session.set("night")
        try follow.waitForLine(containing: "night (daemon)")
        try session.kill()
        try follow.waitForLine(containing: "night (remembered)")
        try session.start()
        try session.set("light")
        try follow.waitForLine(containing: "light (daemon)")
    }

    @Test func `an appearance can be faked`() throws {
        let follow = try start(
            BuiltProducts.directory + "/example-follow", setting: ["APPEARANCE_FAKE": "night"])
        try follow.waitForLine("night") { $0.hasPrefix("night (environment)") }
        let contrast = try start(
            BuiltProducts.directory + "/example-follow",
            setting: ["APPEARANCE_FAKE": "dark,high-contrast,reduced-motion"])
        try contrast.waitForLine("dark") { $0.hasPrefix("dark, high contrast (environment)") }
        for invalid in ["purple", "night,bright", "high-contrast"] {
            let other = try start(
                BuiltProducts.directory + "/example-follow", setting: ["APPEARANCE_FAKE": invalid])
            try other.waitForLine(
                containing: "APPEARANCE_FAKE=\(invalid) is invalid and ignored: use light, dark",
                on: .errors)
            try other.waitForLine("dark") { $0.hasPrefix("dark (daemon)") }
        }
    }

    @Test func `the terminal example redraws and remembers a choice`() throws {
        let path = BuiltProducts.directory + "/example-terminal"
        let one = try start(path, keepsInput: true)
        let other = try start(path, keepsInput: true)
        for terminal in [one, other] {
            try terminal.waitForLine(containing: "It is dark here (Follow System).")
        }
        try session.set("light")
        try one.waitForLine(containing: "It is light here (Follow System).")
        // Both are the same app.
        try one.write(line: "n")
        for terminal in [one, other] {
            try terminal.waitForLine(containing: "It is night here (Night).")
        }
        try one.write(line: "q")
        #expect(try one.expectExit() == .exited(0))
        let next = try start(path, keepsInput: true)
        let line = try next.waitForLine(containing: "It is night here (Night).")
        // Black ground, red text, nothing else.
        #expect(line.contains("\u{1B}[48;2;") && line.contains(";0;0m"))
        try next.write(line: "f")
        try next.waitForLine(containing: "It is light here (Follow System).")
    }

    @Test(.row("V13")) func `the terminal example says that a choice cannot be saved`() throws {
        try session.home.write("", to: "nowhere")
        let terminal = try start(
            BuiltProducts.directory + "/example-terminal",
            setting: ["XDG_CONFIG_HOME": session.home.path + "/nowhere"], keepsInput: true)
        try terminal.waitForLine(containing: "It is dark here (Follow System).")
        try terminal.write(line: "n")
        try terminal.waitForLine(containing: "It is night here (Night).")
        try terminal.waitForLine(containing: "the choice is not saved and ends with the app")
        try terminal.write(line: "q")
        #expect(try terminal.expectExit() == .exited(0))
    }

    @Test func `the shell runs a command at every change`() throws {
        let path = "\(BuiltProducts.directory):\(TestHome.plainEnvironment["PATH"] ?? "")"
        // The command may read its input, as ssh does, which is not that of the script.
        let shell = try start(
            Repository.root + "/Examples/shell/follow.sh", "sh", "-c", "cat; echo now $0",
            setting: ["PATH": path])
        try shell.waitForLine("dark") { $0 == "now dark" }
        try session.set("night")
        try shell.waitForLine("night") { $0 == "now night" }
    }

    /// A unit with Restart=on-failure starts it again.
    @Test func `the shell example fails when the connection is lost for good`() throws {
        try session.home.write(program: "#!/bin/sh\nexit 0\n", to: "bin/appearancectl")
        let path = "\(session.home.path)/bin:\(TestHome.plainEnvironment["PATH"] ?? "")"
        let run = try ChildProcess.run(
            Repository.root + "/Examples/shell/follow.sh", ["true"], environment: ["PATH": path])
        #expect(run.status == .exited(1))
        #expect(run.errors == "follow.sh: appearancectl watch has ended\n")
    }

    @Test(.requires(.busClient)) func `the Python example receives the signal`() throws {
        let python = try start("/usr/bin/python3", Repository.root + "/Examples/python/follow.py")
        try python.waitForLine("dark") { $0 == "dark" }
        try session.set("night")
        try python.waitForLine("night") { $0 == "night (was dark, by manual)" }
        try session.kill()
        try python.waitForLine(containing: "appearanced is not running")
        try session.start()
        try session.set("dark")
        try python.waitForLine("dark again") { $0.hasPrefix("dark") }
    }

    @Test(.requires(.compiler)) func `the C example reads the socket`() throws {
        let program = session.home.path + "/follow"
        let compiled = try ChildProcess.run(
            "cc",
            [
                "-Wall", "-Wextra", "-Werror", "-o", program,
                Repository.root + "/Examples/c/follow.c",
            ],
            environment: TestHome.plainEnvironment)
        #expect(compiled.status == .exited(0), "\(compiled.errors)")
        let follow = try start(program)
        try follow.waitForLine("dark") { $0 == "dark (by manual)" }
        try session.set("light")
        try follow.waitForLine("light") { $0 == "light (by manual)" }
        try session.stop()
        #expect(try follow.expectExit() == .exited(3))
    }
}
