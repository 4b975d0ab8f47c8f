import AppearanceTestSupport
import Foundation
import Testing

/// A configuration that changes while the service runs: taken whole or not at all.
@Suite(.requires(.bus, .busClient)) struct ReloadTests {
    /// The schedule of `TestHome.daylight` turned round: it is evening.
    private static var evening: String {
        """
        [sensor]
        source = "none"
        [schedule]
        light = "\(TestHome.clock(hoursFromNow: 10))"
        dark = "\(TestHome.clock(hoursFromNow: -1))"
        night = ""

        """
    }

    @Test func aFileThatIsSavedHoldsAtOnce() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        #expect(try client.get("Appearance") == "light")
        try daemon.home.write(configuration: Self.evening)
        try client.waitForSignal("AppearanceChanged") { $0.first == "dark" }
        #expect(try client.get("Reason") == "schedule")
    }

    @Test func aBadFileReplacesNothingAndIsToldUntilItIsMended() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        try daemon.home.write(configuration: Self.evening + "[ambient]\ndark_bellow = 3.0\n")
        try client.waitForChange(of: "ConfigurationError") {
            $0.string?.contains("ambient.dark_bellow: unknown key") == true
        }
        #expect(try client.get("Appearance") == "light")
        #expect(daemon.log("<4>") == ["the configuration that held before holds on"])
        try daemon.home.write(configuration: TestHome.daylight)
        try client.waitForChange(of: "ConfigurationError") { $0 == "" }
        #expect(try client.get("Appearance") == "light")
    }

    @Test func aFileInANewDirectoryIsReadWhenAsked() throws {
        let home = try TestHome()
        let daemon = try RunningDaemon(home: home)
        let client = try daemon.busClient()
        try home.write(configuration: Self.evening + "[ambient]\npolicy = 1\n")
        daemon.process.signal(SIGHUP)
        try client.waitForChange(of: "ConfigurationError") { $0 != "" }
        #expect(daemon.process.isRunning)
    }

    @Test func aMemoryOfManyReloadsIsNotKept() throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.busClient()
        let before = daemon.process.descriptorCount
        for _ in 0..<20 {
            try daemon.home.write(configuration: Self.evening)
            try client.waitForSignal("AppearanceChanged") { $0.first == "dark" }
            try daemon.home.write(configuration: TestHome.daylight)
            try client.waitForSignal("AppearanceChanged") { $0.first == "light" }
        }
        #expect(daemon.process.descriptorCount == before)
    }
}
