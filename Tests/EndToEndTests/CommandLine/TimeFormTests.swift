import AppearanceTestSupport
import Foundation
import Testing

/// The JSON of the commands: each time in both forms, and names in snake case.
@Suite(.bounded, .requires(.bus)) struct TimeFormTests {
    private let daemon: RunningDaemon

    init() throws {
        let home = try TestHome.inDaylight("[location]\ntime_zone = \"Asia/Kolkata\"\n")
        try home.write(program: "#!/bin/sh\n", to: "config/appearanced/hooks.d/a")
        daemon = try RunningDaemon(home: home)
        for words in [["feed", "500"], ["set", "dark", "45m"], ["pause", "2h"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, words, environment: daemon.environment)
            try #require(run.status == .exited(0), "\(run)")
        }
    }

    /// The commands, each with names of times that its output has.
    private static let commands: [(line: String, times: String)] = [
        ("status --json", "since until next_change reported_until paused_until"),
        ("watch --json --no-wait", "since until"), ("why --json", "since until at"),
        ("log --json", "at since"), ("hooks --json", "started_at"), ("schedule --json", "at"),
        ("place --json", "sunrise sunset"), ("place Mons --json", ""), ("sensors --json", ""),
        ("doctor --json", ""), ("config show --json", ""), ("simulate day.csv --json", "at"),
    ]

    @Test(arguments: commands)
    func `each time has both forms, and each name is in snake case`(
        command: String, names: String
    ) throws {
        let times = Set(names.split(separator: " ").map(String.init))
        try daemon.home.write("seconds,lux\n0,500\n60,500\n300,2\n1200,2\n", to: "day.csv")
        if command.hasPrefix("hooks") {
            let test = try daemon.appearancectl("hooks", "test", "a", "dark")
            try #require(test.status == .exited(0), "\(test)")
        }
        guard !command.hasPrefix("watch") else { return try checkWatch() }
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, command.split(separator: " ").map(String.init),
            environment: environment, directory: daemon.home.path)
        try check(run.output, have: times)
    }

    private var environment: [String: String] {
        daemon.environment.merging(["TZ": "Asia/Kolkata"]) { $1 }
    }

    private func checkWatch() throws {
        let watch = try ChildProcess(
            BuiltProducts.appearancectl, ["watch", "--json", "--no-wait"], environment: environment)
        try check(try watch.waitForLine(containing: "since"), have: ["since", "until"])
    }

    private func check(_ output: String, have times: Set<String>) throws {
        var found: Set<String> = []
        for line in output.split(separator: "\n") {
            let value = try JSON(parsing: String(line))
            try check(value, &found)
        }
        #expect(!output.isEmpty && found.isSuperset(of: times), "\(found) in \(output)")
    }

    private func check(_ value: JSON, _ found: inout Set<String>) throws {
        for item in value.items { try check(item, &found) }
        for (name, member) in value.members {
            // The names in `config show` are keys.
            #expect(name.wholeMatch(of: #/[a-z0-9_.]+/#) != nil, "\(name)")
            try check(member, &found)
            if let time = member.integer, time > 1_000_000_000_000_000, !name.hasSuffix("_us") {
                found.insert(name)
                let text = try #require(value["\(name)_iso"].string, "\(name)")
                #expect(text.hasSuffix("+05:30"), "\(text)")
                let date = try Date(text, strategy: .iso8601)
                #expect(Int64(date.timeIntervalSince1970) == time / 1_000_000)
            }
            if let text = member.string, text.contains(#/^\d{4}-\d\d-\d\dT/#),
                !name.hasSuffix("_iso")
            {
                found.insert(name)
                let time = try #require(value["\(name)_us"].integer, "\(name)")
                let date = try Date(text, strategy: .iso8601)
                #expect(Int64(date.timeIntervalSince1970) == time / 1_000_000)
            }
        }
    }
}
