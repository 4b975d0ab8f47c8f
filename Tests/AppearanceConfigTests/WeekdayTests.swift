import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// `[schedule.saturday]` and its sisters.
@Suite(.bounded) struct WeekdayTests {
    @Test func `a weekday inherits the settings that it lacks`() throws {
        let schedule = try read(
            """
            # A weekday may come before the table that it inherits.
            [schedule.saturday]
            light = "sunrise+1h"
            night = ""
            [schedule]
            dark = "20:00"
            night = "23:00"
            sunday.night_end = "08:00"
            """
        ).schedule
        var saturday = schedule.everyDay
        saturday.light = .solar(.sunrise, offset: .hours(1))
        saturday.night = nil
        var sunday = schedule.everyDay
        sunday.nightEnd = try #require(TimeExpression("08:00"))
        #expect(schedule.everyDay.dark == TimeExpression("20:00"))
        #expect(schedule.everyDay.night == TimeExpression("23:00"))
        #expect(schedule.weekdays == [.saturday: saturday, .sunday: sunday])
    }

    @Test(arguments: Weekday.allCases)
    func `every weekday can have other settings`(_ day: Weekday) throws {
        let schedule = try read(
            """
            [schedule.\(day.rawValue)]
            light = "05:00"
            dark = "17:00"
            night = "20:00"
            night_end = "04:00"
            """
        ).schedule
        let own = schedule[day]
        #expect(schedule.weekdays.count == 1)
        #expect(schedule.everyDay == DaySchedule())
        #expect(
            [own.light, own.dark, own.nightEnd]
                == ["05:00", "17:00", "04:00"].map { TimeExpression($0) })
        #expect(own.night == TimeExpression("20:00"))
    }

    @Test(arguments: ["", "dark = \"sunset\"\n[portal.night]\n"])
    func `a weekday with the values of every day has no effect`(text: String) throws {
        #expect(try read("[schedule.monday]\n\(text)") == Configuration())
    }
}
