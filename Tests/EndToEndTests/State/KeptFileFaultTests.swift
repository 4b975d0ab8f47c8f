import AppearanceTestSupport
import Foundation
import Testing

/// Kills, failing calls and torn content at every read and write of each file that is kept for a later run.
///
/// A run without a fault counts the calls; then each call is hit once, by day by one of the faults in turn, at
/// night by each.
@Suite(.bounded, .requires(.bus, .weston, .nightLight, .compiler)) struct KeptFileFaultTests {
    @Test(.row("C17", "D22", "G2", "G17"), .scaledAtNight, arguments: KeptFileScene.Job.allCases)
    func `everything is restored, or a command that restores fails`(_ job: KeptFileScene.Job) throws
    {
        let scene = try KeptFileScene()
        try scene.run(job, nil)
        let calls = try scene.calls()
        #expect(calls.count >= 3, "\(calls)")
        let faults = KeptFileScene.Fault.all(calls: calls.count)
        for fault in faults { try scene.run(job, fault) }
        for part in 0..<4 where job != .dusk { try scene.run(job, .torn(quarters: part)) }
        print("\(job): \(faults.count + 4) combinations of a fault and one of \(calls.count) calls")
    }

    @Test(.row("C4", "C17", "C19"), .scaledAtNight, arguments: KeptFileScene.Kept.allCases)
    func `a kept file is used, or its bytes are kept`(_ kept: KeptFileScene.Kept) throws {
        let scene = try KeptFileScene()
        try scene.run(kept, nil)
        let calls = try scene.calls()
        #expect(calls.count >= 2, "\(calls)")
        let faults = KeptFileScene.Fault.all(calls: calls.count)
        for fault in faults { try scene.run(kept, fault) }
        for part in 0..<4 { try scene.run(kept, .torn(quarters: part)) }
        print(
            "\(kept): \(faults.count + 4) combinations of a fault and one of \(calls.count) calls")
    }
}

/// A GNOME without dconf, whose settings are in one file, and the state of programs that were killed.
struct KeptFileScene {
    /// A program, and the part of its work in which a fault happens.
    enum Job: String, CaseIterable, Sendable {
        /// The daemon, after one that was killed in the dark.
        case daemon
        /// `appearancectl reset` after that one.
        case reset
        /// The night filter when night begins.
        case dusk
        /// The night filter by day, after one that was killed at night.
        case dawn
        /// `appearance-nightfilter --reset` after that one.
        case filterReset
        /// `appearancectl reset` after that one, without a display.
        case wholeReset

        var isForDesktop: Bool { self == .daemon || self == .reset }
    }

    /// Another file of the daemon.
    enum Kept: String, CaseIterable, Sendable {
        case state = "state.json"
        case hooks = "hooks.json"
        case history = "history.jsonl"
        case lastGood = "last-good-config.toml"
    }

    enum Fault: Equatable {
        /// The call fails with an error number, or kills the program for 0.
        case call(Int, error: Int32, stays: Bool)
        /// The file has only some quarters of its bytes.
        case torn(quarters: Int)

        /// Returns the faults at each of some calls.
        static func all(calls: Int) -> [Fault] {
            let errors: [Int32] = [0, EIO, EACCES]
            return (1...max(1, calls)).flatMap { call in
                let chosen = Nightly.isOn ? errors : [errors[call % 3]]
                return chosen.map { Fault.call(call, error: $0, stays: false) }
            } + (Nightly.isOn ? [EIO, EACCES] : [EIO]).map { .call(1, error: $0, stays: true) }
        }
    }

    private static let theme = "org/gnome/desktop/interface"
    private static let applications = "org/gnome/desktop/a11y/applications"
    private static let magnifier = "org/gnome/desktop/a11y/magnifier"

