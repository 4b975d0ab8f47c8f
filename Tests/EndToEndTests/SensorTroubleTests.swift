import AppearanceTestSupport
import Foundation
import Testing

/// Sensors that fail, hang, are wrong or cannot be read.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed))
struct SensorTroubleTests {
    /// A way in which an attribute can fail.
    enum Trouble: CaseIterable {
        case vanishes, failsToRead, hangs

        func befall(_ device: String, in testbed: SensorTestbed) throws {
            let attribute = SensorScene.attribute
            switch self {
            case .vanishes: try testbed.unlink(device, attribute)
            case .failsToRead: try testbed.failWithIOError(device, attribute)
            case .hangs: try testbed.hang(device, attribute, whenOpening: true)
            }
        }

        var problem: String {
            switch self {
            case .vanishes: "No such file or directory"
            case .failsToRead: "Input/output error"
            case .hangs: "it does not answer"
            }
        }
    }

    /// Its last level continues to count, it is stale after 10 s, and recovers by itself; all the
    /// while the daemon replies, and logs the error once.
    @Test(.row("S4"), arguments: Trouble.allCases)
    func `a silent sensor becomes stale and recovers by itself`(_ trouble: Trouble) throws {
        var path = ""
        let scene = try SensorScene(
            by: .dark, environment: ["WATCHDOG_USEC": "1000000"]
        ) { path = try SensorScene.plugIn(into: $0) }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        #expect(try client.get("Appearance") == "light")
        let sequence = try scene.status()["sequence"]

        try trouble.befall(path, in: scene.testbed)
        try waitUntilItIs("stale", scene, client)
        let status = try scene.status()
        #expect(status["appearance"] == "light")
        #expect(status["reason"] == "sensor")
        let words = status["explanation"].string ?? ""
        #expect(words.contains("(last 300 lux); no reading for 10 s"))
        let told = try scene.waitForLog("no reading from")
        #expect(told.contains("light sensor als: no reading from \(path)/in_illuminance_raw: "))
        #expect(told.contains(trouble.problem))
        let sensor = try #require(try scene.sensors().first)
        #expect(sensor["state"] == "stale")
        #expect(sensor["problem"].string?.contains(trouble.problem) == true)

        try scene.testbed.set(path, SensorScene.attribute, to: "300000\n")
        try waitUntilItIs("trusted", scene, client)
        #expect(try scene.sensors().first?["problem"] == .null)
        #expect(try scene.status()["sequence"] == sequence)
        #expect(scene.logged("no reading from") == 1)
    }

    /// Reads the sensor's state each time the daemon notifies its watchdog.
    private func waitUntilItIs(_ state: JSON, _ scene: SensorScene, _ client: BusClient) throws {
        for _ in 0..<100 where try client.get("SensorState") != state {
            try scene.daemon.notifications.waitForMessage(containing: "WATCHDOG=1")
        }
        #expect(try client.get("SensorState") == state)
    }

