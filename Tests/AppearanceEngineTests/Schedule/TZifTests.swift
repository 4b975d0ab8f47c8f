import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// A time zone file, written field by field as RFC 9636 draws it.
struct TZifFile {
    var version: Character = "2"
    var offsets: [Int32] = [3600, 7200]
    /// Times and the index of the offset from there on.
    var changes: [(at: Int64, type: UInt8)] = []
    var leaps: [(at: Int64, correction: Int32)] = []
    var footer = "CET-1CEST,M3.5.0,M10.5.0/3"

    var bytes: [UInt8] {
        if version == "\0" { return block(timeSize: 4) }
        return TZifFile(version: version, offsets: [0]).block(timeSize: 4) + block(timeSize: 8)
            + Array("\n\(footer)\n".utf8)
    }

    private func block(timeSize: Int) -> [UInt8] {
        let counts = [0, 0, leaps.count, changes.count, offsets.count, 4]
        var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
        for count in counts { bytes += bigEndian(Int64(count), 4) }
        for change in changes { bytes += bigEndian(change.at, timeSize) }
        bytes += changes.map(\.type)
        for offset in offsets { bytes += bigEndian(Int64(offset), 4) + [0, 0] }
        bytes += Array("LMT\0".utf8)
        for leap in leaps {
            bytes += bigEndian(leap.at, timeSize) + bigEndian(Int64(leap.correction), 4)
        }
        return bytes
    }

    private func bigEndian(_ number: Int64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * Int64($0))) }
    }
}

@Suite(.bounded) struct TZifTests {
    static let file = TZifFile(
        offsets: [3208, 3600, 7200],
        changes: [
            (utcTime("1893-03-31T23:06:32Z").secondsSinceEpoch, 1),
            (utcTime("1980-04-06T01:00:00Z").secondsSinceEpoch, 2),
            (utcTime("1980-09-28T01:00:00Z").secondsSinceEpoch, 1),
            (utcTime("1996-10-27T01:00:00Z").secondsSinceEpoch, 1),
        ])

    @Test(arguments: [
        ("1800-01-01T00:00:00Z", 3208), ("1893-03-31T23:06:31Z", 3208),
        ("1893-03-31T23:06:32Z", 3600), ("1980-04-06T00:59:59Z", 3600),
        ("1980-04-06T01:00:00Z", 7200), ("1980-09-28T01:00:00Z", 3600),
        ("1981-07-01T00:00:00Z", 3600), ("1997-07-01T00:00:00Z", 7200),
        ("2026-01-01T00:00:00Z", 3600),
        ("2400-07-01T00:00:00Z", 7200),
    ])
    func `the table applies first, then the rule`(time: String, seconds: Int) throws {
        for version in ["2", "3", "4"] as [Character] {
            var file = Self.file
            file.version = version
            let zone = try TimeZoneRules(tzif: file.bytes, name: "Europe/Berlin")
            #expect(zone.utcOffsetSeconds(at: utcTime(time)) == seconds)
        }
    }

    @Test func `without a rule the last offset remains in effect`() throws {
        var file = Self.file
        file.footer = ""
        var zone = try TimeZoneRules(tzif: file.bytes, name: "x")
        #expect(zone.utcOffsetSeconds(at: utcTime("2026-07-01T00:00:00Z")) == 3600)

        file.version = "\0"
        file.changes.removeFirst()
        zone = try TimeZoneRules(tzif: file.bytes, name: "x")
        #expect(zone.utcOffsetSeconds(at: utcTime("1980-07-01T00:00:00Z")) == 7200)
        #expect(zone.utcOffsetSeconds(at: utcTime("2026-07-01T00:00:00Z")) == 3600)
    }

    @Test func `without a table the rule applies to every time`() throws {
        let zone = try TimeZoneRules(tzif: TZifFile(offsets: [0]).bytes, name: "x")
        #expect(zone.utcOffsetSeconds(at: utcTime("1970-07-01T00:00:00Z")) == 7200)
        let fixed = try TimeZoneRules(
            tzif: TZifFile(offsets: [-56_700], footer: "").bytes, name: "x")
        #expect(fixed.utcOffsetSeconds(at: utcTime("1970-07-01T00:00:00Z")) == -56_700)
    }

