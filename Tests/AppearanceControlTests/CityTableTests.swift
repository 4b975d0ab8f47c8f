import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Diagnosis
import Foundation
import Testing

/// The table of cities, and the places that other programs write into their files.
@Suite(.bounded) struct CityTableTests {
    private static var files: ZoneFiles {
        ZoneFiles(
            directory: nil,
            contents: { path throws(HarnessFailure) -> [UInt8]? in
                FileManager.default.contents(atPath: path).map(Array.init)
            }, linkTarget: { _ in nil })
    }
    private static let text = (try? Repository.text(of: "config/cities.tsv")) ?? ""
    private static let search = PlaceSearch(CityTable(Array(text.utf8)), files)

    private static var rows: [[Substring]] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("=") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    }

    @Test func `the words of the table are those of the search`() throws {
        let rows = Self.rows
        #expect(rows.count > 12_000)
        for row in rows {
            try #require(row.count == 7, "\(row)")
            #expect(row[6].hasPrefix("|\(SearchWord.of(String(row[0])))|"), "\(row[0])")
        }
    }

    @Test func `every country and region of a city has a row`() throws {
        let codes = Set(
            Self.text.split(separator: "\n").filter { $0.hasPrefix("=") }
                .compactMap { $0.dropFirst().split(separator: "\t").first })
        for row in Self.rows {
            #expect(codes.contains(row[1]), "\(row[1])")
            #expect(codes.contains(row[1].prefix { $0 != "." }))
        }
    }

    @Test func `the table names its origin and its licence`() {
        let head = Self.text.prefix(900)
        for part in [
            "GeoNames", "https://www.geonames.org", "CC BY 4.0", "July 2026", "scripts/cities",
        ] {
            #expect(head.contains(part), "\(part)")
        }
    }

    @Test(.row("T17")) func `no time zone's place, named in its own zone, is away`() throws {
        let now = WallTime(secondsSinceEpoch: 1_795_780_800)
        let places = Self.files.places
        #expect(places.count > 400)
        for (name, _) in places where name.contains("/") {
            let found = try #require(Self.search.cities(named: name).first, "\(name)")
            var location = LocationSettings()
            location.coordinates = PlaceChange(found).coordinates
            let zone = LocalZone(named: "", environment: name, files: Self.files)
            #expect(zone.sunPlace(location, at: now).origin == .configuration, "\(name)")
        }
    }

    @Test(.row("T20")) func `the errors of time zones are those of their cities`() {
        #expect(ZoneError.minutes(of: "Europe/Brussels").map { $0 < 12 } == true)
        #expect(ZoneError.minutes(of: "America/New_York").map { (55...75).contains($0) } == true)
        #expect(
            ZoneError.minutes(of: "Asia/Singapore") == 1
                || ZoneError.minutes(of: "Asia/Singapore") == 0)
        #expect(ZoneError.minutes(of: "Etc/UTC") == nil)
        #expect(ZoneError.minutes(of: "America/New_Yor") == nil)
    }

    @Test(
        .row("T21"),
        arguments: [
            ("52.5\n13.4\n34\n1000\n", 52.5), ("# home\n52.5 # north\n\n13.4\n", 52.5),
            ("52.5\n", nil),
            ("0\n0\n", nil), ("91\n181\n", nil), ("nan\n1\n", nil), ("", nil),
            ("north\neast\n", nil),
        ])
    func `GeoClue's static file is read`(text: String, latitude: Double?) {
        #expect(KnownPlace.geolocation(text)?.latitudeDegrees == latitude)
    }

    @Test(
        .row("T21"),
        arguments: [
            ("[AutomaticLocation]\nAvailable=true\nLatitude=52.5\nLongitude=13.4\n", 52.5),
            ("[AutomaticLocation]\nAvailable=false\nLatitude=52.5\nLongitude=13.4\n", nil),
            ("[AutomaticLocation]\nAvailable=true\nLatitude=52.5\n", nil),
            ("[AutomaticLocation]\nAvailable=true\n", nil), ("=\n[\n", nil),
        ])
    func `the place that Plasma has found is read`(text: String, latitude: Double?) {
        #expect(KnownPlace.plasmaState(text)?.latitudeDegrees == latitude)
    }

    @Test func `a place of Plasma counts only if it is in use`() {
        let place = "[ManualLocation]\nLatitude=52.5\nLongitude=13.4\n"
        #expect(KnownPlace.plasma("[General]\nSource=ManualLocation\n" + place) != nil)
        #expect(KnownPlace.plasma("[General]\nSource=ManualTimes\n" + place) == nil)
        #expect(KnownPlace.plasma(place) == nil)
    }
}
