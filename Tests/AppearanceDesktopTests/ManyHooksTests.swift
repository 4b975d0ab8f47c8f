import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Thousands of hooks, and the order of hooks against a plain search through all of them.
@Suite(.bounded) struct ManyHooksTests {
    private func hooks(_ count: Int) -> [Hook] {
        (0..<count).map { Hook(.own, folder: "/hooks.d", fileName: "\($0 / 100 + 10)-\($0)") }
    }

    /// With a search through all hooks for each run, this exceeds the time of a test.
    @Test(.row("C24")) func `a run costs the same however many hooks there are`() {
        let hooks = hooks(20_000)
        var schedule = HookSchedule()
        var records = HookRecords()
        for appearance in [Appearance.dark, .light] {
            schedule.follow(appearance, by: hooks)
            var running: [Hook] = []
            for count in hooks.indices {
                running += schedule.next(limit: 8)
                guard !running.isEmpty else {
                    Issue.record("\(count) hooks have run")
                    return
                }
                let hook = running.removeFirst()
                records.runs[hook.name] = HookRun(
                    argument: appearance.rawValue,
                    startedAt: WallTime(microsecondsSinceEpoch: Int64(count)), duration: .zero,
                    ending: .exited(0))
                schedule.didEnd(hook.name)
            }
            #expect(running.isEmpty && schedule.next(limit: 8).isEmpty)
        }
        let arguments = Dictionary(uniqueKeysWithValues: hooks.map { ($0.name, "light") })
        #expect(records.succeeded(with: arguments).count == hooks.count)
    }

    @Test(.row("C24")) func `the file of the results stays within its limit, with the newest ones`()
    {
        let names = (0..<HookCatalog.mostHooks).map { "50-a-hook-with-a-long-name-\($0)" }
        func records(_ prefix: String) -> HookRecords {
            HookRecords(
                Dictionary(
                    uniqueKeysWithValues: names.enumerated().map { index, name in
                        let run = HookRun(
                            argument: "dark",
                            startedAt: WallTime(microsecondsSinceEpoch: Int64(index)),
                            duration: .zero, ending: .exited(0))
                        return (prefix + name, run)
                    }))
        }
        let usual = records("")
        #expect(usual.encoded.count < HookRecords.largestFile)
        #expect(HookRecords(decoding: usual.encoded) == usual)
        // Each of these characters takes six bytes in the file.
        let long = records(String(repeating: "\u{1}", count: 220))
        #expect(long.encoded.count <= HookRecords.largestFile)
        let kept = HookRecords(decoding: long.encoded)?.runs ?? [:]
        #expect(kept.count > names.count / 4)
        #expect(kept.keys.allSatisfy { long.runs[$0] == kept[$0] })
        #expect(kept.keys.contains { $0.hasSuffix(names[names.count - 1]) })
    }

    @Test(.row("C24")) func `the first 4096 hooks run, and the others are listed with the reason`()
    {
        let names = hooks(HookCatalog.mostHooks + 2).map(\.fileName).sorted()
        let catalog = HookCatalog(
            HookFolders(BaseDirectories { ["HOME": "/home"][$0] }), darkman: false,
            HookFiles(
                names: { $0 == "/home/.config/appearanced/hooks.d" ? names : [] },
                linkTarget: { _ in nil }, isRegular: { _ in true }, isExecutable: { _ in true }))
        #expect(catalog.hooks.count == HookCatalog.mostHooks)
        #expect(catalog.entries.suffix(2).map(\.state) == [.flawed(.tooMany), .flawed(.tooMany)])
        #expect(catalog.hooks.last?.fileName == names[HookCatalog.mostHooks - 1])
        #expect(HookCatalog.Flaw.tooMany.rawValue.contains("\(HookCatalog.mostHooks) hooks"))
    }

