import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Foundation
import Testing

/// A recorded value is read again exactly, to the last digit.
@Suite(.bounded) struct CodecTests {
    @Test func `every event is among the samples`() {
        #expect(Set(Samples.events.map(EventName.init)) == Set(EventName.allCases))
    }

    @Test(arguments: Samples.events)
    func `an event is decoded unchanged`(_ event: Event) throws {
        let entry = RecordEntry(event, at: Samples.start, [])
        var reader = RecordReader(Samples.header.line + entry.line)
        _ = try reader.header()
        #expect(try reader.entry() == entry)
        #expect(try reader.entry() == nil)
        #expect(!reader.isCut)
    }

    @Test(arguments: [Samples.saved, nil])
    func `a header is decoded unchanged`(_ saved: SavedState?) throws {
        var header = Samples.header
        header.saved = saved
        var reader = RecordReader(header.line)
        #expect(try reader.header() == header)
    }

    @Test(
        .requires(
            that: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe"),
            "the time zones (Debian package: tzdata)"))
    func `every time zone of the system is decoded unchanged`() throws {
        let root = URL(filePath: "/usr/share/zoneinfo")
        var taken = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: root.path) {
            guard let data = try? Data(contentsOf: root.appending(path: name)),
                data.starts(with: Data("TZif".utf8)),
                let zone = try? TimeZoneRules(tzif: Array(data), name: name)
            else { continue }
            taken += 1
            #expect(TimeZoneRules(zone.numbers) == zone, "\(name)")
        }
        #expect(taken > 100)
    }

    @Test(arguments: [
        TimeZoneRules.Numbers(name: "", firstOffset: 100_000, changes: [], rule: nil),
        .init(name: "", firstOffset: 0, changes: [(5, 0), (5, 3600)], rule: nil),
        .init(name: "", firstOffset: 0, changes: [(.max, 0)], rule: nil),
        .init(name: "", firstOffset: 0, changes: [(5, .min)], rule: nil),
        .init(name: "", firstOffset: 0, changes: [], rule: "nonsense"),
    ])
    func `an impossible time zone is refused`(_ spelling: TimeZoneRules.Numbers) {
        #expect(TimeZoneRules(spelling) == nil)
    }
}