    private let home: TestHome
    private let bus: PrivateBus
    private let compositor: PlainCompositor
    private let library: String
    private let environment: [String: String]

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
        compositor = try PlainCompositor(in: home)
        library = try PreloadedLibrary.compile("failing_files", in: home)
        let programs = (BuiltProducts.nightfilter as NSString).deletingLastPathComponent
        var environment = home.environment.merging(bus.environment) { $1 }
        environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        environment["GSETTINGS_BACKEND"] = "keyfile"
        environment["PATH"] = programs + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        self.environment = environment
    }

    // MARK: Files

    private var folder: String { home.stateHome + "/appearanced" }
    private var keyfile: String { home.configHome + "/glib-2.0/settings/keyfile" }
    private var log: String { folder + "/calls" }

    /// Returns the names of the counted calls of the last run.
    func calls() throws -> [Substring] { try text(log).split(separator: "\n") }

    private func text(_ path: String) throws -> String {
        FileManager.default.fileExists(atPath: path)
            ? try String(contentsOfFile: path, encoding: .utf8) : ""
    }

    /// The user's settings, one a line.
    private func settings() throws -> Set<Substring> {
        Set(try text(keyfile).split(separator: "\n").filter { $0.contains("=") })
    }

    /// Returns the files whose names begin as this one, with their content.
    private func copies(of path: String) throws -> [String: Data] {
        let name = (path as NSString).lastPathComponent
        var copies: [String: Data] = [:]
        for other in try FileManager.default.contentsOfDirectory(atPath: folder)
        where other.hasPrefix(name) {
            copies[other] = try Data(contentsOf: URL(filePath: folder + "/" + other))
        }
        return copies
    }

    private func tear(_ path: String, _ quarters: Int) throws {
        let bytes = try Data(contentsOf: URL(filePath: path))
        try bytes.prefix(bytes.count * quarters / 4).write(to: URL(filePath: path))
    }

    private func variables(_ path: String, _ fault: Fault?) -> [String: String] {
        var variables = ["LD_PRELOAD": library, "FAULT_PATH": path, "FAULT_LOG": log]
        if case .call(let number, let error, let stays) = fault {
            variables["FAULT_AT"] = String(number)
            variables["FAULT_ERROR"] = String(error)
            if stays { variables["FAULT_STAYS"] = "yes" }
        }
        return variables
    }

    private func start(over files: [String: String]) throws {
        for path in [folder, home.runtimeDirectory + "/appearance-nightfilter"] {
            try? FileManager.default.removeItem(atPath: path)
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        for (path, text) in files { try home.write(text, to: path) }
    }

    // MARK: Restore journals

    /// Returns the user's settings, those that a killed program has left, and its journal.
    private func scene(of job: Job) -> (user: String, left: String, journal: String, name: String) {
        if job.isForDesktop {
            return (
                "[\(Self.theme)]\ngtk-theme='HighContrast'\n",
                "[\(Self.theme)]\ngtk-theme='Adwaita-dark'\ncolor-scheme='prefer-dark'\n",
                #"{"version":1,"settings":[{"setting":"gsettings org.gnome.desktop.interface color-scheme","#
                    + #""original":"default","ours":["prefer-dark"]},"#
                    + #"{"setting":"gsettings org.gnome.desktop.interface gtk-theme","#
                    + #""original":"HighContrast","ours":["Adwaita-dark"]}]}"# + "\n",
                "desktop.json"
            )
        }
        return (
            "[\(Self.magnifier)]\nbrightness-blue=0.25\n",
            "[\(Self.magnifier)]\nbrightness-blue=-1.0\ncolor-saturation=0.0\n"
                + "[\(Self.applications)]\nscreen-magnifier-enabled=true\n",
            #"{"version":1,"taken":true,"settings":["#
                + #"{"setting":"color-saturation","original":null,"ours":"0.0"},"#
                + #"{"setting":"brightness-blue","original":"0.25","ours":"-1.0"},"#
                + #"{"setting":"screen-magnifier-enabled","original":null,"ours":"true"}]}"# + "\n",
            "night-light-magnifier.json"
        )
    }

    private static let follows = """
        [desktop]
        follow = "auto"
        gtk_theme = { light = "Adwaita", dark = "Adwaita-dark" }
        [nightfilter]
        fade = "0s"
        notice = "0s"
        gnome = "magnifier"

        """

    /// Runs a program with a fault, and then restores everything without one.
    func run(_ job: Job, _ fault: Fault?) throws {
        let (user, left, journal, name) = scene(of: job)
        let path = folder + "/" + name
        let configuration =
            job.isForDesktop || job == .wholeReset
            ? TestHome.daylight + Self.follows : Self.follows.components(separatedBy: "[night")[1]
        try start(over: [
            keyfile: job == .dusk ? user : left,
            home.configurationFile: job.isForDesktop || job == .wholeReset
                ? configuration : "[night" + configuration,
        ])
        if job != .dusk { try home.write(journal, to: path) }
        var torn: Data?
        if case .torn(let quarters) = fault {
            try tear(path, quarters)
            torn = try Data(contentsOf: URL(filePath: path))
        }
        let original = lines(of: user)
        let variables = variables(path, fault)
        let context: Comment = "\(job) \(String(describing: fault))"

        switch job {
        case .daemon: try daemon(variables)
        case .dusk, .dawn: try filter(job, variables)
        case .reset, .filterReset, .wholeReset:
            let run = try reset(job, variables)
            switch run.status {
            case .exited(0):
                #expect(try own() == original, "\(context): \(run)")
                #expect(torn == nil, "\(context)")
            case .exited: #expect(!run.errors.isEmpty, "\(context)")
            case .killed: #expect(fault != nil, "\(context)")
            }
        }

        // A torn file was set aside at most, so that its values can be looked up.
        let last = try reset(job, [:])
        if let torn {
            #expect(last.status != .exited(0), "\(context): \(last)")
            #expect(last.errors.contains("remove"), "\(context): \(last)")
            #expect(try copies(of: path).values.contains(torn), "\(context)")
            if !job.isForDesktop {
                #expect(try lines(of: left).isDisjoint(with: settings()), "\(context): red")
            }
        } else {
            #expect(last.status == .exited(0), "\(context): \(last)")
            #expect(try own() == original, "\(context)")
            #expect(try copies(of: path).isEmpty, "\(context)")
        }
    }

    private func lines(of text: String) -> Set<Substring> {
        Set(text.split(separator: "\n").filter { $0.contains("=") })
    }

    /// Returns the user's settings without those that have their default.
    private func own() throws -> Set<Substring> {
        try settings().filter { $0 != "color-scheme='default'" }
    }

    private func reset(_ job: Job, _ variables: [String: String]) throws -> FinishedProcess {
        let isFilters = [.dusk, .dawn, .filterReset].contains(job)
        let display = isFilters ? PlainCompositor.environment : [:]
        let folder = isFilters ? [:] : ["FAULT_FOLDER": "yes"]
        return try ChildProcess.run(
            isFilters ? BuiltProducts.nightfilter : BuiltProducts.appearancectl,
            [isFilters ? "--reset" : "reset"],
            environment: environment.merging(display) { $1 }.merging(variables) { $1 }
                .merging(variables.isEmpty ? [:] : folder) { $1 })
    }

    /// Runs the daemon until it has set everything, or says that it cannot, or is killed.
    private func daemon(_ variables: [String: String]) throws {
        let errors = folder + "/errors"
        // A kill may come before it is ready.
        guard
            let daemon = try? RunningDaemon(
                wrapper: ["/bin/sh", "-c", "exec \"$@\" 2>\(errors)", "sh"], home: home, bus: bus,
                environment: environment.merging(variables) { $1 })
        else { return }
        let light: Set<Substring> = ["gtk-theme='Adwaita'", "color-scheme='default'"]
        let fatal = variables["FAULT_ERROR"] == "0" ? variables["FAULT_AT"].flatMap(Int.init) : nil
        // All its files are in this folder, also the list of calls.
        try FileWatch.wait(for: log) { calls in
            try settings() == light || text(errors).contains("cannot set")
                || fatal == calls.count { $0 == "\n" }
        }
        daemon.process.signal(SIGTERM)
        try daemon.process.expectExit()
    }

    /// Runs the filter until all is as wanted, or it says that it cannot, or is killed.
    private func filter(_ job: Job, _ variables: [String: String]) throws {
        let appearance = job == .dusk ? NightScene.night : NightScene.light
        guard
            let filter = try? RunningFilter(
                on: PlainCompositor.environment, in: home,
                environment: environment.merging(appearance) { $1 }.merging(variables) { $1 })
        else { return }
        if job == .dusk {
            _ = try? filter.process.waitForLine("the end of the work", on: .errors) {
                $0.contains("is red by") || $0.contains("cannot set")
            }
            return try filter.kill()
        }
        // It exits when all is restored.
        filter.process.signal(SIGTERM)
        try filter.process.expectExit()
    }

    // MARK: Other files

    /// Runs the daemon with a fault, and checks that the file was used, or is there.
    func run(_ kept: Kept, _ fault: Fault?) throws {
        let path = folder + "/" + kept.rawValue
        let hook = home.configHome + "/appearanced/hooks.d/10-hook"
        let content: String
        var configuration = TestHome.daylight
        switch kept {
        case .state:
            content = """
                {"version":1,"mode":"night","until":null,"appearance":"night","paused":false,\
                "paused_until":null,"movers":[],"saved_at":1700000000000000}

                """
        case .hooks:
            content =
                #"{"version":1,"hooks":[{"name":"10-hook","argument":"light","startedAt":1700000000000000,"#
                + #""duration":1,"ending":"exited","status":0,"problem":null}]}"# + "\n"
        case .history:
            content = HistoryTests.recentDays(4)
        case .lastGood:
            configuration = "[schedule]\nlight = 7\n"
            content =
                TestHome.daylight + """

                    # A copy of the last valid configuration. Edit your own file, not this one: appearanced uses
                    # this copy if it starts while your own file is invalid.

                    """
        }
        try start(over: [home.configurationFile: configuration, path: content])
        try? FileManager.default.removeItem(atPath: hook)
        if kept == .hooks { try home.write(program: "#!/bin/sh\n", to: hook) }
        if case .torn(let quarters) = fault { try tear(path, quarters) }
        let before = try Data(contentsOf: URL(filePath: path))
        let context: Comment = "\(kept) \(String(describing: fault))"

        var isUsed = false
        let variables = variables(path, fault)
        let started = try? RunningDaemon(
            home: home, bus: bus, environment: environment.merging(variables) { $1 })
        if let daemon = started {
            let status = try? daemon.status()
            daemon.process.signal(SIGTERM)
            let exit = try daemon.process.expectExit()
            switch kept {
            case .state: isUsed = status?["mode"] == "night"
            // A hook whose run could not be read runs again, and its result may come after the daemon.
            case .hooks: isUsed = daemon.log("<4>").isEmpty && exit == .exited(0)
            case .history: isUsed = false
            case .lastGood:
                isUsed = daemon.log("<4>").contains { $0.contains("the last good copy of") }
            }
        }
        let copies = try copies(of: path).values
        switch kept {
        case .history:
            let kept = copies.map { String(decoding: $0, as: UTF8.self) }.joined()
            for line in String(decoding: before, as: UTF8.self).split(separator: "\n") {
                #expect(kept.contains(line), "\(context): \(kept)")
            }
        case .state, .hooks, .lastGood:
            #expect(isUsed || copies.contains(before), "\(context): \(Array(copies))")
        }
        if kept == .lastGood { #expect(copies.contains(before), "\(context)") }
        // A second run does not begin with less.
        guard case .call = fault, kept == .state else { return }
        let next = try RunningDaemon(home: home, bus: bus, environment: environment)
        let isBack = try next.status()["mode"] == "night"
        #expect(isBack || copies.contains(before), "\(context)")
        #expect(try next.process.terminate() == .exited(0))
    }
}
