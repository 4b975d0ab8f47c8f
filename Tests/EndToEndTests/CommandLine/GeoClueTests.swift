import AppearanceTestSupport
import Foundation
import Testing

/// `appearancectl place --from-geoclue` on a system bus of its own.
@Suite(.bounded, .requires(.bus, .busClient)) struct GeoClueTests {
    private let home: TestHome
    private let bus: PrivateBus

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home, as: .system)
    }

    private func run(_ words: String...) throws -> FinishedProcess {
        let variables = bus.environment.merging(["TZ": "Europe/Berlin"]) { $1 }
        return try ChildProcess.run(
            BuiltProducts.appearancectl, ["place", "--from-geoclue"] + words,
            environment: home.environment.merging(variables) { $1 })
    }

    private var text: String {
        (try? String(contentsOfFile: home.configurationFile, encoding: .utf8)) ?? ""
    }

    @Test(.row("C12")) func `GeoClue's place is shown, and written once it is confirmed`() throws {
        let geoClue = try FakeGeoClue(on: bus, ["place", "50.9412", "6.9582", "25000"])
        let asked = try run()
        #expect(asked.status == .exited(2) && text.isEmpty, "\(asked)")
        #expect(
            asked.output == """
                GeoClue: 50.9° north, 7.0° east, within 25 km, near Köln, Nordrhein-Westfalen, Germany

                """)
        #expect(asked.errors.contains("appearancectl place --from-geoclue --yes"))
        #expect(geoClue.lines.contains("{\"set\": [\"DesktopId\", \"appearancectl\"]}"))
        #expect(geoClue.lines.contains("{\"set\": [\"RequestedAccuracyLevel\", 4]}"))
        let done = try run("--yes")
        #expect(done.status == .exited(0), "\(done)")
        #expect(
            text.contains("latitude = 50.9  # place: near Köln, Nordrhein-Westfalen, Germany\n"))
        #expect(text.contains("longitude = 7.0\n"))
    }

    @Test(
        .row("C12"),
        arguments: [
            (["denied"], "GeoClue denies the place: Agent rejected."),
            (["no-agent"], "GeoClue has not answered within 10 s. It waits for an agent"),
            (["silent"], "GeoClue has found no place within 10 s. It needs a network"),
            (["place", "0", "0", "1000"], "GeoClue reports 0.0, 0.0, which is no place."),
            (["place", "91", "181", "1000"], "GeoClue reports 91.0, 181.0, which is no place."),
            (["place", "nan", "13.4", "1000"], "GeoClue reports nan, 13.4, which is no place."),
            (["place", "52.5", "13.4", "600000"], "GeoClue knows the place within 600 km only."),
            (
                ["place", "52.5", "13.4", "inf"],
                "GeoClue knows the place with an unknown accuracy."
            ),
            (["place", "52.5", "13.4", "-1"], "GeoClue knows the place with an unknown accuracy."),
            (["place", "52.5"], "GeoClue has sent an invalid answer."),
        ])
    func `without a plausible place the reason is printed, and nothing written`(
        behaviour: [String], reason: String
    ) throws {
        let geoClue = try FakeGeoClue(on: bus, behaviour)
        defer { withExtendedLifetime(geoClue) {} }
        let refused = try run("--yes")
        #expect(refused.status == .exited(1), "\(refused)")
        #expect(refused.errors.hasPrefix("appearancectl: " + reason), "\(refused.errors)")
        #expect(refused.errors.hasSuffix("Name your city instead: appearancectl place CITY\n"))
        #expect(text.isEmpty)
    }

    @Test(.row("C12")) func `a missing GeoClue, a missing bus and one that hangs are named`() throws
    {
        #expect(try run().errors.contains("GeoClue is not installed, or cannot start."))
        bus.stop()
        #expect(try run().errors.contains("GeoClue has not answered within 10 s."))
        bus.resume()
        try bus.kill()
        #expect(try run().errors.contains("There is no system bus"))
        #expect(text.isEmpty)
    }
}
