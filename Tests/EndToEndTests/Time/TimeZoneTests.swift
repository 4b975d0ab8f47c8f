import AppearanceTestSupport
import Foundation
import Testing

/// A time zone that changes while the service runs.
@Suite(.bounded, .requires(.bus, .busClient)) struct TimeZoneTests {
    private static let zones = "/usr/share/zoneinfo"

    private let home: TestHome
    private let link: String

    /// A home that is light for ten hours more by UTC, the zone that a link leads to.
    init() throws {
        home = try TestHome.inDaylight()
        link = home.path + "/localtime"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "\(Self.zones)/UTC")
    }

    private func daemon() throws -> RunningDaemon {
        try RunningDaemon(home: home, environment: ["TZ": ":" + link])
    }

    /// Leads the link elsewhere as timedated does, at one stroke.
    private func replaceLink(by zone: String) throws {
        let new = link + ".new"
        try FileManager.default.createSymbolicLink(
            atPath: new, withDestinationPath: "\(Self.zones)/\(zone)")
        try #require(rename(new, link) == 0)
    }

    /// Leads the link elsewhere as `ln -sf` does; how long it was not there.
    private func replaceLinkInTwoSteps(by zone: String) throws -> Duration {
        let start = ContinuousClock.now
        try #require(unlink(link) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "\(Self.zones)/\(zone)")
        return ContinuousClock.now - start
    }

    private func waitForZone(_ name: String, at daemon: RunningDaemon) throws {
        _ = try daemon.process.waitForLineLeavingOthers("the zone \(name)", on: .errors) {
            $0.contains("the time zone is \(name) now")
        }
    }

    @Test(.row("T10")) func `times of day are evaluated again at once`() throws {
        let daemon = try daemon()
        let client = try daemon.busClient()
        #expect(try client.get("Appearance") == "light")
        // Twelve hours ahead of UTC it is evening.
        try replaceLink(by: "Etc/GMT-12")
        #expect(
            try client.waitForSignal("AppearanceChanged") == ["dark", "light", "schedule"])
        try replaceLink(by: "UTC")
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
        #expect(try client.count(of: "AppearanceChanged") == 2)
    }

    @Test func `a link that is replaced in two steps does not lead to UTC between them`() throws {
        let daemon = try daemon()
        let client = try daemon.busClient()
        try replaceLink(by: "Etc/GMT-12")
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        var zone = "Etc/GMT-12"
        var changes = 1
        // Two steps that a slow machine separates do not count as one replacement.
        var isOneReplacement = false
        let deadline = Deadline(within: .seconds(120))
        while !isOneReplacement {
            try deadline.check("two steps that are one replacement")
            changes = try client.count(of: "AppearanceChanged")
            zone = zone == "Etc/GMT-11" ? "Etc/GMT-12" : "Etc/GMT-11"
            isOneReplacement = try replaceLinkInTwoSteps(by: zone) < .milliseconds(500)
            try waitForZone(zone, at: daemon)
        }
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.count(of: "AppearanceChanged") == changes)
    }

    @Test func `a removed link means UTC`() throws {
        let daemon = try daemon()
        let client = try daemon.busClient()
        try replaceLink(by: "Etc/GMT-12")
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        try #require(unlink(link) == 0)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
    }

    @Test func `the location changes with the zone`() throws {
        let daemon = try daemon()
        for (zone, place) in [("Asia/Tokyo", "35.65, 139.74"), ("Europe/Berlin", "52.50, 13.37")] {
            try replaceLink(by: zone)
            _ = try daemon.process.waitForLineLeavingOthers("the place of \(zone)", on: .errors) {
                $0.contains("the sun is computed for \(place), the place of \(zone)")
            }
        }
    }

    @Test func `a reload logs the place of the zone only if it is another`() throws {
        let daemon = try RunningDaemon(home: home, environment: ["TZ": "Asia/Tokyo"])
        for table in [
            "[ambient]\ndark_below = 30\n", "[location]\ntime_zone = \"Europe/Berlin\"\n",
        ] {
            try home.write(configuration: TestHome.daylight + table)
            try daemon.process.waitForLine(containing: "configuration reloaded", on: .errors)
        }
        try daemon.process.waitForLine(containing: "the place of Europe/Berlin", on: .errors)
        let places = daemon.process.text(on: .errors).split(separator: "\n")
            .filter { $0.contains("the sun is computed for") }
        #expect(places.count == 2, "\(places)")
    }

    @Test func `a zone is found in TZDIR`() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/zones/Middle", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: "\(Self.zones)/Etc/GMT-12", toPath: home.path + "/zones/Middle/Earth")
        let daemon = try RunningDaemon(
            home: home, environment: ["TZ": "Middle/Earth", "TZDIR": home.path + "/zones"])
        #expect(try daemon.status()["appearance"] == "dark")
        // The file may be replaced there too.
        let client = try daemon.busClient()
        let new = home.path + "/zones/Middle/new"
        try FileManager.default.copyItem(atPath: "\(Self.zones)/UTC", toPath: new)
        try #require(rename(new, home.path + "/zones/Middle/Earth") == 0)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
    }

    @Test func `another zone leaves a problem of the configuration as it is`() throws {
        let daemon = try daemon()
        let client = try daemon.busClient()
        try home.write(configuration: "nonsense = 1\n")
        try client.waitForChange(of: "ConfigurationError") { $0.string?.isEmpty == false }
        try replaceLink(by: "Etc/GMT-12")
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        #expect(try client.get("ConfigurationError") != "")
    }
}
