import AppearanceTestSupport
import Foundation

/// Homes whose schedule does not depend on when the tests run.
extension TestHome {
    /// A home without a light sensor, where the day began an hour ago and lasts ten more.
    static func inDaylight(_ more: String = "") throws -> TestHome {
        let home = try TestHome()
        try home.write(configuration: daylight + more)
        return home
    }

    /// The configuration of such a home, the same throughout a run; the zone of every test's home is
    /// UTC.
    ///
    /// Many tests change the appearance more often than a person, which the guard against flashes delays.
    static let daylight =
        """
        [safety]
        flash_guard = false
        [sensor]
        source = "none"
        [schedule]
        light = "\(clock(hoursFromNow: -1))"
        dark = "\(clock(hoursFromNow: 10))"
        night = ""

        """

    /// The schedule of `daylight` turned round: it is evening.
    static let evening =
        """
        [sensor]
        source = "none"
        [schedule]
        light = "\(clock(hoursFromNow: 10))"
        dark = "\(clock(hoursFromNow: -1))"
        night = ""

        """

    /// The configuration of a day by the clock, in which light becomes dark in four hours, without
    /// night and sensor.
    static var dayByClock: String {
        """
        [sensor]
        source = "none"
        [schedule]
        light = "\(clock(hoursFromNow: -2))"
        dark = "\(clock(hoursFromNow: 4))"
        night = ""

        """
    }

    /// A time of day in UTC, `HH:MM`.
    static func clock(hoursFromNow hours: Int) -> String {
        let minutes = (Int(Date().timeIntervalSince1970) / 60 + hours * 60) % 1440
        return clock(minuteOfDay: minutes)
    }

    /// Whether the time of day in UTC so many hours from now is one of tomorrow.
    static func isTomorrow(hoursFromNow hours: Int) -> Bool {
        let now = Int(Date().timeIntervalSince1970)
        return now / 86_400 != (now + hours * 3600) / 86_400
    }

    /// The time of day in UTC of an instant in microseconds since the epoch.
    static func clock(at microseconds: Int64) -> String {
        clock(minuteOfDay: Int(microseconds / 60_000_000 % 1440))
    }

    private static func clock(minuteOfDay minutes: Int) -> String {
        String(format: "%02d:%02d", minutes / 60, minutes % 60)
    }
}

extension RunningDaemon {
    /// A daemon in a home of daylight, so that `auto` is light.
    static func inDaylight(_ more: String = "") throws -> RunningDaemon {
        try RunningDaemon(home: .inDaylight(more))
    }

    /// Returns the environment for a daemon on the same bus with another home.
    func environment(in home: TestHome) -> [String: String] {
        home.environment.merging(bus.environment) { $1 }
    }

    /// The lines logged so far.
    var log: [String] { process.text(on: .errors).split(separator: "\n").map(String.init) }

    /// The lines of a level, such as `<4>` for warnings, without it.
    ///
    /// The line about a missing logind is left out, since the time of its appearance varies.
    func log(_ level: String) -> [String] {
        log.filter { $0.hasPrefix(level) && !$0.contains(Self.withoutLogind) }
            .map { String($0.dropFirst(level.count)) }
    }

    /// The end of the log line for a missing logind.
    static let withoutLogind = "lid, lock and suspend are not observed"

    /// Waits until it follows logind: later signals of logind are received.
    func waitForLogind() throws {
        _ = try process.waitForLineLeavingOthers("logind to be followed", on: .errors) {
            $0.contains("following logind")
        }
    }

    /// A bare connection to its socket.
    func connect() throws -> SocketConnection { try SocketConnection(to: home.socket) }

    /// The status on its socket.
    func status() throws -> JSON {
        try connect().call("GetStatus")["parameters"]["status"]
    }
}
