import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct ZoneTableTests {
    static let zoneTab = ZoneTable(
        text: Array(
            """
            # country\tcoordinates\tTZ\tcomments
            DE\t+5230+01322\tEurope/Berlin\tmost of Germany
            NO\t+5955+01045\tEurope/Oslo
            US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
            EC\t-0210-07950\tAmerica/Guayaquil\tEcuador (mainland)
            XX\t+9999+99999\tNowhere/Outside
            XX\t+52+013\tNowhere/Short
            XX\t+52a0+01322\tNowhere/Letters
            XX
            """.utf8))
    static let zone1970Tab = ZoneTable(
        text: Array(
            """
            DE,DK,NO,SE,SJ\t+5230+01322\tEurope/Berlin\tmost of Germany
            KI,MH,TV,UM,WF\t+0125+17300\tPacific/Tarawa\tGilberts
            """.utf8))
    static let links = ZoneLinks(
        text: Array(
            """
            R d 1916 o - Jun 14 23s 1 S
            L Europe/Berlin Europe/Oslo
            L America/New_York US/Eastern
            L US/Eastern Old/Eastern
            Link\tEurope/Berlin\t\tEurope/Old_Berlin
            L Loop/One Loop/Two
            L Loop/Two Loop/One
            """.utf8))

    @Test(arguments: [
        ("Europe/Berlin", 52.5, 13.0 + 22.0 / 60), ("Europe/Oslo", 59.0 + 55.0 / 60, 10.75),
        ("America/New_York", 40.0 + 42.0 / 60 + 51.0 / 3600, -74.0 - 23.0 / 3600),
        ("America/Guayaquil", -2.0 - 10.0 / 60, -79.0 - 50.0 / 60),
        ("Pacific/Tarawa", 1.0 + 25.0 / 60, 173.0),
        ("US/Eastern", 40.0 + 42.0 / 60 + 51.0 / 3600, -74.0 - 23.0 / 3600),
        ("Old/Eastern", 40.0 + 42.0 / 60 + 51.0 / 3600, -74.0 - 23.0 / 3600),
        ("Europe/Old_Berlin", 52.5, 13.0 + 22.0 / 60),
        ("posix/Europe/Oslo", 59.0 + 55.0 / 60, 10.75),
    ])
    func `every name of a zone has its location`(
        zone: String, latitude: Double, longitude: Double
    ) throws {
        let place = try #require(Self.place(of: zone))
        #expect((place.latitudeDegrees - latitude).magnitude < 1e-9)
        #expect((place.longitudeDegrees - longitude).magnitude < 1e-9)
    }

    @Test(arguments: [
        "UTC", "", "Europe", "europe/berlin", "Nowhere/Outside", "Nowhere/Short",
        "Nowhere/Letters", "Loop/One", "TZ",
    ])
    func `a zone without a place has none`(_ zone: String) {
        #expect(Self.place(of: zone) == nil)
    }

    @Test func `links are not read for a known name`() {
        let place = ZoneTable.coordinates(of: "Europe/Oslo", in: [Self.zoneTab]) {
            Issue.record("the links were asked for")
            return Self.links
        }
        #expect(place != nil)
    }

    private static func place(of zone: String) -> Coordinates? {
        ZoneTable.coordinates(of: zone, in: [zoneTab, zone1970Tab]) { links }
    }
}
