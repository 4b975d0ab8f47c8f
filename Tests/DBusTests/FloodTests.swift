import AppearanceTestSupport
import DBus
import Linux
import Testing

/// More calls than the bus takes answers.
@Suite(.bounded, .requires(.bus)) struct FloodTests {
    @Test func `no calls are read while too many answers wait`() throws {
        let party = try Party()
        let bench = party.bench
        var taken = 0
        let long = DBusValue.string(String(repeating: "dusk", count: 4_000))
        party.server.export(
            path: "/flood",
            [
                ExportedInterface(
                    "org.example.Flood",
                    methods: [
                        ExportedMethod("Take", returns: "s") { call in
                            taken += 1
                            call.reply(long)
                        }
                    ])
            ])
        var answers = 0
        for _ in 0..<2_000 {
            party.client.call(
                try Party.call("Take", of: "org.example.Flood", path: "/flood"), timeout: nil
            ) { if case .success = $0 { answers += 1 } }
        }
        party.client.flush()
        try bench.turn(until: "the flood has begun") { taken > 0 }
        bench.bus.stop()
        try bench.turnUntilQuiet(microseconds: 100_000)
        // The kernel's buffer between the program and the bus, and a little more.
        #expect(taken < 200)
        bench.bus.resume()
        try bench.turn(until: "all are answered") { answers == 2_000 }
        #expect(taken == 2_000)
    }

    @Test func `a bus that dies while answers wait is detected`() throws {
        let party = try Party()
        let bench = party.bench
        var deaths = 0
        party.server.onDisconnected = { deaths += 1 }
        bench.bus.stop()
        for number in 0..<2_000 {
            try party.service.object?.emit(
                "Ring", of: SampleService.probe,
                [.variant(.string(String(repeating: "dusk", count: 100) + "\(number)"))])
        }
        try bench.turnUntilQuiet(microseconds: 20_000)
        try bench.bus.kill()
        try bench.turn(until: "the death is reported") { deaths > 0 }
        #expect(!party.server.isOpen)
    }
}
