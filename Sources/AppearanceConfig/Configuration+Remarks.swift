import AppearanceModel

extension Configuration {
    /// Effects of valid settings that their author may not expect, each as a sentence.
    package var remarks: [String] {
        let everyDay = schedule.everyDay.remarks(on: nil)
        let days = Weekday.allCases.flatMap { day -> [String] in
            guard let own = schedule.weekdays[day] else { return [] }
            return own.remarks(on: day)
        }
        return everyDay + days
    }
}

extension DaySchedule {
    /// Returns the remarks on equal times, of which the later one in the order of a day counts.
    fileprivate func remarks(on day: Weekday?) -> [String] {
        let table = day.map { "schedule.\($0.rawValue)" } ?? "schedule"
        let name = day?.rawValue ?? ""
        let when = day == nil ? "" : " on \(name.prefix(1).uppercased())\(name.dropFirst())"
        var remarks: [String] = []
        if light == dark {
            remarks.append(
                "\(table).light and \(table).dark are both \(light.text), so the schedule is never "
                    + "light\(when).")
        }
        if night == nightEnd {
            remarks.append(
                "\(table).night and \(table).night_end are both \(nightEnd.text), so no night hours "
                    + "begin\(when).")
        }
        return remarks
    }
}
