import AppearanceTestSupport
import Foundation
import Testing

/// A wall clock that is set while the service runs, or was wrong when it began.
@Suite(.bounded, .requires(.bus, .busClient, .compiler)) struct ClockSetTests {
    private static let hour: Int64 = 3600
    private static let day: Int64 = 24 * hour

    @Test(.row("T1"), arguments: [12, -12] as [Int64])
    func `a clock set by half a day is followed at once, with one change`(hours: Int64)
        throws
    {
        let clocks = try SkewedClocks()
        let daemon = try RunningDaemon(home: .inDaylight(), environment: clocks.environment())
        let client = try daemon.busClient()
        try clocks.setWallClock(ahead: hours * Self.hour)
        #expect(
            try client.waitForSignal("AppearanceChanged") == ["dark", "light", "schedule"])
        // And back again: every jump is one change.
        try clocks.setWallClock(ahead: 0)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
        #expect(try client.count(of: "AppearanceChanged") == 2)
    }

    @Test(.row("T3"), arguments: [0, 49_709] as [Int64])
    func `a start with a wrong clock is corrected with the clock`(day: Int64)
        throws
    {
        // Twelve hours from now by the face of the clock, so in the evening: 1970, or 2106.
        let today = Int64(Date().timeIntervalSince1970) / Self.day
        let clocks = try SkewedClocks(wall: (day - today) * Self.day + 12 * Self.hour)
        let daemon = try RunningDaemon(home: .inDaylight(), environment: clocks.environment())
        let client = try daemon.busClient()
        #expect(try client.get("Appearance") == "dark")
        #expect(try client.get("Reason") == "schedule")
        try clocks.setWallClock(ahead: 0)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
        #expect(try client.count(of: "AppearanceChanged") == 1)
        #expect(daemon.log("<3>").isEmpty && daemon.log("<4>").isEmpty, "\(daemon.log)")
    }
}
