import AppearanceTestSupport
import Foundation
import Testing

/// A home with hooks, and a daemon that runs them.
struct HookScene {
    let home: TestHome
    let bus: PrivateBus

    /// A home of daylight; `settings` are the lines of `[hooks]`.
    init(_ settings: String = "") throws {
        home = try .inDaylight("[hooks]\n" + settings + "\n")
        bus = try PrivateBus(in: home)
    }

    var folder: String { home.configHome + "/appearanced/hooks.d" }

    /// The file in which hooks write that they have run.
    var log: String { home.path + "/ran" }

    func daemon(_ environment: [String: String] = [:]) throws -> RunningDaemon {
        try RunningDaemon(home: home, bus: bus, environment: environment)
    }

    /// Installs the ready-made hooks of this tree.
    func installReadyHooks() throws {
        let folder = home.dataHome + "/appearanced"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/hooks-available",
            withDestinationPath: Repository.root + "/config/hooks-available")
    }

    /// Writes an executable script; another file of its name is replaced, not written to.
    @discardableResult
    func hook(_ name: String, _ script: String, mode: Int = 0o755) throws -> String {
        let draft = try home.write(
            program: "#!/bin/sh\n" + script + "\n", to: "draft", mode: mode)
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        guard rename(draft, path) == 0 else { throw HarnessFailure("rename: \(errno)") }
        return path
    }

    /// A line of shell that waits for a file, and ends with the test.
    func waiting(for gate: String) -> String {
        "until [ -e \(home.path)/\(gate) ] || [ ! -d \(home.path) ]; do sleep 0.05; done"
    }

    func open(_ gate: String) throws { try home.write("", to: gate) }

    /// A script that writes its name and its argument.
    func noting(_ name: String) -> String { "echo \(name) $1 >>\(log)" }

    /// The lines that hooks have written.
    var ran: [String] {
        ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
            .split(separator: "\n").map(String.init)
    }

    /// Waits until the last line that hooks have written is this one.
    func wait(for line: String) throws {
        try FileWatch.wait(for: log) { $0.hasSuffix(line + "\n") }
    }

    /// Runs a program until its output is the expected one.
    func wait(for answer: String, _ ask: () throws -> String) throws {
        let deadline = Deadline()
        var last = try ask()
        while last != answer {
            try deadline.check("\(answer); it is \(last)")
            last = try ask()
        }
    }

    /// Waits until the last run of a hook is recorded with this argument and this end.
    func waitUntilRecorded(_ name: String, _ argument: String, _ ending: String = "exited") throws {
        try FileWatch.wait(for: home.stateHome + "/appearanced/hooks.json") { text in
            try JSON(parsing: text)["hooks"].items.contains {
                $0["name"].string == name && $0["argument"].string == argument
                    && $0["ending"].string == ending
            }
        }
    }
}

extension RunningDaemon {
    func set(_ mode: String) throws {
        #expect(try appearancectl("set", mode).status == .exited(0))
    }

    func enableHook(_ name: String) throws {
        let run = try appearancectl("hooks", "enable", name)
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    func disableHook(_ name: String) throws {
        let run = try appearancectl("hooks", "disable", name)
        try #require(run.status == .exited(0), "\(run.errors)")
    }

    /// Waits for a line of the log.
    func waitForLog(_ text: String) throws {
        try process.waitForLine(containing: text, on: .errors)
    }
}