    /// Each reload creates the source of sensors again, and reuses the thread that hangs.
    @Test(.row("S10"), .requires(.failingReads))
    func `a sensor that hangs over reloads costs one thread, and is listed`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark, failingReads: true) {
            path = try SensorScene.plugIn(into: $0)
        }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        let home = scene.daemon.home
        let text = try String(contentsOfFile: home.configurationFile, encoding: .utf8)
        let connection = try scene.daemon.connect()
        // Its answer shows that it has been accepted.
        try connection.send("GetStatus")
        _ = try connection.nextReply()
        let threads = try scene.daemon.process.threadCount
        let descriptors = try scene.daemon.process.descriptorTargets()
        // In the read: a hanging open would hold a lock of umockdev's that every other open needs.
        try scene.testbed.fail(path, SensorScene.attribute, with: -1)
        for number in 0..<8 {
            // The call is made before the reload, and replied to after it.
            try connection.send("ListSensors")
            try home.write(
                configuration: text.replacing(
                    "[sensor]", with: "[sensor]\nignore = [\"other \(number)\"]"))
            try scene.daemon.process.waitForLine(
                containing: "configuration reloaded: sensor.ignore", on: .errors)
            let sensors = try connection.nextReply()["parameters"]["sensors"].items
            #expect(
                sensors.map { $0["path"].string } == [path],
                "\(scene.daemon.process.text(on: .errors))")
            #expect(try client.get("Mode") == "auto")
        }
        // One look at the sensor, with a mailbox, hangs beside its reader, each in a file. The writer of
        // the configuration's copy ends.
        let deadline = Deadline()
        let process = scene.daemon.process
        while try process.threadCount > threads + 1
            || process.descriptorCount > descriptors.count + 3
        {
            try deadline.check(
                "the threads to end, of \(threads) at first: \(process.threadNames()), and their"
                    + " descriptors, of \(descriptors): \(process.descriptorTargets())")
            _ = try client.get("Mode")
        }
        try scene.testbed.heal(path, SensorScene.attribute)
        try scene.show([301, 300], on: path)
        #expect(try scene.sensors().first?["light"].number == 300)
    }

    @Test func `the thread of a sensor that is unplugged while it is not read ends`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark) { path = try SensorScene.plugIn(into: $0) }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        #expect(try scene.daemon.appearancectl("set", "dark").status == .exited(0))
        let process = scene.daemon.process
        #expect(try process.threadNames().contains("light-reader"))
        try scene.testbed.remove(path)
        try client.waitForChange(of: "SensorState") { $0 == "none" }
        let deadline = Deadline()
        while try process.threadNames().contains("light-reader") {
            try deadline.check("the end of the thread")
            _ = try client.get("Mode")
        }
    }

    @Test(.row("S6", "S7", "S8")) func `an invalid value changes nothing`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"0s\"") {
            path = try SensorScene.plugIn(into: $0)
        }
        try scene.showUntilTrusted(300, on: path)
        let before = try scene.status()["sequence"]
        let reads = try scene.testbed.reads(of: path, SensorScene.attribute)
        for text in ["abc\n", "", "-5\n", "nan\n", "1,5\n", "4294967295\n", "12 \n"] {
            // The second begins only when the result of the first has been published.
            try reads.waitForReads(2) {
                try scene.testbed.set(path, SensorScene.attribute, to: text)
            }
            let sensor = try #require(try scene.sensors().first)
            #expect(sensor["light"].number == 300)
            #expect(sensor["problem"].string?.hasPrefix("no reading from \(path)/") == true)
            try scene.show([301, 300], on: path)
        }
        let status = try scene.status()
        #expect(status["sequence"] == before)
        #expect(status["appearance"] == "light")
        #expect(status["sensor"] == "trusted")
    }

    /// Root may read everything, so as root the daemon is started without that power.
    @Test(.row("S16")) func `an unreadable sensor is reported, and the schedule decides`()
        throws
    {
        let path = "/sys/devices/iio:device0"
        let scene = try SensorScene(by: .dark, wrapper: FilePermissions.enforced) { testbed in
            try testbed.add("iio:device0", attributes: SensorScene.als(300))
            try testbed.chmod(path, SensorScene.attribute, to: 0)
        }
        let told = try scene.waitForLog("Permission denied")
        #expect(
            told.hasSuffix(
                "light sensor als: no reading from \(path)/in_illuminance_raw:"
                    + " Permission denied"))
        let sensor = try #require(try scene.sensors().first)
        #expect(sensor["light"] == .null)
        #expect(sensor["problem"].string?.hasSuffix("Permission denied") == true)
        let status = try scene.status()
        #expect(status["appearance"] == "dark")
        #expect(status["reason"] == "schedule")
        try scene.testbed.chmod(path, SensorScene.attribute, to: 0o444)
        try scene.showUntilTrusted(300, on: path)
        #expect(scene.logged("Permission denied") == 1)
    }

    /// ENXIO is the answer of an I²C bus on which the device missed one transfer.
    @Test(.row("S5"), .requires(.failingReads))
    func `a sensor that misses one transfer is read again`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark, failingReads: true) {
            path = try SensorScene.plugIn(into: $0)
        }
        try scene.showUntilTrusted(300, on: path)
        try scene.testbed.fail(path, SensorScene.attribute, with: ENXIO)
        try scene.waitForLog("in_illuminance_raw: No such device or address")
        try scene.testbed.heal(path, SensorScene.attribute)
        try scene.show([301, 300], on: path)
        #expect(try scene.status()["sensor"] == "trusted")
        #expect(scene.logged("is gone") == 0)
    }

    @Test(.requires(.failingReads))
    func `a removed sensor is not listed until it returns`() throws {
        var path = ""
        let scene = try SensorScene(by: .dark, dwell: "light_to_dark = \"1s\"", failingReads: true)
        {
            path = try SensorScene.plugIn(into: $0)
        }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        try client.waitForSignal("AppearanceChanged") { $0[0] == "light" }
        try scene.testbed.fail(path, SensorScene.attribute, with: ENODEV)
        try client.waitForChange(of: "SensorState") { $0 == "none" }
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        #expect(try scene.sensors() == [])
        try scene.testbed.heal(path, SensorScene.attribute)
        try scene.testbed.uevent(path, "add")
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        try scene.show([300, 300, 300, 300, 300], on: path)
        try client.waitForChange(of: "SensorState") { $0 == "trusted" }
        #expect(try client.get("Appearance") == "light")
    }

    @Test func `in a chosen mode the sensor is read only for the listing`() throws {
        var path = ""
        let scene = try SensorScene { path = try SensorScene.plugIn(into: $0) }
        let reads = try scene.testbed.reads(of: path, SensorScene.attribute)
        try reads.waitForReads(1)
        #expect(try scene.daemon.appearancectl("set", "dark").status == .exited(0))
        try scene.testbed.set(path, SensorScene.attribute, to: "77000\n")
        #expect(try scene.sensors().first?["light"].number == 77)
        #expect(throws: HarnessFailure.self, "a sensor that decides nothing is not read") {
            try reads.waitForReads(1, within: .seconds(1))
        }
        #expect(try scene.daemon.appearancectl("set", "auto").status == .exited(0))
        try reads.waitForReads(1)
    }
}
