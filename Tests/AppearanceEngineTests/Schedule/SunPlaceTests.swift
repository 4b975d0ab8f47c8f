import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// The place whose sun counts, by the machine's own table of time zones.
@Suite(.bounded) struct SunPlaceTests {
    private static var files: ZoneFiles {
        ZoneFiles(
            directory: nil,
            contents: { path throws(HarnessFailure) -> [UInt8]? in
                FileManager.default.contents(atPath: path).map(Array.init)
            }, linkTarget: { _ in nil })
    }

    private static let zones = files.names().filter { $0.contains("/") }
    private let now = utcTime("2026-11-27T12:00:00Z")

    private func origin(
        _ latitude: Double, _ longitude: Double, in zone: String,
        _ change: (inout LocationSettings) -> Void = { _ in }
    ) -> SunPlace.Origin {
        var location = LocationSettings()
        location.coordinates = Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
        change(&location)
        return LocalZone(named: "", environment: zone, files: Self.files)
            .sunPlace(location, at: now).origin
    }

    @Test(.row("T17"), .scaledAtNight) func `no place of the table is away in its own zone`() throws
    {
        var tested = 0
        let step = Nightly.isOn ? 1 : 9
        for name in stride(from: 0, to: Self.zones.count, by: step).map({ Self.zones[$0] }) {
            let zone = LocalZone(named: name, environment: nil, files: Self.files)
            guard let place = zone.place() else { continue }
            tested += 1
            #expect(
                origin(place.latitudeDegrees, place.longitudeDegrees, in: name) == .configuration,
                "\(name)")
        }
        #expect(tested > 300 / step)
    }

    @Test(
        .row("T17"),
        arguments: ["America/New_York", "Asia/Tokyo", "America/Los_Angeles", "Africa/Nairobi"])
    func `in another part of the world the place of the zone counts`(_ zone: String) throws {
        #expect(origin(52.52, 13.40, in: zone) == .clockElsewhere)
        #expect(origin(52.52, 13.40, in: zone) { $0.isFixed = true } == .configuration)
        #expect(origin(52.52, 13.40, in: zone) { $0.timeZone = zone } == .configuration)
        let away = LocalZone(named: "", environment: zone, files: Self.files)
        var location = LocationSettings()
        location.coordinates = Coordinates(latitudeDegrees: 52.52, longitudeDegrees: 13.40)
        #expect(away.sunPlace(location, at: now).coordinates == away.place())
        location.coordinates = nil
        #expect(away.sunPlace(location, at: now) == SunPlace(away.place(), .timeZone))
    }

    /// Neighbours, another summer time, an old name, and zones without a place.
    @Test(
        .row("T17"),
        arguments: [
            (52.52, 13.40, "Europe/London"), (52.52, 13.40, "Europe/Helsinki"),
            (33.45, -112.07, "America/Denver"), (42.36, -71.06, "US/Eastern"),
            (28.61, 77.21, "Asia/Calcutta"), (39.90, 116.40, "PRC"), (52.52, 13.40, "UTC"),
            (52.52, 13.40, "Etc/GMT+8"), (52.52, 13.40, "EST5EDT4,M3.2.0,M11.1.0"),
            (41.15, -8.61, "Europe/Madrid"), (48.58, 7.75, "Europe/Paris"),
            (50.41, 80.25, "Asia/Almaty"),
        ])
    func `at home the configured place counts`(
        latitude: Double, longitude: Double, zone: String
    ) {
        #expect(origin(latitude, longitude, in: zone) == .configuration)
    }

    /// As on a machine whose image has the file of its own zone alone.
    @Test(.row("T17")) func `zones whose files are missing are no evidence of a journey`() {
        let own = "America/Argentina/Buenos_Aires"
        let files = ZoneFiles(
            directory: nil,
            contents: { path throws(HarnessFailure) -> [UInt8]? in
                path.hasSuffix(".tab") || path.hasSuffix(own)
                    ? FileManager.default.contents(atPath: path).map(Array.init) : nil
            }, linkTarget: { _ in nil })
        var location = LocationSettings()
        location.coordinates = Coordinates(latitudeDegrees: -32.88, longitudeDegrees: -68.8)
        let zone = LocalZone(named: "", environment: own, files: files)
        #expect(zone.sunPlace(location, at: now).origin == .configuration)
    }

    @Test func `without the table the configured place counts`() {
        let files = ZoneFiles(
            directory: nil,
            contents: { path throws(HarnessFailure) -> [UInt8]? in
                path.hasSuffix(".tab")
                    ? nil : FileManager.default.contents(atPath: path).map(Array.init)
            }, linkTarget: { _ in nil })
        var location = LocationSettings()
        location.coordinates = Coordinates(latitudeDegrees: 52.52, longitudeDegrees: 13.40)
        let zone = LocalZone(named: "", environment: "Asia/Tokyo", files: files)
        #expect(zone.sunPlace(location, at: now).origin == .configuration)
    }
}
