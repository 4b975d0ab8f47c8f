import AppearanceTestSupport
import Testing

/// A sensor under a closed lid, or in an inactive session.
@Suite(.bounded, .requires(.bus, .busClient, .fakeLogind, .sensorTestbed, .varlinkClient))
struct LidTests {
    private let locked = "no reading until the session is unlocked"
    private let inactive = "no reading until a session of yours is in front"

    /// A room of 300 lux, believed, in which fed light lasts for three seconds.
    private struct Room {
        let scene: SensorScene
        let client: BusClient
        let device: String

        init(with logind: FakeLogind, _ environment: [String: String]? = nil) throws {
            var device = ""
            scene = try SensorScene(
                sensor: "[fed]\nhold = \"3s\"", environment: environment ?? logind.environment
            ) { device = try SensorScene.plugIn(into: $0) }
            self.device = device
            try scene.daemon.waitForLogind()
            try scene.showUntilTrusted(300, on: device)
            client = try scene.daemon.busClient()
        }

        func waitForWords(_ words: String) throws {
            try client.waitForChange(of: "Explanation") { $0.string?.contains(words) == true }
        }
    }

    @Test(.row("S18"))
    func `a sensor under a closed lid is not read and is trusted again when it opens`() throws {
        let logind = try FakeLogind()
        let room = try Room(with: logind)
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) > 1)
        try logind.closeLid(true)
        try room.waitForWords("the lid is closed")
        // A reading that had begun may still end.
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) <= 1)
        try logind.closeLid(false)
        try room.client.waitForChange(of: "SensorState") { $0 == "warming" }
        try room.scene.show([20, 21, 20, 21, 20, 21], on: room.device)
        try room.client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        #expect(try room.client.get("SensorState") == "trusted")
    }

    @Test(.row("S18")) func `a sensor of an inactive session is not read`() throws {
        let logind = try FakeLogind()
        let room = try Room(with: logind)
        try logind.activateSession(false)
        try room.waitForWords(inactive)
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) <= 1)
        try logind.activateSession(true)
        try room.waitForWords("Light: ")
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) > 1)
    }

    @Test func `the display session is followed if the service has no session`() throws {
        let logind = try FakeLogind()
        try logind.makeSessionTheDisplay()
        let room = try Room(with: logind, logind.bus.environment)
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.lockSession(false)
        try room.waitForWords("Light: ")
    }

    /// A user's service manager keeps the variables of an earlier session.
    @Test func `the session in a unit's environment is not followed`() throws {
        let logind = try FakeLogind()
        try logind.lockSession(true)
        try logind.addSession("c2")
        try logind.makeSessionTheDisplay("c2")
        let room = try Room(with: logind, logind.environment.merging(["INVOCATION_ID": "1"]) { $1 })
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) > 1)
    }

    @Test func `a session that becomes the display session is followed`() throws {
        let logind = try FakeLogind()
        let room = try Room(with: logind, logind.bus.environment)
        try logind.lockSession(true)
        try logind.makeSessionTheDisplay()
        try room.waitForWords(locked)
    }

    /// Before systemd 256 logind sent no signal about the lid; UPower did.
    @Test func `a lid that only UPower reports is read from logind`() throws {
        let logind = try FakeLogind(knowsLid: false)
        let room = try Room(with: logind)
        let upower = try logind.neighbour()
        try upower.own("org.freedesktop.UPower")
        try logind.closeLidSilently()
        try upower.emit(
            "PropertiesChanged", "sa{sv}as",
            [
                "org.freedesktop.UPower", ["LidIsClosed": ["variant": ["b", true]]], [],
            ], from: "/org/freedesktop/UPower", interface: "org.freedesktop.DBus.Properties")
        try room.waitForWords("the lid is closed")
    }

    /// A signal that is not from logind, and which would keep the sensor from being read.
    enum Forgery: CaseIterable { case suspend, lid }

    /// Once the session is unlocked nothing keeps the sensor from being read, but a forgery that was
    /// heard would.
    @Test(.row("D17"), arguments: Forgery.allCases)
    func `signals that logind did not send are ignored`(forgery: Forgery) throws {
        let logind = try FakeLogind()
        let room = try Room(with: logind)
        let forger = try logind.neighbour()
        for name in [nil] + (try forger.everybody().map(Optional.some)) {
            switch forgery {
            case .suspend:
                try forger.emit(
                    "PrepareForSleep", "b", [true], from: FakeLogind.path,
                    interface: "org.freedesktop.login1.Manager", to: name)
            case .lid:
                try forger.emit(
                    "PropertiesChanged", "sa{sv}as",
                    [
                        "org.freedesktop.login1.Manager",
                        ["LidClosed": ["variant": ["b", true]]], [],
                    ], from: FakeLogind.path, interface: "org.freedesktop.DBus.Properties",
                    to: name)
            }
        }
        // The bus has handled all of that before the lock.
        _ = try forger.everybody()
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.lockSession(false)
        try room.waitForWords("Light: ")
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) > 1)
    }

    @Test func `sessions that cannot be read after a locked one count as unlocked`() throws {
        let logind = try FakeLogind()
        try logind.makeSessionTheDisplay()
        let room = try Room(with: logind, logind.bus.environment)
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.removeSession(FakeLogind.sessionID, leaving: ["gone"])
        try logind.makeSessionTheDisplay("gone")
        try room.waitForWords("Light: ")
    }

    // MARK: Several sessions

    /// The display of the user is the one that is not in front, or the one that started the daemon is.
    @Test(.row("D28"), arguments: [true, false])
    func `any session of the user that is in front and unlocked will do`(isStarter: Bool) throws {
        let logind = try FakeLogind()
        try logind.activateSession(false)
        try logind.makeSessionTheDisplay()
        try logind.addSession("c2")
        // It is trusted, so it is read.
        let room = try Room(
            with: logind, isStarter ? logind.environment : logind.bus.environment)
        try logind.activateSession(false, "c2")
        try room.waitForWords(inactive)
        try logind.activateSession(true)
        try room.waitForWords("Light: ")
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.activateSession(false)
        try room.waitForWords(inactive)
        try logind.activateSession(true, "c2")
        try room.waitForWords("Light: ")
        // The lock of a session that is not in front means nothing.
        try logind.lockSession(false)
        #expect(try room.scene.reads(of: room.device, duringFeedOf: 900) > 1)
    }

    @Test(.row("D28")) func `sessions that come, close and go are followed`() throws {
        let logind = try FakeLogind()
        try logind.makeSessionTheDisplay()
        let room = try Room(with: logind, logind.bus.environment)
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.addSession("c2")
        try logind.signal("SessionNew", of: "c2")
        try room.waitForWords("Light: ")
        try logind.closeSession("c2")
        try room.waitForWords(locked)
        try logind.addSession("c3")
        try logind.signal("SessionNew", of: "c3")
        try room.waitForWords("Light: ")
        try logind.removeSession("c3", leaving: [FakeLogind.sessionID])
        try logind.signal("SessionRemoved", of: "c3")
        try room.waitForWords(locked)
    }

    @Test(.row("D28")) func `the sessions of a logind that has restarted are followed`() throws {
        let home = try TestHome()
        let bus = try PrivateBus(in: home, as: .system)
        let room: Room
        do {
            let logind = try FakeLogind(on: bus, in: home)
            try logind.makeSessionTheDisplay()
            room = try Room(with: logind, bus.environment)
            try logind.lockSession(true)
            try room.waitForWords(locked)
            try logind.end()
            try room.waitForWords("Light: ")
        }
        let logind = try FakeLogind(on: bus, in: home, isActive: false)
        try logind.makeSessionTheDisplay()
        // The daemon may have asked before the stand-in knew the user.
        try logind.signal("SessionNew", of: FakeLogind.sessionID)
        try room.waitForWords(inactive)
        try logind.addSession("c2")
        try logind.signal("SessionNew", of: "c2")
        try room.waitForWords("Light: ")
    }

    @Test(.row("D30")) func `the light at this machine is not that of a remote session`() throws {
        let logind = try FakeLogind()
        try logind.makeSessionTheDisplay()
        let room = try Room(with: logind, logind.bus.environment)
        try logind.addSession("c2", isRemote: true)
        try logind.signal("SessionNew", of: "c2")
        try logind.lockSession(true)
        try room.waitForWords(locked)
        try logind.removeSession(FakeLogind.sessionID, leaving: ["c2"])
        try logind.makeSessionTheDisplay("c2")
        try room.waitForWords("the session is remote")
        #expect(try room.scene.sensors().first?["unread"] == "session_remote")
    }
}
