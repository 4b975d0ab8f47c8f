import AppearanceTestSupport
import Foundation
import Testing

/// Many calls at once, and callers who do not read their answers.
@Suite(.requires(.bus, .busClient)) struct BusFloodTests {
    private let daemon: RunningDaemon
    private let client: BusClient

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
    }

    private static func modes(_ count: Int, last: String) -> [JSON] {
        (1..<count).map { $0.isMultiple(of: 2) ? "dark" : "light" } + [.string(last)]
    }

    @Test(
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer has a thread and memory of its own"))
    func aFloodOfSetsLeavesMemoryAndThreadsAsTheyWere() throws {
        // What is made once is made by the first of them.
        try client.setInFlight("Mode", to: Self.modes(2_000, last: "night"))
        #expect(try client.get("Mode") == "night")
        let before = try daemon.process.privateMemoryKiB()
        try client.setInFlight("Mode", to: Self.modes(6_000, last: "dark"))
        #expect(try client.get("Mode") == "dark")
        #expect(try daemon.process.privateMemoryKiB() - before < 1_024)
        // The loop, and the writer of the state while there is something to write.
        #expect(daemon.process.threadCount <= 2)
    }

    @Test func whoDoesNotReadItsAnswersDelaysNobody() throws {
        let deaf = try daemon.busClient()
        try deaf.setInFlight("Mode", to: Self.modes(2_000, last: "night"))
        #expect(try deaf.get("Mode") == "night")
        let before = try daemon.process.privateMemoryKiB()
        deaf.client.signal(SIGSTOP)
        // It has subscribed as well, so all of this is told to it, and it hears none of it.
        for mode in Self.modes(1_000, last: "light") { try client.set("Mode", to: mode) }
        #expect(try daemon.status()["appearance"] == "light")
        #expect(try daemon.process.privateMemoryKiB() - before < 1_024)
        deaf.client.signal(SIGCONT)
        try deaf.waitForSignal("AppearanceChanged") { $0.first == "light" }
        #expect(try deaf.get("Mode") == "light")
    }
}
