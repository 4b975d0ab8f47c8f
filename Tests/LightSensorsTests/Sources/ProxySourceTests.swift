import AppearanceModel
import AppearanceTestSupport
import DBus
import EventLoop
import LightSensors
import Linux
import Testing

/// A source before an iio-sensor-proxy of the test's own.
final class ProxyStage: LightSourceStage {
    let home: TestHome
    let bus: PrivateBus
    let loop: EventLoop
    let source: any LightSource
    private let connection: BusConnection
    private(set) var proxy: FakeSensorProxy?

    init(level: Double? = 100, unit: String = "lux", ignoring: [String] = []) throws {
        home = try TestHome()
        bus = try PrivateBus(in: home, as: .system)
        proxy = try FakeSensorProxy(on: bus, level: level, unit: unit)
        loop = try EventLoop()
        let connection = try BusConnection(loop: loop, address: bus.address)
        self.connection = connection
        source = ProxySource(
            on: loop,
            bus: { follower in
                follower(connection)
                return connection
            }, ignoring: ignoring)
    }

    deinit { connection.close() }

    let findsAtOnce = false
    var now: BootTime { BootTime(microsecondsSinceBoot: SystemClock.now().boot) }
    func brighten() throws { try proxy?.show(400) }
    func unplug() throws { proxy = nil }
    func restart(level: Double) throws { proxy = try FakeSensorProxy(on: bus, level: level) }
}

/// The sensor that iio-sensor-proxy reads, as it is found, claimed, read and lost.
@Suite(.bounded, .requires(.bus, .busClient)) struct ProxySourceTests {
    private let fast = PollPlan.every(.milliseconds(500))
    private let ear = Ear()

    @Test func `it keeps its promises`() throws {
        try LightSourceConformance.check(try ProxyStage())
    }

    @Test func `without the service there is nothing to tell`() throws {
        let stage = try ProxyStage()
        try stage.unplug()
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn(for: .milliseconds(200))
        #expect(ear.events == [])
    }

    @Test func `a service without a light sensor has none`() throws {
        let stage = try ProxyStage(level: nil)
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn(for: .milliseconds(200))
        #expect(ear.events == [])
        try stage.proxy?.setHasLight(true)
        try stage.loop.turn { ear.found == ["iio-sensor-proxy"] }
        try stage.proxy?.setHasLight(false)
        try stage.loop.turn { ear.lost == ["iio-sensor-proxy"] }
    }

    /// Zero is what it says before anybody has read the sensor.
    @Test func `a default is no reading`() throws {
        let stage = try ProxyStage(level: 0)
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { ear.found.count == 1 }
        try stage.loop.turn(for: .milliseconds(3_200))
        #expect(ear.samples == [])
        // The real one tells of all it has when it starts, which is no change either.
        try stage.proxy?.setHasLight(true)
        try stage.proxy?.show(0)
        try stage.loop.turn(for: .milliseconds(1_200))
        #expect(ear.samples == [])
        try stage.proxy?.show(12)
        try stage.loop.turn { ear.samples.first?.light.value == 12 }
        try stage.proxy?.show(0)
        try stage.loop.turn { ear.samples.last?.light.value == 0 }
    }

    @Test func `it is claimed while it is wanted and not longer`() throws {
        let stage = try ProxyStage()
        let proxy = try #require(stage.proxy)
        stage.source.start(ear.hear)
        try stage.loop.turn { ear.found.count == 1 }
        #expect(proxy.claims == 0)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
        #expect(proxy.claims == 1)
        stage.source.follow(.off)
        try stage.loop.turn(for: .milliseconds(100))
        try proxy.waitForRelease()
    }

    @Test func `another service in its place is claimed again and old levels are forgotten`() throws
    {
        let stage = try ProxyStage()
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
        try stage.unplug()
        try stage.loop.turn { ear.lost.count == 1 }
        try stage.restart(level: 0)
        try stage.loop.turn { ear.found.count == 2 }
        #expect(ear.keys[0] == ear.keys[1])
        let before = ear.samples.count
        try stage.loop.turn(for: .milliseconds(2_600))
        #expect(ear.samples.count == before)
        try stage.proxy?.show(33)
        try stage.loop.turn { ear.samples.last?.light.value == 33 }
    }

    @Test func `a refusal is reported once and listed`() throws {
        let stage = try ProxyStage()
        try stage.proxy?.refuseClaims("Not Authorized")
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { !ear.warnings.isEmpty }
        let words =
            "iio-sensor-proxy does not let its sensor be read: Not Authorized; polkit's action"
            + " net.hadess.SensorProxy.claim-sensor decides who may"
        #expect(ear.warnings == [words])
        try stage.loop.turn(for: .seconds(1))
        #expect(ear.warnings.count == 1)
        #expect(ear.samples == [])
        var listings: [SensorListing] = []
        stage.source.list { listings = $0 }
        #expect(listings.map(\.problem) == [words])
        // Who asks for light anew is asked anew.
        try stage.proxy?.refuseClaims(nil)
        stage.source.follow(.off)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
    }

    @Test func `a service that hangs delays nobody and comes back by itself`() throws {
        let stage = try ProxyStage()
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
        stage.proxy?.hang(true)
        try stage.loop.turn { !ear.missed.isEmpty }
        #expect(ear.missed == [ear.samples.last?.at])
        #expect(ear.warnings == ["no reading from iio-sensor-proxy: it does not answer"])
        stage.proxy?.hang(false)
        let before = ear.samples.count
        try stage.loop.turn { ear.samples.count > before }
    }

    @Test func `a part of the range is percent`() throws {
        let stage = try ProxyStage(level: 12.5, unit: "vendor")
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
        #expect(ear.samples[0].light == LightReading(value: 12.5, unit: .percent))
    }

    @Test(arguments: [-1, 1e300])
    func `a level that no light has is none`(_ level: Double) throws {
        let stage = try ProxyStage()
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        try stage.loop.turn { ear.samples.count == 1 }
        try stage.proxy?.show(level)
        if level < 0 {
            try stage.loop.turn { !ear.missed.isEmpty }
            #expect(ear.samples.allSatisfy { $0.light.value == 100 })
        } else {
            try stage.loop.turn { ear.samples.last?.light.value == 200_000 }
        }
    }

    @Test func `an ignored one is listed and never claimed`() throws {
        let stage = try ProxyStage(ignoring: ["iio-sensor-proxy"])
        stage.source.start(ear.hear)
        stage.source.follow(fast)
        var listings: [SensorListing] = []
        let deadline = Deadline()
        while listings.isEmpty {
            try deadline.check("the list")
            try stage.loop.turn(for: .milliseconds(10))
            stage.source.list { listings = $0 }
        }
        #expect(listings.map(\.problem) == ["sensor.ignore names it"])
        #expect(listings.map(\.chosen) == [false])
        #expect(ear.events == [])
        #expect(stage.proxy?.claims == 0)
    }
}
