internal import AppearanceEngine
internal import AppearanceModel
internal import Linux

/// A time for people: in the reader's time zone, or in the daemon's, with the zone if the clocks
/// of both differ.
struct LocalTime {
    static let readersZone = LocalZone(
        named: "", environment: CurrentProcess.variable("TZ"), files: .machine
    ).rules

    private let zone: TimeZoneRules
    private let local: AppearanceEngine.LocalTime
    /// ` Europe/Berlin` if the zone is shown, else empty.
    private let zoneName: String

    init(_ time: WallTime, in zone: ServiceZone? = nil) {
        let readers = Self.readersZone
        self.zone = zone?.rules ?? readers
        local = self.zone.local(time)
        let isSame = self.zone.utcOffsetSeconds(at: time) == readers.utcOffsetSeconds(at: time)
        zoneName = isSame ? "" : " \(self.zone.name)"
    }

    /// Returns `21:04`, `tomorrow 06:45`, `Sat 22 Nov 06:45`, or the date with another year.
    func text(now: WallTime) -> String { day(now: now) + local.hoursAndMinutes + zoneName }

    private func day(now: WallTime) -> String {
        let (date, today) = (local.date, zone.local(now).date)
        if date == today { return "" }
        if date == today.advanced(by: 1) { return "tomorrow " }
        if date == today.advanced(by: -1) { return "yesterday " }
        let year = date.components.year
        return "\(date.weekdayAndDay) \(year == today.components.year ? "" : "\(year) ")"
    }

    /// `21:04:09`.
    var clockWithSeconds: String { String(local.dateAndTimeWithSeconds.suffix(8)) }
}

extension CivilDate {
    fileprivate static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The day without its year: `22 Nov`.
    var dayAndMonth: String {
        let parts = components
        return "\(parts.day) \(Self.months[parts.month - 1])"
    }

    /// The day with its weekday: `Sat 22 Nov`.
    var weekdayAndDay: String { "\(weekday.name.prefix(3)) \(dayAndMonth)" }
}

/// The time zone of the daemon, in which its times and `--until 07:30` are.
struct ServiceZone {
    let rules: TimeZoneRules

    /// Creates the zone of a status; `nil` if the daemon does not report one.
    init?(_ name: String?) {
        guard let name else { return nil }
        rules = LocalZone(named: "", environment: name, files: .machine).rules
    }

    /// Returns ` (times in Europe/Berlin)` if one of the sentences has a time and the reader's
    /// clock differs; empty otherwise.
    func zoneRemark(on sentences: [String], now: WallTime) -> String {
        let name = rules.name
        guard LocalTime(now, in: self).text(now: now).hasSuffix(" \(name)"),
            sentences.contains(where: { $0.contains(/\d\d:\d\d/) })
        else { return "" }
        return " (times in \(name))"
    }
}

extension Snapshot {
    /// Returns the explanation, with the zone of its times if that is not the reader's.
    func explanation(now: WallTime) -> String {
        explanation + (ServiceZone(timeZone)?.zoneRemark(on: [explanation], now: now) ?? "")
    }

    /// Returns the explanation with the age of the level that decides, if it was reported a while before.
    ///
    /// It is no part of the published sentence, which would change each minute. `passed` is the time since the
    /// decision was explained.
    func explanation(now: WallTime, _ why: Rationale?, passed: Duration = .zero) -> String {
        let sentence = explanation(now: now)
        guard reason == .sensor, pending == nil, let report = why?.light.report
        else { return sentence }
        let age = report.age + Microseconds(passed.microseconds)
        return age < .minutes(1)
            ? sentence : "\(sentence) That level is \(age.age) old."
    }

    /// Returns a time of the status in the zone of the daemon.
    func text(_ time: WallTime, now: WallTime) -> String {
        LocalTime(time, in: ServiceZone(timeZone)).text(now: now)
    }

    /// Returns a time as `text` does, with its distance if that is less than two days:
    /// `17:02 (3 h ago)`, `07:30 (in 11 h)`.
    func textWithDistance(_ time: WallTime, now: WallTime) -> String {
        let seconds = Int((time - now).inSeconds.rounded())
        let distance: String
        switch seconds.magnitude {
        case ..<90: distance = "\(seconds.magnitude) s"
        case ..<5400: distance = "\((seconds.magnitude + 30) / 60) min"
        case ..<172_800: distance = "\((seconds.magnitude + 1800) / 3600) h"
        case _: return text(time, now: now)
        }
        return text(time, now: now) + (seconds <= 0 ? " (\(distance) ago)" : " (in \(distance))")
    }
}
