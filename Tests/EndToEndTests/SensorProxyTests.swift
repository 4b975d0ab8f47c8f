import AppearanceTestSupport
import Glibc
import Testing

/// Light that comes by way of iio-sensor-proxy.
@Suite(.bounded, .requires(.bus, .busClient, .varlinkClient, .sensorTestbed))
struct SensorProxyTests {
    /// A system bus of the test's own, kept for as long as the test runs.
    private let home: TestHome
    private let bus: PrivateBus
    private let proxied = "source = \"proxy\""

    init() throws {
        home = try TestHome()
        bus = try PrivateBus(in: home, as: .system)
    }

    /// The daemon before the real service, which reads the scene's sensor.
    private func realScene(dwell: String = "") throws
        -> (scene: SensorScene, proxy: SensorProxy, path: String)
    {
        var proxy: SensorProxy?
        var path = ""
        let scene = try SensorScene(
            by: .dark, dwell: dwell, sensor: proxied, environment: bus.environment
        ) { testbed in
            path = try testbed.add(
                "iio:device0", attributes: SensorScene.als(300),
                properties: SensorProxy.properties)
            proxy = try SensorProxy(on: bus, before: testbed)
        }
        return (scene, try #require(proxy), path)
    }

    /// Has the service's sensor flicker as real light does until it is trusted; it must show this
    /// level from the start, because the daemon may read it before or after its first change.
    private func showUntilTrusted(_ lux: Double, by proxy: FakeSensorProxy, in scene: SensorScene)
        throws
    {
        let watch = try scene.daemon.varlinkClient(streaming: "Watch")
        try proxy.waitForClaim()
        try proxy.show(lux)
        try proxy.waitForQuestions(2)
        try proxy.show(lux + 1)
        try watch.waitForReply { $0["status"]["sensor"] == "trusted" }
    }

    // MARK: The real one

    @Test(.requires(.sensorProxy)) func `a level of iio-sensor-proxy decides`() throws {
        let (scene, proxy, path) = try realScene(dwell: "light_to_dark = \"1s\"")
        defer { withExtendedLifetime(proxy) {} }
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        #expect(try client.get("Appearance") == "light")
        let sensors = try scene.sensors()
        #expect(sensors.count == 1)
        #expect(sensors.first?["name"] == "iio-sensor-proxy")
        #expect(sensors.first?["source"] == "proxy")
        #expect(sensors.first?["path"] == "")
        #expect(sensors.first?["unit"] == "lux")
        #expect(sensors.first?["state"] == "trusted")
        #expect(sensors.first?["chosen"] == true)
        #expect(sensors.first?["problem"] == .null)
        try scene.show([20, 21, 20], on: path)
        #expect(try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }[2] == "sensor")
    }

    @Test(.requires(.sensorProxy)) func `in a chosen mode the sensor is not claimed`() throws {
        let (scene, proxy, path) = try realScene()
        defer { withExtendedLifetime(proxy) {} }
        try scene.showUntilTrusted(300, on: path)
        let reads = try scene.testbed.reads(of: path, SensorScene.attribute)
        #expect(try scene.daemon.appearancectl("set", "dark").status == .exited(0))
        // The service replies in order, so after this it has been released.
        let asked = try BusClient(
            environment: bus.environment.merging(TestHome.plainEnvironment) { $1 }, on: .system,
            name: "net.hadess.SensorProxy", path: "/net/hadess/SensorProxy",
            interface: "net.hadess.SensorProxy")
        #expect(try asked.get("HasAmbientLight") == true)
        #expect(throws: HarnessFailure.self, "a sensor that decides nothing is not read") {
            try reads.waitForReads(1, within: .seconds(2))
        }
        #expect(try scene.daemon.appearancectl("set", "auto").status == .exited(0))
        try reads.waitForReads(1)
    }

    @Test(.row("S17"), .requires(.sensorProxy))
    func `a restarted iio-sensor-proxy is claimed again`() throws {
        let (scene, first, path) = try realScene(dwell: "light_to_dark = \"1h\"")
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        let before = try scene.status()
        #expect(before["appearance"] == "light")
        try first.kill()
        try client.waitForChange(of: "SensorState") { $0 == "none" }
        #expect(try client.get("LightLevel").number == -1)
        #expect(try scene.sensors() == [])

        let second = try SensorProxy(on: bus, before: scene.testbed)
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        try scene.showUntilTrusted(300, on: path)
        let after = try scene.status()
        #expect(after["appearance"] == "light", "\(scene.daemon.process.text(on: .errors))")
        #expect(after["sequence"] == before["sequence"])
        withExtendedLifetime(second) {}
    }

    @Test(.row("S17"), .requires(.sensorProxy))
    func `without iio-sensor-proxy the schedule decides`()
        throws
    {
        let (scene, proxy, path) = try realScene(dwell: "light_to_dark = \"1s\"")
        let client = try scene.daemon.busClient()
        try scene.showUntilTrusted(300, on: path)
        try proxy.kill()
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" && $0[2] == "schedule" }
        #expect(try scene.status()["sensor"] == "none")
        #expect(scene.logged("light sensor iio-sensor-proxy is gone") == 1)
    }

    // MARK: When it is used

