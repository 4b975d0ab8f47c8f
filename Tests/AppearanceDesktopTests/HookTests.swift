import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The order of hooks, and the files that are hooks.
@Suite(.bounded) struct HookTests {
    private func hooks(_ names: String...) -> [Hook] {
        names.map { Hook(.own, folder: "/hooks.d", fileName: $0) }
    }

    /// Follows an appearance and returns the names of the hooks that start at once.
    private func start(
        _ schedule: inout HookSchedule, _ appearance: Appearance, _ hooks: [Hook], limit: Int = 4
    ) -> [String] {
        schedule.follow(appearance, by: hooks)
        return schedule.next(limit: limit).map(\.name)
    }

    @Test func `hooks of a folder that cannot be read are not known to be removed`() {
        func catalog(_ names: [String]?) -> HookCatalog {
            let files = HookFiles(
                names: { $0.hasSuffix("appearanced/hooks.d") ? names : [] },
                linkTarget: { _ in nil }, isRegular: { _ in true }, isExecutable: { _ in true })
            let folders = HookFolders(BaseDirectories { $0 == "HOME" ? "/home" : nil })
            return HookCatalog(folders, darkman: false, files)
        }
        #expect(catalog(["a"]).isComplete && catalog([]).isComplete)
        #expect(!catalog(nil).isComplete)
    }

    @Test func `hooks of one number run together and before the next number`() {
        var schedule = HookSchedule()
        let hooks = hooks("10-a", "10-b", "20-c", "last")
        #expect(start(&schedule, .dark, hooks) == ["10-a", "10-b"])
        schedule.didEnd("10-b")
        #expect(schedule.next(limit: 4).isEmpty)
        schedule.didEnd("10-a")
        #expect(schedule.next(limit: 4).map(\.name) == ["20-c"])
        schedule.didEnd("20-c")
        #expect(schedule.next(limit: 4).map(\.name) == ["last"])
    }

    @Test func `no more hooks run at once than allowed`() {
        var schedule = HookSchedule()
        #expect(start(&schedule, .dark, hooks("a", "b", "c"), limit: 2) == ["a", "b"])
        schedule.didEnd("a")
        #expect(schedule.next(limit: 2).map(\.name) == ["c"])
    }

    @Test func `a busy hook runs once more, for the newest appearance, and delays no other`() {
        var schedule = HookSchedule()
        let hooks = hooks("quick", "slow")
        #expect(start(&schedule, .dark, hooks) == ["quick", "slow"])
        schedule.didEnd("quick")
        for appearance in [Appearance.light, .dark, .light, .night] {
            #expect(start(&schedule, appearance, hooks) == ["quick"])
            schedule.didEnd("quick")
        }
        schedule.didEnd("slow")
        #expect(schedule.next(limit: 4).map(\.name) == ["slow"])
        schedule.didEnd("slow")
        #expect(schedule.next(limit: 4).isEmpty)
    }

    @Test func `a hook that has run for the appearance does not run again`() {
        var schedule = HookSchedule()
        #expect(start(&schedule, .dark, hooks("a")) == ["a"])
        #expect(start(&schedule, .light, hooks("a")).isEmpty)
        #expect(start(&schedule, .dark, hooks("a")).isEmpty)
        schedule.didEnd("a")
        #expect(schedule.next(limit: 4).isEmpty)
        schedule.follow(.light, by: hooks("a"))
        schedule.skip("a", for: "light")
        #expect(schedule.next(limit: 4).isEmpty)
    }

    @Test func `a hook that was removed while it ran does not run again`() {
        var schedule = HookSchedule()
        #expect(start(&schedule, .dark, hooks("a")) == ["a"])
        #expect(start(&schedule, .light, []).isEmpty)
        schedule.didEnd("a")
        #expect(schedule.next(limit: 4).isEmpty)
        for _ in 0..<2 {
            #expect(start(&schedule, .light, hooks("a")) == ["a"])
            schedule.didEnd("a")
            #expect(start(&schedule, .light, []).isEmpty)
        }
    }

