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

    /// The content of `/etc/timezone`, and the name that counts.
    @Test(
        arguments: [
            ("Europe/Berlin\n", "Europe/Berlin"), ("Europe/Oslo\n", "Europe/Oslo"),
            ("Asia/Tokyo\n", "Europe/Berlin"), ("Mars/Base\n", "Europe/Berlin"),
            ("\n", "Europe/Berlin"), (nil, "Europe/Berlin"),
        ] as [(String?, String)])
    func `a copy of a zone's file has its name`(timezone: String?, name: String) {
        func zone(_ standard: String) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
                + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8)
                + Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15)
                + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4]
                + [0, 0, 0, 0, 0, 0] + Array("UTC\0".utf8) + Array("\n\(standard)\n".utf8)
        }
        let directory = ZoneFiles.usualDirectory
        let contents: [String: [UInt8]] = [
            "/etc/localtime": zone("CET-1"), "\(directory)/Europe/Berlin": zone("CET-1"),
            "\(directory)/Europe/Oslo": zone("CET-1"), "\(directory)/Asia/Tokyo": zone("JST-9"),
            "\(directory)/zone1970.tab": Array(
                "JP\t+353916+1394441\tAsia/Tokyo\nDE,NO\t+5230+01322\tEurope/Berlin\n".utf8),
        ]
        let files = ZoneFiles(
            read: { path in
                if path == "/etc/timezone" {
                    return timezone.map { .bytes(Array($0.utf8)) } ?? .missing
                }
                return contents[path].map(ZoneFiles.Content.bytes) ?? .missing
            }, linkTarget: { _ in nil })
        let local = LocalZone(named: "", environment: nil, files: files)
        #expect(local.rules.name == name)
        #expect(local.rules.utcOffsetSeconds(at: utcTime("2026-11-27T12:00:00Z")) == 3600)
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
