import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The file and the name of the time zone.
@Suite(.bounded) struct LocalZoneTests {
    /// Files of zones that all keep UTC, and links.
    private static func files(
        in directory: String = ZoneFiles.usualDirectory, links: [String: String] = [:],
        tables: [String: String] = [:]
    ) -> ZoneFiles {
        ZoneFiles(
            directory: directory,
            read: { path in
                if let table = tables[path] { return .bytes(Array(table.utf8)) }
                if path.hasSuffix(".tab") || path.hasSuffix(".zi") { return .missing }
                return .bytes(utc)
            },
            linkTarget: { links[$0] })
    }

    /// The smallest file that tzfile(5) allows: version 1, one kind of time, UTC.
    private static let utc: [UInt8] =
        Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
        + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)

    @Test(
        arguments: [
            ("", nil, "/etc/localtime", "Europe/Berlin"),
            ("Asia/Tokyo", nil, "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
            ("Asia/Tokyo", "Europe/Rome", "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
            ("", "Europe/Rome", "/usr/share/zoneinfo/Europe/Rome", "Europe/Rome"),
            ("", ":Europe/Rome", "/usr/share/zoneinfo/Europe/Rome", "Europe/Rome"),
            ("", ":/tmp/localtime", "/tmp/localtime", "Europe/Oslo"),
            ("", "/tmp/no-link", "/tmp/no-link", "/tmp/no-link"),
            ("", "/usr/share/zoneinfo/Asia/Tokyo", "/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
            ("", "/usr/share/zoneinfo/US/Old", "/usr/share/zoneinfo/US/Old", "US/Old"),
        ] as [(String, String?, String, String)])
    func `the local zone has a file and a name`(
        configured: String, variable: String?, file: String, name: String
    ) {
        let files = Self.files(links: [
            "/etc/localtime": "../usr/share/zoneinfo/Europe/Berlin",
            "/tmp/localtime": "/usr/share/zoneinfo/Europe/Oslo",
            "/usr/share/zoneinfo/US/Old": "../America/New",
        ])
        let zone = LocalZone(named: configured, environment: variable, files: files)
        #expect(zone.file == file)
        #expect(zone.rules.name == name)
        #expect(zone.warning == nil)
    }

    @Test func `a zone given as a rule has no file`() {
        let zone = LocalZone(named: "", environment: "CET-1CEST", files: Self.files())
        #expect(zone.file == nil)
    }

    @Test func `TZDIR selects the directory of the zones and their locations`() throws {
        let files = Self.files(
            in: "/opt/zones", links: ["/tmp/localtime": "/opt/zones/Middle/Earth"],
            tables: ["/opt/zones/zone.tab": "XX\t-3730+17545\tMiddle/Earth\n"])
        for variable in ["Middle/Earth", "/tmp/localtime"] {
            let zone = LocalZone(named: "", environment: variable, files: files)
            #expect(zone.rules.name == "Middle/Earth")
            #expect(try #require(zone.place()).latitudeDegrees == -37.5)
        }
    }
}
