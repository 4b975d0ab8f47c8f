import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Linux
import Testing

/// One sensor, read on a thread of its own.
@Suite(.bounded) struct SensorReaderTests {
    private let attribute = "in_illuminance_raw"
    private let fast = PollPlan.every(.milliseconds(500))
    private let loop: EventLoop
    private let folder: DeviceFolder

    init() throws {
        loop = try EventLoop()
        folder = try DeviceFolder(["in_illuminance_raw": "300\n"])
    }

    /// What a reader has told.
    private final class Told {
        var samples: [LightSample] = []
        var faults: [SensorReadError] = []
        var lastValid: [BootTime?] = []
        var oddities: [String] = []
        var still: [Bool] = []
    }

    private func reader(
        into told: Told, stillAfter: Microseconds = .minutes(30)
    ) throws -> SensorReader {
        let channel = try #require(try folder.lightChannel())
        return try SensorReader(channel, stillAfter: stillAfter, on: loop) { news in
            switch news {
            case .outcome(.quiet): Issue.record("quiet is not to be told")
            case .outcome(.tell(let samples)): told.samples += samples
            case .outcome(.fault(let lastValid, let fault)):
                told.lastValid.append(lastValid)
                told.faults.append(fault)
            case .oddity(let words): told.oddities.append(words)
            case .still(let isStill): told.still.append(isStill)
            }
        }
    }

    @Test func `it reads nothing before it is told to`() throws {
        let told = Told()
        let reader = try reader(into: told)
        try reader.follow(.off)
        try loop.turnUntilIdle()
        #expect(reader.latest == nil)
        #expect(told.samples.isEmpty && told.faults.isEmpty)
    }

    @Test func `readings come in order until it is told to stop`() throws {
        let told = Told()
        let reader = try reader(into: told)
        try reader.follow(fast)
        try loop.turn { told.samples.count == 1 }
        try folder.set(attribute, to: "20\n")
        try loop.turn { told.samples.count == 2 }
        #expect(told.samples.map(\.light.value) == [300, 20])
        #expect(told.samples[1].at - told.samples[0].at >= .milliseconds(500))
        #expect(reader.latest == told.samples.last)
        try reader.follow(.off)
        try loop.turn(for: .milliseconds(700))
        let count = told.samples.count
        #expect(count <= 3)
        try loop.turn(for: .milliseconds(600))
        #expect(told.samples.count == count)
        #expect(told.faults.isEmpty && told.oddities.isEmpty)
    }

    @Test func `steady light wakes nobody and is known all the same`() throws {
        let told = Told()
        let reader = try reader(into: told)
        try reader.follow(.steady(.milliseconds(500), band: LightBand(290, 310)))
        try loop.poll { reader.latest != nil }
        try folder.set(attribute, to: "305\n")
        try loop.poll { reader.latest?.light.value == 305 }
        #expect(told.samples.isEmpty)
        try folder.set(attribute, to: "20\n")
        try loop.turn { !told.samples.isEmpty }
        #expect(told.samples.map(\.light.value) == [300, 305, 20])
    }

    @Test(.row("S10")) func `a sensor that hangs delays nobody and comes back by itself`() throws {
        let told = Told()
        try folder.hang(attribute)
        let reader = try reader(into: told)
        try reader.follow(fast)
        // Nothing is told, and the loop does not wait for it.
        #expect(try loop.runOnce(timeout: 0) == false)
        try loop.poll { folder.release(attribute) }
        try folder.set(attribute, to: "300\n")
        // It may have opened the old file once more before it saw the new one.
        try loop.poll {
            _ = folder.release(attribute)
            return !told.samples.isEmpty
        }
        #expect(told.samples.map(\.light.value) == [300])
        #expect(reader.latest != nil)
    }

    @Test func `one that hangs can be let go`() throws {
        let told = Told()
        var reader: SensorReader? = try reader(into: told)
        try reader?.follow(fast)
        try loop.turn { told.samples.count == 1 }
        try folder.hang(attribute)
        try loop.turn(for: .milliseconds(600))
        reader = nil
        _ = folder.release(attribute)
        try loop.turn(for: .milliseconds(100))
        #expect(told.samples.count == 1 && told.faults.isEmpty)
    }

    @Test func `a reading that fails is reported with the time of the last good one`() throws {
        let told = Told()
        let reader = try reader(into: told)
        try reader.follow(fast)
        try loop.turn { told.samples.count == 1 }
        try folder.failWithIOError(attribute)
        try loop.turn { !told.faults.isEmpty }
        #expect(told.faults == [.failed(Errno(rawValue: 5))])
        #expect(told.lastValid == [told.samples[0].at])
        try folder.set(attribute, to: "301\n")
        try loop.turn { told.samples.count == 2 }
        #expect(told.samples[1].light.value == 301)
    }

    @Test func `a stuck value is reported once and its movement with the reading`() throws {
        let told = Told()
        let reader = try reader(into: told, stillAfter: .seconds(1))
        try reader.follow(.steady(.milliseconds(500), band: LightBand(290, 310)))
        try loop.turn { told.still == [true] }
        try loop.turn(for: .milliseconds(1_200))
        #expect(told.still == [true])
        #expect(told.samples.isEmpty)
        try folder.set(attribute, to: "301\n")
        try loop.turn { told.still == [true, false] }
        try loop.turn { told.samples.last?.light.value == 301 }
    }

    @Test(.row("S9")) func `an odd scale is reported once`() throws {
        let told = Told()
        try folder.set("in_illuminance_scale", to: "0\n")
        let reader = try reader(into: told)
        try reader.follow(fast)
        try loop.turn { told.samples.count == 2 }
        #expect(
            told.oddities
                == ["\(folder.path)/in_illuminance_scale: \"0\" is not a scale; 1 is used"])
    }
}