    @Test(arguments: Seeds.chosen(1...40))
    func `the order is that of a search through all hooks`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let kinds: [Hook.Kind] = [.own, .darkman, .darkModeOnly, .lightModeOnly]
        let all = (0..<14).map { number in
            let kind = kinds.randomElement(using: &random) ?? .own
            let stage = ["10-", "20-", "30-", ""].randomElement(using: &random) ?? ""
            return Hook(kind, folder: "/\(kind.rawValue)", fileName: "\(stage)\(number)")
        }.sorted { $0.fileName < $1.fileName }
        var schedule = HookSchedule()
        var plain = PlainSchedule()
        var running: [String] = []
        for step in 0..<400 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                let appearance = Appearance.allCases.randomElement(using: &random) ?? .dark
                let hooks = all.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
                schedule.follow(appearance, by: hooks)
                plain.follow(appearance, by: hooks)
            case 1:
                let name = all.randomElement(using: &random)?.name ?? ""
                let argument = Appearance.allCases.randomElement(using: &random)?.rawValue ?? ""
                schedule.skip(name, for: argument)
                plain.skip(name, for: argument)
            case 2...4:
                guard let index = running.indices.randomElement(using: &random) else { continue }
                let name = running.remove(at: index)
                schedule.didEnd(name)
                plain.didEnd(name)
            default:
                let limit = Int.random(in: 1...5, using: &random)
                let (next, expected) = (schedule.next(limit: limit), plain.next(limit: limit))
                guard next == expected else {
                    Issue.record("\(step): \(next.map(\.name)), not \(expected.map(\.name))")
                    return
                }
                running += next.map(\.name)
            }
            #expect(all.allSatisfy { schedule.knows($0.name) == plain.knows($0.name) })
        }
    }
}

/// The order of hooks by a search through all of them: slow, and easy to understand.
private struct PlainSchedule {
    private var hooks: [Hook] = []
    private var target: Appearance?
    private var settled: [String: String] = [:]
    private var running: [String: String] = [:]

    func knows(_ name: String) -> Bool {
        running[name] != nil || hooks.contains { $0.name == name }
    }

    mutating func follow(_ appearance: Appearance, by hooks: [Hook]) {
        self.hooks = hooks
        target = appearance
        settled = settled.filter { name, _ in hooks.contains { $0.name == name } }
        for hook in hooks where !hook.runs(in: appearance) {
            settled[hook.name] = hook.argument(in: appearance)
        }
    }

    mutating func skip(_ name: String, for argument: String) {
        if hooks.contains(where: { $0.name == name }) { settled[name] = argument }
    }

    mutating func next(limit: Int) -> [Hook] {
        guard let target else { return [] }
        var starting: [Hook] = []
        let isOtherToneBusy = hooks.contains { running[$0.name] != nil && !$0.runs(in: target) }
        var rest = hooks[...]
        while let first = rest.first {
            let stage = rest.prefix { $0.number == first.number }
            rest = rest.dropFirst(stage.count)
            for hook in stage where !isSettled(hook) && running[hook.name] == nil {
                guard running.count < limit else { break }
                guard !isOtherToneBusy || ![.darkModeOnly, .lightModeOnly].contains(hook.kind)
                else { continue }
                running[hook.name] = hook.argument(in: target)
                starting.append(hook)
            }
            guard stage.allSatisfy(isSettled) else { break }
        }
        return starting
    }

    mutating func didEnd(_ name: String) {
        guard let argument = running.removeValue(forKey: name),
            let hook = hooks.first(where: { $0.name == name })
        else { return }
        settled[name] = argument
        if let target, !hook.runs(in: target) { settled[name] = hook.argument(in: target) }
    }

    private func isSettled(_ hook: Hook) -> Bool {
        guard let target else { return true }
        return settled[hook.name] == hook.argument(in: target)
    }
}

extension Hook {
    /// The number before the dash, if there is one.
    fileprivate var number: String? {
        let parts = fileName.split(separator: "-")
        return parts.count == 2 ? String(parts[0]) : nil
    }
}
