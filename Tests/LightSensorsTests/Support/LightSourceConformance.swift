import AppearanceModel
import EventLoop
import LightSensors
import Linux
import Testing

/// A light source with one sensor before it, which says 100 lux until told otherwise.
protocol LightSourceStage {
    var loop: EventLoop { get }
    var source: any LightSource { get }
    /// The present instant on the clock of its samples.
    var now: BootTime { get }
    /// Has the sensor say 400 lux, at once or in time.
    func brighten() throws
    /// Takes the sensor away, at once or in time.
    func unplug() throws
    /// Whether what is there is told before `start` returns.
    var findsAtOnce: Bool { get }
}

extension LightSourceStage {
    var findsAtOnce: Bool { true }
}

/// What every light source promises, whatever it reads.
enum LightSourceConformance {
    private static let fast = Microseconds.milliseconds(500)

    static func check(_ stage: some LightSourceStage) throws {
        let ear = Ear()
        stage.source.start(ear.hear)
        if !stage.findsAtOnce { try stage.loop.turn { !ear.found.isEmpty } }
        #expect(ear.found.count == 1, "what is there is told before start returns")
        try nothingIsReadUnasked(stage, ear)
        try everyReadingIsHandedIn(stage, ear)
        try theSensorIsListed(stage)
        try onlyWhatLeavesTheBandIsHandedIn(stage, ear)
        try nothingIsReadOnceItIsOff(stage, ear)
        try aLostSensorIsToldOnce(stage, ear)
    }

    private static func nothingIsReadUnasked(_ stage: some LightSourceStage, _ ear: Ear) throws {
        try stage.loop.turnUntilIdle()
        #expect(ear.events.count == 1)
    }

    private static func everyReadingIsHandedIn(_ stage: some LightSourceStage, _ ear: Ear) throws {
        stage.source.follow(.every(fast))
        try stage.loop.turn { ear.samples.count >= 3 }
        let samples = ear.samples.prefix(3)
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
        _ stage: some LightSourceStage, _ ear: Ear
    ) throws {
        stage.source.follow(.steady(fast, band: LightBand(90, 110)))
        // One that was read before the plan reached its reader may still come.
        try stage.loop.turnUntilIdle()
        let before = ear.batches.count
        try stage.brighten()
        try stage.loop.turn { ear.batches.count > before }
        let batch = try #require(
            ear.batches.dropFirst(before).first { $0.last?.light.value == 400 })
        #expect(batch.dropLast().allSatisfy { $0.light.value == 100 })
        #expect(batch.count <= 17)
        #expect(zip(batch, batch.dropFirst()).allSatisfy { $0.at < $1.at })
    }

    private static func nothingIsReadOnceItIsOff(
        _ stage: some LightSourceStage, _ ear: Ear
    ) throws {
        stage.source.follow(.off)
        // What was under way comes within the shortest gap.
        try stage.loop.turn(for: .milliseconds(600))
        let before = ear.events.count
        try stage.loop.turn(for: .milliseconds(600))
        #expect(ear.events.count == before)
    }

    private static func aLostSensorIsToldOnce(_ stage: some LightSourceStage, _ ear: Ear) throws {
        stage.source.follow(.every(fast))
        let before = ear.samples.count
        try stage.loop.turn { ear.samples.count > before }
        try stage.unplug()
        try stage.loop.turn { !ear.lost.isEmpty }
        let count = ear.samples.count
        try stage.loop.turn(for: .milliseconds(600))
        #expect(ear.lost == ear.found)
        #expect(ear.samples.count == count)
        #expect(try list(stage).isEmpty)
    }

    private static func list(_ stage: some LightSourceStage) throws -> [SensorListing] {
        var answer: [SensorListing]?
        stage.source.list { answer = $0 }
        try stage.loop.turn { answer != nil }
        return answer ?? []
    }
}
