internal import AppearanceEngine
internal import AppearanceModel
internal import Glibc

/// A time for people: in the reader's time zone, or in the daemon's, with the zone if the clocks
/// of both differ.
struct LocalTime {
    private let parts: tm
    private let zone: ServiceZone?
    /// ` Europe/Berlin` if the zone is shown, else empty.
    private let zoneName: String

    init(_ time: WallTime, in zone: ServiceZone? = nil) {
        var seconds = time_t(time.secondsSinceEpoch)
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.zone = zone
        guard let zone else {
            self.parts = parts
            zoneName = ""
            return
        }
        let offset = zone.rules.utcOffsetSeconds(at: time)
        zoneName = offset == parts.tm_gmtoff ? "" : " \(zone.rules.name)"
        seconds += offset
        gmtime_r(&seconds, &parts)
        self.parts = parts
    }

    /// Returns `21:04`, `tomorrow 06:45`, `Sat 22 Nov 06:45`, or the date with another year.
    func text(now: WallTime) -> String { day(now: now) + clock + zoneName }

    private func day(now: WallTime) -> String {
        let today = LocalTime(now, in: zone)
        if isSameDay(as: today) { return "" }
        if isDay(after: today) { return "tomorrow " }
        if today.isDay(after: self) { return "yesterday " }
        return "\(date)\(parts.tm_year == today.parts.tm_year ? "" : " \(year)") "
    }

    /// `21:04`.
    private var clock: String { "\(two(parts.tm_hour)):\(two(parts.tm_min))" }

    /// `21:04:09`.
    var clockWithSeconds: String { "\(clock):\(two(parts.tm_sec))" }

    private var year: Int { Int(parts.tm_year) + 1900 }

    private var date: String {
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let month = CivilDate.months[Int(parts.tm_mon)]
        return "\(weekdays[Int(parts.tm_wday)]) \(parts.tm_mday) \(month)"
    }

    private func isSameDay(as other: LocalTime) -> Bool {
        parts.tm_year == other.parts.tm_year && parts.tm_yday == other.parts.tm_yday
    }

    /// Returns whether this is the calendar day after another, at any length of a day.
    private func isDay(after other: LocalTime) -> Bool {
        let isNewYear = other.parts.tm_mon == 11 && other.parts.tm_mday == 31
        return isNewYear
            ? parts.tm_year == other.parts.tm_year + 1 && parts.tm_yday == 0
            : parts.tm_year == other.parts.tm_year && parts.tm_yday == other.parts.tm_yday + 1
    }

    private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension CivilDate {
    /// The short names of the months.
    fileprivate static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The day without its year: `22 Nov`.
    var dayAndMonth: String {
        let parts = components
        return "\(parts.day) \(Self.months[parts.month - 1])"
    }
}

extension WallTime {
    /// The current time.
    static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(
            microsecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
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
    func note(on sentences: [String], now: WallTime) -> String {
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
        explanation + (ServiceZone(timeZone)?.note(on: [explanation], now: now) ?? "")
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
