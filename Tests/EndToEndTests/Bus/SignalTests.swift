import AppearanceTestSupport
import Foundation
import Testing

/// The signals: each one once, in order, and with the values of the properties.
@Suite(.bounded, .requires(.bus, .busClient)) struct SignalTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    @Test(.row("D10")) func `every change is signalled once, after the property has it`() throws {
        try client.readAtSignals("Appearance")
        let modes = ["dark", "night", "light", "dark", "light", "night"]
        var previous = "light"
        for mode in modes {
            try client.set("Mode", to: .string(mode))
            #expect(
                try client.waitForSignal("AppearanceChanged")
                    == [.string(mode), .string(previous), "manual"])
            previous = mode
        }
        // A reply comes after every signal of earlier calls.
        _ = try client.properties()
        let signals = try client.lines().filter { $0["signal"] == "AppearanceChanged" }
        #expect(signals.count == modes.count)
        #expect(signals.map { $0["read"].string } == modes)
    }

    @Test(.row("D10")) func `PropertiesChanged comes before AppearanceChanged`() throws {
        for mode in ["dark", "night", "light"] { try client.set("Mode", to: .string(mode)) }
        let order = try client.lines().compactMap { line -> String? in
            if line["changed"]["Appearance"] != .null { return "PropertiesChanged" }
            return line["signal"].string
        }
        let change = ["PropertiesChanged", "AppearanceChanged"]
        #expect(order == change + change + change)
    }

    @Test(.row("D10")) func `a call without a change sends no signal`() throws {
        try client.set("Mode", to: "night")
        try client.waitForSignal("AppearanceChanged")
        let signals = try client.lines().count { $0["changed"] != .null }
        let state = try daemon.status()
        try client.setInFlight("Mode", to: Array(repeating: "night", count: 100))
        #expect(try client.get("Mode") == "night")
        #expect(try client.count(of: "AppearanceChanged") == 1)
        #expect(try client.lines().count { $0["changed"] != .null } == signals)
        #expect(try daemon.status() == state)
    }

    @Test func `a change of mode alone is no change of appearance`() throws {
        try client.set("Mode", to: "light")
        let changed = try client.waitForChange(of: "Mode")
        #expect(changed["Mode"] == "light")
        #expect(changed["Reason"] == "manual")
        #expect(changed["Appearance"] == nil)
        _ = try client.properties()
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test func `the properties that changed are reported and no others`() throws {
        var before = try client.properties()
        let steps: [() throws -> Void] = [
            { try client.set("Mode", to: "night") },
            { try client.set("Mode", to: "dark") },
            { try client.call("Pause", "a{sv}", [[:]]) },
            { try client.set("Mode", to: "auto") },
            { try client.call("Inhibit", "ss", ["film", "plays"]) },
            { try client.call("Resume") },
            { try client.call("Uninhibit", "u", [1]) },
            { try client.call("Toggle") },
            { try client.call("FeedLight", "sd", ["lamp", 500.0]) },
        ]
        for (index, step) in steps.enumerated() {
            let signals = try client.lines().count { $0["changed"] != .null }
            try step()
            let after = try client.properties()
            let changes = try client.lines().filter { $0["changed"] != .null }.dropFirst(signals)
            // The description says of this one that its changes are not emitted.
            let differing = after.filter { before[$0] != $1 && $0 != "ReportedUntil" }
            #expect(changes.first?["changed"].members == differing, "step \(index)")
            #expect(changes.count == 1, "step \(index)")
            #expect(changes.first?["invalidated"] == [])
            before = after
        }
        #expect(before["ReportedUntil"] != 0)
    }

    @Test func `the sequence rises by one with every change of appearance`() throws {
        let connection = try daemon.connect()
        var last = try #require(try daemon.status()["sequence"].integer)
        for mode in ["dark", "dark", "light", "auto", "night", "light"] {
            let before = try daemon.status()["appearance"]
            let status = try connection.call("SetMode", ["mode": .string(mode)])["parameters"][
                "status"]
            let expected = status["appearance"] == before ? last : last + 1
            #expect(status["sequence"].integer == expected, "\(mode)")
            last = expected
        }
    }

    @Test(.row("D8")) func `a burst of sets in flight ends with the last one everywhere`() throws {
        let words = ["light", "dark", "night"]
        var modes = (0..<199).map { words[($0 * $0 + $0 / 7) % 3] }
        modes.append(modes.last == "dark" ? "night" : "dark")
        let last = try #require(modes.last)
        try client.setInFlight("Mode", to: modes.map { .string($0) })
        let properties = try client.properties()
        #expect(properties["Mode"] == .string(last))
        #expect(properties["Appearance"] == .string(last))
        let signals = try client.lines().filter { $0["signal"] == "AppearanceChanged" }
        let changes = zip(["light"] + modes, modes).filter { $0 != $1 }
        #expect(
            signals.map { $0["arguments"] }
                == changes.map { [.string($1), .string($0), "manual"] })
        let status = try daemon.status()
        #expect(status["mode"] == .string(last))
        #expect(status["appearance"] == .string(last))
        #expect(status["sequence"].integer == Int64(changes.count + 1))
        try daemon.home.waitForSaved(mode: last)
        #expect(try daemon.home.savedState()["appearance"] == .string(last))
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == .string(last))
    }
}
