import AppearanceModel
import EventLoop
import LightSensors
import Linux
import Testing

/// A light source with one sensor, which reports 100 lux until it is changed.
protocol LightSourceStage {
    var loop: EventLoop { get }
    var source: any LightSource { get }
    /// The present instant on the clock of its samples.
    var now: BootTime { get }
    /// Makes the sensor report 400 lux, at once or later.
    func brighten() throws
    /// Takes the sensor away, at once or in time.
    func unplug() throws
    /// Whether existing sensors are reported before `start` returns.
    var findsAtOnce: Bool { get }
}

extension LightSourceStage {
    var findsAtOnce: Bool { true }
}

/// The contract of every light source.
enum LightSourceConformance {
    private static let fast = Microseconds.milliseconds(500)

    static func check(_ stage: some LightSourceStage) throws {
        let log = LightEventLog()
        stage.source.start(log.record)
        if !stage.findsAtOnce { try stage.loop.turn { !log.found.isEmpty } }
        #expect(log.found.count == 1, "existing sensors are reported before start returns")
        try nothingIsReadUnasked(stage, log)
        try everyReadingIsHandedIn(stage, log)
        try theSensorIsListed(stage)
        try onlyWhatLeavesTheBandIsHandedIn(stage, log)
        try nothingIsReadOnceItIsOff(stage, log)
        try aLostSensorIsToldOnce(stage, log)
    }

    private static func nothingIsReadUnasked(_ stage: some LightSourceStage, _ log: LightEventLog)
        throws
    {
        try stage.loop.turnUntilIdle()
        #expect(log.events.count == 1)
    }

    private static func everyReadingIsHandedIn(_ stage: some LightSourceStage, _ log: LightEventLog)
        throws
    {
        stage.source.follow(.every(fast))
        try stage.loop.turn { log.samples.count >= 3 }
        let samples = log.samples.prefix(3)
        #expect(samples.allSatisfy { $0.light.value == 100 && $0.at <= stage.now })
        for (sample, next) in zip(samples, samples.dropFirst()) {
            #expect(next.at - sample.at >= fast, "no sensor is read faster than it bears")
        }
    }

    private static func theSensorIsListed(_ stage: some LightSourceStage) throws {
        let listing = try #require(try list(stage).first)
        #expect(listing.chosen)
        #expect(listing.unit == .lux)
        #expect(listing.light == 100)
        #expect(listing.problem == nil)
    }

    private static func onlyWhatLeavesTheBandIsHandedIn(
        _ stage: some LightSourceStage, _ log: LightEventLog
    ) throws {
        stage.source.follow(.steady(fast, band: LightBand(90, 110)))
        // A reading from before the plan reached its reader may still arrive.
        try stage.loop.turnUntilIdle()
        let before = log.batches.count
        try stage.brighten()
        try stage.loop.turn { log.batches.count > before }
        let batch = try #require(
            log.batches.dropFirst(before).first { $0.last?.light.value == 400 })
        #expect(batch.dropLast().allSatisfy { $0.light.value == 100 })
        #expect(batch.count <= 17)
        #expect(zip(batch, batch.dropFirst()).allSatisfy { $0.at < $1.at })
    }

    private static func nothingIsReadOnceItIsOff(
        _ stage: some LightSourceStage, _ log: LightEventLog
    ) throws {
        stage.source.follow(.off)
        // A reading in progress arrives within the shortest interval.
        try stage.loop.turn(for: .milliseconds(600))
        let before = log.events.count
        try stage.loop.turn(for: .milliseconds(600))
        #expect(log.events.count == before)
    }

    private static func aLostSensorIsToldOnce(_ stage: some LightSourceStage, _ log: LightEventLog)
        throws
    {
        stage.source.follow(.every(fast))
        let before = log.samples.count
        try stage.loop.turn { log.samples.count > before }
        try stage.unplug()
        try stage.loop.turn { !log.lost.isEmpty }
        let count = log.samples.count
        try stage.loop.turn(for: .milliseconds(600))
        #expect(log.lost == log.found)
        #expect(log.samples.count == count)
        #expect(try list(stage).isEmpty)
    }

    private static func list(_ stage: some LightSourceStage) throws -> [SensorListing] {
        var answer: [SensorListing]?
        stage.source.list { answer = $0 }
        try stage.loop.turn { answer != nil }
        return answer ?? []
    }
}
