import AppearanceEngine
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Testing

/// Days on which the sensor read no light.
@Suite(.bounded) struct DimDaysTests {
    private static let schedule = RecordedRoom.settings.schedule

    /// Two hours of dim light at noon.
    private static func dim(_ number: Int64, _ lux: [Double] = [2, 1.5]) -> RecordedRoom.Day {
        var day = RecordedRoom.Day(lux: lux, number)
        day.minutesPerStep = 60
        return day
    }

    private func dimDays(_ days: [RecordedRoom.Day]) -> DimDays? {
        let history = RecordedRoom.history(days)
        let end = history.levels.last?.at ?? .calendarStart
        return DimDays(history, Self.schedule, at: end + .minutes(5))
    }

    @Test(.row("S36")) func `three days in the dark are counted by an engine's history`() throws {
        let found = try #require(dimDays((0..<3).map { Self.dim($0) }))
        #expect(found.days == 3)
        #expect((1.9...2.1).contains(found.highest))
        // Those after the last light, which shows that the sensor works.
        let bright = Self.dim(0, [300, 2])
        #expect(dimDays([bright] + (1..<5).map { Self.dim($0) })?.days == 4)
        #expect(dimDays((0..<4).map { Self.dim($0) } + [Self.dim(4, [2, 300])]) == nil)
    }

    @Test(.row("S37")) func `two days, other modes and other units are no reason for doubt`() {
        #expect(dimDays((0..<2).map { Self.dim($0) }) == nil)
        func hour(_ number: Int64, choosing mode: Mode?) -> RecordedRoom.Day {
            var day = Self.dim(number)
            day.minutesPerStep = 30
            day.choice = mode
            return day
        }
        #expect(dimDays((0..<4).map { hour($0, choosing: nil) })?.days == 4)
        // The last quarter of each hour.
        #expect(dimDays((0..<4).map { hour($0, choosing: .light) }) == nil)
        let percent = (Int64(0)..<4).map { number in
            var day = Self.dim(number)
            day.unit = .percent
            return day
        }
        #expect(dimDays(percent) == nil)
    }

    /// A history of levels alone, with the time of day of the first on each of four days.
    private func levels(
        _ start: String, end: Bool = false, status change: (inout Snapshot) -> Void = { _ in }
    ) -> DimDays? {
        guard var status = RecordedRoom.history([Self.dim(0)]).changes.first?.status,
            let first = WallTime(iso8601: "2026-06-20T\(start)", zone: .utc)
        else { return nil }
        status.mode = .auto
        change(&status)
        var lines: [UInt8] = []
        for day in 0..<4 {
            let begin = first + .days(Int64(day))
            lines += History.Change(at: begin, status: status, isStart: true).line
            lines += History.lines(of: [
                History.Level(at: begin, light: LightReading(value: 1, unit: .lux))
            ])
            if end { lines += History.endLine(at: begin + .minutes(30)) }
        }
        return DimDays(History(lines), Self.schedule, at: first + .days(4))
    }

    @Test(.row("S37")) func `a level counts for two hours, by day, until the end of its run`() {
        // A crash leaves no end.
        #expect(levels("12:00:00")?.days == 4)
        #expect(levels("18:30:00") == nil)
        #expect(levels("03:00:00") == nil)
        #expect(levels("12:00:00", end: true) == nil)
        #expect(levels("12:00:00") { $0.mode = .dark } == nil)
        #expect(
            levels("12:00:00") {
                $0.reported = ReportedLight(source: "lamp", until: .calendarEnd)
            } == nil)
    }
}
