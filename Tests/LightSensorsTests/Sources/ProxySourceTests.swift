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
    private let log = LightEventLog()

    @Test func `a proxy source conforms to the contract of light sources`() throws {
        try LightSourceConformance.check(try ProxyStage())
    }

    @Test func `without the service the source reports nothing`() throws {
        let stage = try ProxyStage()
        try stage.unplug()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn(for: .milliseconds(200))
        #expect(log.events == [])
    }

    @Test func `a service without a light sensor offers no sensor`() throws {
        let stage = try ProxyStage(level: nil)
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn(for: .milliseconds(200))
        #expect(log.events == [])
        try stage.proxy?.setHasLight(true)
        try stage.loop.turn { log.found == ["iio-sensor-proxy"] }
        try stage.proxy?.setHasLight(false)
        try stage.loop.turn { log.lost == ["iio-sensor-proxy"] }
    }

    /// Its level is zero before the first reading of the sensor.
    @Test func `the default level of the service is not a reading`() throws {
        let stage = try ProxyStage(level: 0)
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.found.count == 1 }
        try stage.loop.turn(for: .milliseconds(3_200))
        #expect(log.samples == [])
        // The real one signals all its properties when it starts, which is no change either.
        try stage.proxy?.setHasLight(true)
        try stage.proxy?.show(0)
        try stage.loop.turn(for: .milliseconds(1_200))
        #expect(log.samples == [])
        try stage.proxy?.show(12)
        try stage.loop.turn { log.samples.first?.light.value == 12 }
        try stage.proxy?.show(0)
        try stage.loop.turn { log.samples.last?.light.value == 0 }
    }

    /// Its level may remain from another claim, hours ago.
    @Test func `a level from before the claim counts two seconds after it`() throws {
        let stage = try ProxyStage()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.found.count == 1 }
        let found = stage.now
        try stage.loop.turn { !log.samples.isEmpty }
        #expect(log.samples[0].at - found >= .seconds(2))
    }

    @Test func `a change to zero after the claim is a reading at once`() throws {
        let stage = try ProxyStage()
        let proxy = try #require(stage.proxy)
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.poll { proxy.claims == 1 }
        try proxy.show(0)
        try stage.loop.turn { !log.samples.isEmpty }
        #expect(log.samples.map(\.light.value) == [0])
    }

    @Test func `a dark room is read again after a pause`() throws {
        let stage = try ProxyStage()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { !log.samples.isEmpty }
        try stage.proxy?.show(0)
        try stage.loop.turn { log.samples.last?.light.value == 0 }
        stage.source.follow(.off)
        try stage.loop.turn(for: .milliseconds(100))
        try stage.proxy?.waitForRelease()
        let before = log.samples.count
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == before + 2 }
        #expect(log.samples.last?.light.value == 0)
    }

    @Test func `the sensor is claimed only while readings are requested`() throws {
        let stage = try ProxyStage()
        let proxy = try #require(stage.proxy)
        stage.source.start(log.record)
        try stage.loop.turn { log.found.count == 1 }
        #expect(proxy.claims == 0)
        stage.source.follow(.every(.hours(1)))
        try stage.loop.turn { log.samples.count == 1 }
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 2 }
        #expect(proxy.claims == 1)
        stage.source.follow(.off)
        try stage.loop.turn(for: .milliseconds(100))
        try proxy.waitForRelease()
    }

    @Test func `after a restart the service is claimed again without old levels`() throws {
        let stage = try ProxyStage()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
        try stage.unplug()
        try stage.loop.turn { log.lost.count == 1 }
        try stage.restart(level: 0)
        try stage.loop.turn { log.found.count == 2 }
        #expect(log.keys[0] == log.keys[1])
        let before = log.samples.count
        try stage.loop.turn(for: .milliseconds(2_600))
        #expect(log.samples.count == before)
        try stage.proxy?.show(33)
        try stage.loop.turn { log.samples.last?.light.value == 33 }
    }

    @Test func `a refusal is reported once and listed`() throws {
        let stage = try ProxyStage()
        try stage.proxy?.refuseClaims("Not Authorized")
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { !log.warnings.isEmpty }
        let words =
            "iio-sensor-proxy does not let its sensor be read: Not Authorized; polkit's action"
            + " net.hadess.SensorProxy.claim-sensor decides who may"
        #expect(log.warnings == [words])
        try stage.loop.turn(for: .seconds(1))
        #expect(log.warnings.count == 1)
        #expect(log.samples == [])
        var listings: [SensorListing] = []
        stage.source.list { listings = $0 }
        #expect(listings.map(\.problem) == [words])
        // A new request for light causes a new claim.
        try stage.proxy?.refuseClaims(nil)
        stage.source.follow(.off)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
    }

    @Test func `a service that hangs delays nothing and recovers by itself`() throws {
        let stage = try ProxyStage()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
        stage.proxy?.hang(true)
        try stage.loop.turn { !log.missed.isEmpty }
        #expect(log.missed == [log.samples.last?.at])
        #expect(log.warnings == ["no reading from iio-sensor-proxy: it does not answer"])
        stage.proxy?.hang(false)
        let before = log.samples.count
        try stage.loop.turn { log.samples.count > before }
    }

    @Test func `a service that hangs at the start is asked again`() throws {
        let stage = try ProxyStage()
        stage.proxy?.hang(true)
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn(for: .seconds(6))
        #expect(log.events == [])
        stage.proxy?.hang(false)
        try stage.loop.turn { !log.samples.isEmpty }
        #expect(log.found == ["iio-sensor-proxy"])
    }

    @Test func `a service that hangs is asked once, however often the plan changes`() throws {
        let stage = try ProxyStage()
        let proxy = try #require(stage.proxy)
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
        proxy.hang(true)
        for seconds in 1...3 {
            try stage.loop.turn(for: .milliseconds(600))
            stage.source.follow(.every(.seconds(Int64(seconds))))
        }
        let before = proxy.questions
        proxy.hang(false)
        try stage.loop.turn { log.samples.count == 2 }
        #expect(proxy.questions == before + 1)
    }

    @Test func `a level in the vendor's unit is read as percent`() throws {
        let stage = try ProxyStage(level: 12.5, unit: "vendor")
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
        #expect(log.samples[0].light == LightReading(value: 12.5, unit: .percent))
    }

    @Test(.row("S8"), arguments: [-1, 200_001, 1e308])
    func `a level that no light can have is ignored`(_ level: Double) throws {
        let stage = try ProxyStage()
        stage.source.start(log.record)
        stage.source.follow(fast)
        try stage.loop.turn { log.samples.count == 1 }
        try stage.proxy?.show(level)
        try stage.loop.turn { !log.missed.isEmpty }
        #expect(log.samples.allSatisfy { $0.light.value == 100 })
    }

    @Test func `an ignored sensor is listed and never claimed`() throws {
        let stage = try ProxyStage(ignoring: ["iio-sensor-proxy"])
        stage.source.start(log.record)
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
        #expect(log.events == [])
        #expect(stage.proxy?.claims == 0)
    }
}