    @Test func `automatic selection prefers the kernel's sensor`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 7)
        var path = ""
        let scene = try SensorScene(environment: bus.environment) {
            path = try SensorScene.plugIn(into: $0)
        }
        try scene.showUntilTrusted(300, on: path)
        #expect(try scene.sensors().map { $0["source"] } == ["iio"])
        #expect(proxy.claims == 0)
    }

    /// The service answers after the daemon has decided for the first time.
    @Test func `a restart changes nothing while the service is asked`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        try showUntilTrusted(300, by: proxy, in: scene)
        #expect(try scene.status()["appearance"] == "light")
        try scene.daemon.process.terminate()
        // A bus that does not reply has the start before the answer, however fast this machine is.
        bus.stop()
        let daemon = try RunningDaemon(
            home: scene.daemon.home, bus: scene.daemon.bus, testbed: scene.testbed,
            environment: bus.environment)
        let client = try daemon.busClient()
        #expect(try client.get("Appearance") == "light")
        #expect(try client.get("Reason") == "startup")
        bus.resume()
        try client.waitForChange(of: "SensorState") { $0 == "warming" }
        #expect(try client.get("Appearance") == "light")
        #expect(try client.count(of: "AppearanceChanged") == 0)
    }

    @Test func `automatic selection uses the service without a kernel sensor`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        let scene = try SensorScene(by: .dark, environment: bus.environment)
        defer { withExtendedLifetime(proxy) {} }
        let client = try scene.daemon.busClient()
        try showUntilTrusted(300, by: proxy, in: scene)
        #expect(try client.get("Appearance") == "light")
        #expect(try scene.sensors().map { $0["source"] } == ["proxy"])
    }

    /// Root may read everything, so as root the daemon is started without that power.
    @Test(.row("S16")) func `automatic selection uses the service for an unreadable sensor`()
        throws
    {
        let path = "/sys/devices/iio:device0"
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        let scene = try SensorScene(
            by: .dark, wrapper: FilePermissions.enforced, environment: bus.environment
        ) { testbed in
            try testbed.add("iio:device0", attributes: SensorScene.als(300))
            try testbed.chmod(path, SensorScene.attribute, to: 0)
        }
        defer { withExtendedLifetime(proxy) {} }
        let warning = try scene.waitForLog("Permission denied")
        #expect(warning.contains("\(path)/in_illuminance_raw"))
        try showUntilTrusted(300, by: proxy, in: scene)
        #expect(try scene.status()["appearance"] == "light")
        let sensors = try scene.sensors()
        #expect(sensors.map { $0["source"] } == ["iio", "proxy"])
        #expect(sensors.map { $0["chosen"] } == [false, true])
        #expect(sensors[0]["problem"].string?.hasSuffix("Permission denied") == true)
        #expect(sensors.map { $0["light"].number } == [nil, 301])
    }

    @Test func `a service that starts later is found`() throws {
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        #expect(try scene.sensors() == [])
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        defer { withExtendedLifetime(proxy) {} }
        try showUntilTrusted(300, by: proxy, in: scene)
        #expect(try scene.status()["appearance"] == "light")
    }

    // MARK: Errors that the real one cannot produce

    @Test func `a refusal causes one warning, and the schedule decides`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 7)
        try proxy.refuseClaims("Not Authorized: org.freedesktop.PolicyKit1.Error.Failed")
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        defer { withExtendedLifetime(proxy) {} }
        let warning = try scene.waitForLog("does not let its sensor be read: Not Authorized")
        #expect(warning.contains("<4>"))
        #expect(warning.hasSuffix("net.hadess.SensorProxy.claim-sensor decides who may"))
        let status = try scene.status()
        #expect(status["appearance"] == "dark")
        #expect(status["reason"] == "schedule")
        let problem = try scene.sensors().first?["problem"].string ?? ""
        #expect(problem.hasPrefix("iio-sensor-proxy does not let its sensor be read"))
        #expect(scene.logged("does not let its sensor be read") == 1)
    }

    @Test func `a level in the vendor's unit is published in percent`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 40, unit: "vendor")
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        defer { withExtendedLifetime(proxy) {} }
        try showUntilTrusted(40, by: proxy, in: scene)
        let client = try scene.daemon.busClient()
        #expect(try client.get("LightLevelUnit") == "percent")
        #expect(try client.get("Appearance") == "light")
        let status = try scene.status()
        #expect(status["light_unit"] == "percent")
        #expect(status["light"].number.map { (40...41).contains($0) } == true)
        #expect(try scene.sensors().first?["unit"] == "percent")
        let why = try scene.daemon.appearancectl("why").output
        #expect(why.contains("dark at 8 % or less, light at 16 or more"))
    }

    @Test func `a dead system bus delays neither the start nor the daemon`() throws {
        bus.stop()
        defer { bus.resume() }
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        let client = try scene.daemon.busClient()
        #expect(try client.get("Appearance") == "dark")
        #expect(try scene.sensors() == [])
        #expect(try scene.daemon.appearancectl("set", "light").status == .exited(0))
        #expect(try client.get("Appearance") == "light")
        #expect(try scene.daemon.process.terminate() == .exited(0))
    }

    @Test func `a system bus that dies removes its sensor and nothing else`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        let scene = try SensorScene(
            by: .dark, dwell: "light_to_dark = \"1s\"", sensor: proxied,
            environment: bus.environment)
        defer { withExtendedLifetime(proxy) {} }
        let client = try scene.daemon.busClient()
        try showUntilTrusted(300, by: proxy, in: scene)
        try bus.kill()
        try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        #expect(try client.get("SensorState") == "none")
        #expect(scene.logged("light sensor iio-sensor-proxy is gone") == 1)
    }

    @Test func `a new configuration releases the service`() throws {
        let proxy = try FakeSensorProxy(on: bus, level: 300)
        let scene = try SensorScene(by: .dark, sensor: proxied, environment: bus.environment)
        try showUntilTrusted(300, by: proxy, in: scene)
        let file = scene.daemon.home.configurationFile
        try scene.daemon.home.write("[sensor]\nsource = \"none\"\n", to: file)
        try proxy.waitForRelease()
        #expect(try scene.sensors() == [])
    }
}