    @Test func `leap seconds are removed`() throws {
        var file = Self.file
        file.leaps = [
            (utcTime("1972-07-01T00:00:00Z").secondsSinceEpoch, 1),
            (utcTime("1973-01-01T00:00:01Z").secondsSinceEpoch, 2),
        ]
        let zone = try TimeZoneRules(tzif: file.bytes, name: "right/Europe/Berlin")
        #expect(zone.utcOffsetSeconds(at: utcTime("1893-03-31T23:06:31Z")) == 3208)
        #expect(zone.utcOffsetSeconds(at: utcTime("1980-04-06T00:59:57Z")) == 3600)
        #expect(zone.utcOffsetSeconds(at: utcTime("1980-04-06T00:59:58Z")) == 7200)
    }

    /// Samoa slept through 2011-12-30: its clocks went from -10 h to +14 h.
    @Test func `a date that a zone skips has no times`() throws {
        let midnight = utcTime("2011-12-30T10:00:00Z")
        let file = TZifFile(
            offsets: [-36_000, 50_400], changes: [(midnight.secondsSinceEpoch, 1)],
            footer: "<+14>-14")
        let zone = try TimeZoneRules(tzif: file.bytes, name: "Pacific/Apia")
        let skipped = try #require(CivilDate("2011-12-30"))
        #expect(zone.start(of: skipped) == midnight)
        #expect(zone.start(of: skipped.advanced(by: 1)) == midnight)
        let seven = try #require(ClockTime("07:00"))
        let last = zone.next(seven, after: utcTime("2011-12-29T00:00:00Z"))
        #expect(last == utcTime("2011-12-29T17:00:00Z"))
        #expect(zone.next(seven, after: try #require(last)) == utcTime("2011-12-30T17:00:00Z"))
    }

    @Test func `an invalid file is refused with the position`() {
        var outOfOrder = Self.file
        outOfOrder.changes.reverse()
        var unknownType = Self.file
        unknownType.changes[1].type = 3
        let good = Self.file.bytes
        let table: [(bytes: [UInt8], problem: String)] = [
            ([], "no TZif header at byte 0"), (Array("TZif2".utf8), "no TZif header at byte 0"),
            (Array("#!/bin/sh".utf8) + good, "no TZif header at byte 0"),
            (Array(good.prefix(50)), "the file ends before its tables do at byte 50"),
            (Array(good.prefix(54)), "no TZif header at byte 54"),
            (Array(good.prefix(120)), "the file ends before its tables do at byte 120"),
            (Array(good.dropLast()), "no line with the rule for later years at byte 156"),
            (TZifFile(offsets: []).bytes, "counts that no time zone has at byte 74"),
            (TZifFile(offsets: [99_999]).bytes, "an offset of 99999 s from UTC at byte 98"),
            (TZifFile(footer: "hello").bytes, "a rule for later years that cannot be read"),
            (outOfOrder.bytes, "a clock change out of order at byte 106"),
            (unknownType.bytes, "a clock change out of order at byte 106"),
        ]
        for (bytes, problem) in table {
            let fault = #expect(throws: TimeZoneError.self) {
                try TimeZoneRules(tzif: bytes, name: "Europe/Berlin")
            }
            #expect("\(fault as Any)".contains("time zone Europe/Berlin: \(problem)"))
        }
    }

    @Test(arguments: Seeds.chosen([8536]))
    func `random bytes cause no crash`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let files = [Self.file.bytes, TZifFile(version: "\0", leaps: [(0, 1)]).bytes]
        var taken = 0
        for round in 0..<4000 {
            var bytes = files[round % 2]
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                bytes[.random(in: bytes.indices, using: &dice)] = .random(in: 0...255, using: &dice)
            }
            if round % 3 == 0 { bytes.removeLast(.random(in: 0..<bytes.count, using: &dice)) }
            guard let zone = try? TimeZoneRules(tzif: bytes, name: "fuzz") else { continue }
            taken += 1
            let time = WallTime(microsecondsSinceEpoch: .random(in: .min ... .max, using: &dice))
            let date = zone.local(time).date
            #expect(zone.start(of: date) <= zone.start(of: date.advanced(by: 2)))
        }
        #expect(taken > 100)
    }

    /// Every file of the system's database is taken, and keeps within a day of UTC.
    @Test(
        .requires(
            that: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe"),
            "the time zones (Debian package: tzdata)"))
    func `the system's files are accepted`() throws {
        let root = URL(filePath: "/usr/share/zoneinfo")
        var taken = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            guard let data = try? Data(contentsOf: root.appending(path: name)),
                data.starts(with: Data("TZif".utf8))
            else { continue }
            let zone = try TimeZoneRules(tzif: Array(data), name: name)
            taken += 1
            #expect(
                (-50_400...50_400).contains(zone.utcOffsetSeconds(at: utcTime("2026-01-01T00:00Z")))
            )
        }
        #expect(taken > 100)
    }
}