    @Test func `scripts of darkman for one appearance run in that alone`() {
        var schedule = HookSchedule()
        let hooks = [
            Hook(.darkModeOnly, folder: "/dark-mode.d", fileName: "x"),
            Hook(.lightModeOnly, folder: "/light-mode.d", fileName: "x"),
            Hook(.darkman, folder: "/darkman", fileName: "x"),
        ]
        #expect(start(&schedule, .night, hooks) == ["dark-mode.d/x", "darkman/x"])
        schedule.didEnd("dark-mode.d/x")
        schedule.didEnd("darkman/x")
        #expect(hooks.map { $0.argument(in: .night) } == ["dark", "dark", "dark"])
        // They have no night: from night to dark, they do not run.
        #expect(start(&schedule, .dark, hooks).isEmpty)
        #expect(start(&schedule, .light, hooks) == ["light-mode.d/x", "darkman/x"])
        schedule.didEnd("light-mode.d/x")
        schedule.didEnd("darkman/x")
        #expect(start(&schedule, .dark, hooks) == ["dark-mode.d/x", "darkman/x"])
    }

    /// Otherwise the script for dark could end last, while it is light.
    @Test func `a script of darkman for one tone waits for those of the other`() {
        var schedule = HookSchedule()
        let hooks = [
            Hook(.darkModeOnly, folder: "/dark-mode.d", fileName: "x"),
            Hook(.lightModeOnly, folder: "/light-mode.d", fileName: "x"),
            Hook(.own, folder: "/hooks.d", fileName: "y"),
        ]
        #expect(start(&schedule, .dark, hooks) == ["dark-mode.d/x", "y"])
        schedule.didEnd("y")
        #expect(start(&schedule, .light, hooks) == ["y"])
        schedule.didEnd("y")
        schedule.didEnd("dark-mode.d/x")
        #expect(schedule.next(limit: 4).map(\.name) == ["light-mode.d/x"])
        // What came between has begun nothing, so nothing is undone.
        #expect(start(&schedule, .dark, hooks) == ["y"])
        #expect(start(&schedule, .light, hooks) == [])
        schedule.didEnd("light-mode.d/x")
        schedule.didEnd("y")
        #expect(schedule.next(limit: 4).map(\.name) == ["y"])
    }

    // MARK: The files

    /// A catalog of files, each with its kind: `x` executable, `-` not, `d` folder, or a link.
    private func catalog(
        _ files: [String: String], darkman: Bool = false, _ environment: [String: String] = [:]
    ) -> HookCatalog {
        let folders = HookFolders(
            BaseDirectories { environment.merging(["HOME": "/home"]) { $1 }[$0] })
        return HookCatalog(
            folders, darkman: darkman,
            HookFiles(
                names: { folder in
                    if let file = files[folder], file != "d" { return nil }
                    return files.keys.filter { $0.hasPrefix(folder + "/") }
                        .map { String($0.dropFirst(folder.count + 1)) }
                        .filter { !$0.contains("/") }.sorted()
                },
                linkTarget: { files[$0].flatMap { $0.hasPrefix("/") ? $0 : nil } },
                isRegular: { ["x", "-"].contains(files[$0]) },
                isExecutable: { ["x", "d"].contains(files[$0]) }))
    }

    private func states(_ catalog: HookCatalog) -> [String] {
        catalog.entries.map { "\($0.hook.path) \($0.state)" }
    }

