import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Testing

@Suite(.bounded) struct CivilDateTests {
    @Test(arguments: [
        ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday),
        ("2000-02-29", 11_016, .tuesday), ("2026-03-01", 20_513, .sunday),
        ("1900-02-28", -25_509, .wednesday), ("1900-03-01", -25_508, .thursday),
        ("2100-03-01", 47_541, .monday), ("0001-01-01", -719_162, .monday),
        ("9999-12-31", 2_932_896, .friday), ("2038-01-19", 24_855, .tuesday),
    ])
    func `a date has the expected day number and weekday`(text: String, days: Int, weekday: Weekday)
    {
        let date = CivilDate(daysSinceEpoch: days)
        #expect(CivilDate(text) == date)
        #expect(date.description == text)
        #expect(date.weekday == weekday)
    }

    @Test func `consecutive days have consecutive numbers`() {
        var (year, month, day) = (1895, 12, 31)
        for number in -27_028..<48_000 {
            let date = CivilDate(daysSinceEpoch: number).components
            let isNext =
                date == (year, month, day + 1) || date == (year, month + 1, 1)
                || date == (year + 1, 1, 1) && (month, day) == (12, 31)
            if !isNext { Issue.record("\(date) after \((year, month, day))") }
            #expect(
                CivilDate(year: date.year, month: date.month, day: date.day)
                    == CivilDate(daysSinceEpoch: number))
            (year, month, day) = date
        }
    }

    @Test(arguments: [
        "2026-02-29", "2100-02-29", "2026-13-01", "2026-00-01", "2026-04-31", "2026-01-00",
        "0000-01-01", "26-01-01", "2026-1-1", "2026/01/01", "2026-01-01 ", "", "-026-01-01",
        "2026-01-01-", "２０２６-01-01",
    ])
    func `an invalid date is refused`(_ text: String) {
        #expect(CivilDate(text) == nil)
    }

    @Test(arguments: [Int.min, -719_163, 2_932_897, Int.max])
    func `a date beyond the calendar becomes its first or last date`(_ days: Int) {
        let end = CivilDate(days < 0 ? "0001-01-01" : "9999-12-31")
        #expect(CivilDate(daysSinceEpoch: days) == end)
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (1_782_009_790_999_999, "2026-06-21T02:43:10Z"), (Int64.min, "0001-01-01T00:00:00Z"),
        (Int64.max, "9999-12-31T23:59:59Z"), (2_147_483_648_000_000, "2038-01-19T03:14:08Z"),
    ])
    func `instants are printed in UTC`(microseconds: Int64, text: String) {
        #expect(WallTime(microsecondsSinceEpoch: microseconds).iso8601 == text)
    }
}