    @Test func `a file of the user hides those of the system, and a null link switches off`() {
        let own = "/home/.config/appearanced/hooks.d"
        let system = "/usr/share/appearanced/hooks.d"
        let catalog = catalog([
            "\(own)/b": "x", "\(system)/b": "x", "\(own)/c": "/dev/null", "\(system)/c": "x",
            "/home/.local/share/appearanced/hooks.d/a": "x", "\(own)/alone": "/dev/null",
        ])
        #expect(
            states(catalog) == [
                "/home/.local/share/appearanced/hooks.d/a on", "\(own)/b on", "\(system)/c off",
            ])
        #expect(catalog.hooks.map(\.name) == ["a", "b"])
    }

    @Test func `a disabled file is off, and hides those of the system as before`() {
        let own = "/home/.config/appearanced/hooks.d"
        let scripts = "/home/.local/share/dark-mode.d"
        let catalog = catalog(
            [
                "\(own)/a.disabled": "x", "/usr/share/appearanced/hooks.d/a": "x",
                "\(own)/b": "x", "\(own)/b.disabled": "x",
                "\(scripts)/c": "-", "\(scripts)/d.disabled": "x",
            ], darkman: true)
        #expect(
            states(catalog) == [
                "\(own)/a.disabled off", "\(own)/b on", "\(scripts)/c off",
                "\(scripts)/d.disabled on",
            ])
        #expect(catalog.entries.map(\.hook.name).prefix(2) == ["a", "b"])
    }

    @Test func `a ready-made hook is available until a file has its name`() {
        let own = "/home/.config/appearanced/hooks.d"
        let ready = "/usr/share/appearanced/hooks-available"
        let catalog = catalog(["\(ready)/a": "x", "\(ready)/b": "x", "\(own)/b": "x"])
        #expect(states(catalog) == ["\(ready)/a available", "\(own)/b on"])
    }

    @Test func `files that never run are listed with the reason`() {
        let own = "/home/.config/appearanced/hooks.d"
        #expect(
            states(
                catalog([
                    "\(own)/plain": "-", "\(own)/folder": "d", "\(own)/lost": "/nowhere",
                    "\(own)/old~": "x", "\(own)/.hidden": "x", "\(own)/.disabled": "x",
                    "\(own)/z\u{FFFD}": "", "/etc/xdg/appearanced/hooks.d/elsewhere": "x",
                    "/home/.config/appearanced/hooks/near": "x",
                ])) == [
                    "\(own)/.disabled flawed(AppearanceDesktop.HookCatalog.Flaw.hiddenName)",
                    "\(own)/.hidden flawed(AppearanceDesktop.HookCatalog.Flaw.hiddenName)",
                    "\(own)/folder flawed(AppearanceDesktop.HookCatalog.Flaw.notRegular)",
                    "\(own)/lost flawed(AppearanceDesktop.HookCatalog.Flaw.dangling)",
                    "\(own)/old~ flawed(AppearanceDesktop.HookCatalog.Flaw.hiddenName)",
                    "\(own)/plain flawed(AppearanceDesktop.HookCatalog.Flaw.notExecutable)",
                    "\(own)/z\u{FFFD} flawed(AppearanceDesktop.HookCatalog.Flaw.invalidName)",
                    "/home/.config/appearanced/hooks/near"
                        + " flawed(AppearanceDesktop.HookCatalog.Flaw.unreadFolder)",
                    "/etc/xdg/appearanced/hooks.d/elsewhere"
                        + " flawed(AppearanceDesktop.HookCatalog.Flaw.unreadFolder)",
                ])
    }

    @Test(arguments: [
        "a.dpkg-old", "a.dpkg-new", "a.rpmsave", "a.rpmorig", "a.pacnew", "a.bak", "a.rej", "a.swp",
        "#a#", "a.swo", ".a.swp", "a.sync-conflict-20260101-120000-ABCDEF7",
        "a (conflicted copy 2026-01-01 120000)",
    ])
    func `a copy by an editor or a package manager never runs`(name: String) {
        let catalog = catalog(["/usr/share/appearanced/hooks.d/\(name)": "x"])
        #expect(catalog.entries.map(\.state) == [.flawed(.hiddenName)])
    }

    @Test func `the files of a repository are no hooks`() {
        let own = "/home/.config/appearanced/hooks.d"
        let catalog = catalog([
            "\(own)/.git": "d", "\(own)/.gitignore": "-", "\(own)/.stfolder": "d",
            "\(own)/README.md": "-", "\(own)/LICENSE": "-", "\(own)/notes.txt": "-",
            "\(own)/10-hook": "x", "\(own)/run.md": "x",
        ])
        #expect(states(catalog) == ["\(own)/10-hook on", "\(own)/run.md on"])
    }

    @Test(arguments: [
        ("-", "noFolder"), ("x", "noFolder"), ("/nowhere", "noFolder"), ("?", "unreadable"),
    ])
    func `a folder that is none or cannot be read is listed with the reason`(
        file: String, flaw: String
    ) {
        let own = "/home/.config/appearanced/hooks.d"
        let flaw = "flawed(AppearanceDesktop.HookCatalog.Flaw.\(flaw))"
        #expect(states(catalog([own: file])) == ["\(own) \(flaw)"])
        #expect(states(catalog(["\(own)/a": "x", own: "d"])) == ["\(own)/a on"])
    }

    @Test func `a folder with a hook in it is not looked at again`() {
        let own = "/home/.config/appearanced/hooks.d"
        var looks: [String] = []
        func look<Result>(_ path: String, _ result: Result) -> Result {
            looks.append(path)
            return result
        }
        let catalog = HookCatalog(
            HookFolders(BaseDirectories { $0 == "HOME" ? "/home" : nil }), darkman: false,
            HookFiles(
                names: { $0 == own ? ["a"] : [] }, linkTarget: { look($0, nil) },
                isRegular: { look($0, true) }, isExecutable: { look($0, true) }))
        #expect(catalog.hooks.map(\.name) == ["a"])
        #expect(Set(looks) == [own + "/a"])
    }

    @Test func `folders follow the variables of the base directory specification`() {
        let environment = ["XDG_DATA_HOME": "/data", "XDG_DATA_DIRS": "relative:/one:/two"]
        let files = [
            "/data/appearanced/hooks.d/a": "x", "/two/appearanced/hooks.d/b": "x",
            "/usr/share/appearanced/hooks.d/c": "x", "/one/darkman/d": "x",
            "/data/light-mode.d/e": "x", "/two/dark-mode.d/f": "x",
        ]
        #expect(catalog(files, environment).hooks.map(\.name) == ["a", "b"])
        #expect(
            catalog(files, darkman: true, environment).hooks.map(\.name)
                == ["a", "b", "darkman/d", "light-mode.d/e", "dark-mode.d/f"])
    }

    @Test(arguments: [
        HookRun.Ending.exited(0), .exited(127), .killed(signal: 9), .timedOut, .unknown,
        .notStarted("it has been removed"),
    ])
    func `a result is read back from its file`(_ ending: HookRun.Ending) {
        let run = HookRun(
            argument: "dark", startedAt: WallTime(secondsSinceEpoch: 1_700_000_000),
            duration: .milliseconds(12), ending: ending)
        let records = HookRecords(["10-a": run, "darkman/b": run])
        #expect(HookRecords(decoding: records.encoded) == records)
        #expect(HookRecords(decoding: Array(records.encoded.dropLast(3))) == nil)
        let text = String(decoding: records.encoded, as: UTF8.self)
        #expect(text.hasPrefix(#"{"version":1,"hooks":[{"name":"10-a","argument":"dark","#))
        #expect(text.hasSuffix("]}\n"))
        #expect(HookRecords(decoding: Array(text.replacing("n\":1,", with: "n\":2,").utf8)) == nil)
        // The other hooks need not run again because a newer version knows another ending of one.
        let newer = text.replacing(#""hooks":["#, with: #""hooks":[{"name":"9","ending":"tired"},"#)
        #expect(HookRecords(decoding: Array(newer.utf8)) == records)
    }
}
