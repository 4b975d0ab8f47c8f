import AppearanceModel
import AppearanceTestSupport
import EventLoop
import LightSensors
import Linux
import Testing

/// One sensor, read on its own thread.
@Suite(.bounded) struct SensorReaderTests {
    private let attribute = "in_illuminance_raw"
    private let fast = PollPlan.every(.milliseconds(500))
    private let loop: EventLoop
    private let folder: DeviceFolder

    init() throws {
        loop = try EventLoop()
        folder = try DeviceFolder(["in_illuminance_raw": "300\n"])
    }

    /// The messages of a reader.
    private final class Reports {
        var samples: [LightSample] = []
        var faults: [SensorReadError] = []
        var lastValid: [BootTime?] = []
        var oddities: [String] = []
        var still: [Bool] = []
    }

    private func reader(
        into reports: Reports, stillAfter: Microseconds = .minutes(30)
    ) throws -> SensorReader {
        let channel = try #require(try folder.lightChannel())
        return try SensorReader(channel, stillAfter: stillAfter, on: loop) { news in
            switch news {
            case .outcome(.quiet): Issue.record("quiet must not be reported")
            case .outcome(.report(let samples)): reports.samples += samples
            case .outcome(.fault(let lastValid, let fault)):
                reports.lastValid.append(lastValid)
                reports.faults.append(fault)
            case .oddity(let words): reports.oddities.append(words)
            case .still(let isStill): reports.still.append(isStill)
            }
        }
    }

    @Test func `a reader reads nothing before it has a plan`() throws {
        let reports = Reports()
        let reader = try reader(into: reports)
        try reader.follow(.off)
        try loop.turnUntilIdle()
        #expect(reader.latest == nil)
        #expect(reports.samples.isEmpty && reports.faults.isEmpty)
    }

    @Test func `readings arrive in order until the reader is stopped`() throws {
        let reports = Reports()
        let reader = try reader(into: reports)
        try reader.follow(fast)
        try loop.turn { reports.samples.count == 1 }
        try folder.set(attribute, to: "20\n")
        try loop.turn { reports.samples.count == 2 }
        #expect(reports.samples.map(\.light.value) == [300, 20])
        #expect(reports.samples[1].at - reports.samples[0].at >= .milliseconds(500))
        #expect(reader.latest == reports.samples.last)
        try reader.follow(.off)
        try loop.turn(for: .milliseconds(700))
        let count = reports.samples.count
        #expect(count <= 3)
        try loop.turn(for: .milliseconds(600))
        #expect(reports.samples.count == count)
        #expect(reports.faults.isEmpty && reports.oddities.isEmpty)
    }

    @Test func `another plan is followed at once`() throws {
        let reports = Reports()
        let reader = try reader(into: reports)
        try reader.follow(.every(.hours(1)))
        try loop.turn { reports.samples.count == 1 }
        try reader.follow(fast)
        try loop.turn { reports.samples.count == 3 }
    }

    @Test func `steady light causes no wakeup, and its level is available`() throws {
        let reports = Reports()
        let reader = try reader(into: reports)
        try reader.follow(.steady(.milliseconds(500), band: LightBand(290, 310)))
        try loop.poll { reader.latest != nil }
        try folder.set(attribute, to: "305\n")
        try loop.poll { reader.latest?.light.value == 305 }
        #expect(reports.samples.isEmpty)
        try folder.set(attribute, to: "20\n")
        try loop.turn { !reports.samples.isEmpty }
        #expect(reports.samples.map(\.light.value) == [300, 305, 20])
    }

    @Test(.row("S10")) func `a sensor that hangs delays nothing and recovers by itself`() throws {
        let reports = Reports()
        try folder.hang(attribute)
        let reader = try reader(into: reports)
        try reader.follow(fast)
        // Nothing is reported, and the loop does not wait for it.
        #expect(try loop.runOnce(timeout: 0) == false)
        try loop.poll { folder.release(attribute) }
        try folder.set(attribute, to: "300\n")
        // It may have opened the old file once more before it saw the new one.
        try loop.poll {
            _ = folder.release(attribute)
            return !reports.samples.isEmpty
        }
        #expect(reports.samples.map(\.light.value) == [300])
        #expect(reader.latest != nil)
    }

    /// It has answered after six seconds before.
    @Test(.row("S22")) func `a slow sensor may take twice as long as it has taken`() throws {
        let reports = Reports()
        try folder.hang(attribute)
        let reader = try reader(into: reports)
        try reader.follow(fast)
        try loop.turn(for: .seconds(6))
        #expect(folder.release(attribute, with: "300\n"))
        try loop.turn { reports.samples.count == 1 }
        try loop.turn { !reports.faults.isEmpty }
        #expect(reports.faults == [.silent])
        #expect(reports.lastValid == [reports.samples[0].at])
        let silence = SystemClock.now().boot - reports.samples[0].at.microsecondsSinceBoot
        #expect(silence >= 12_000_000)
        #expect(folder.release(attribute))
    }

    @Test func `a reader whose sensor hangs can be released`() throws {
        let reports = Reports()
        var reader: SensorReader? = try reader(into: reports)
        try reader?.follow(fast)
        try loop.turn { reports.samples.count == 1 }
        try folder.hang(attribute)
        try loop.turn(for: .milliseconds(600))
        reader = nil
        _ = folder.release(attribute)
        try loop.turn(for: .milliseconds(100))
        #expect(reports.samples.count == 1 && reports.faults.isEmpty)
    }

    @Test func `a failed reading is reported with the time of the last valid one`() throws {
        let reports = Reports()
        let reader = try reader(into: reports)
        try reader.follow(fast)
        try loop.turn { reports.samples.count == 1 }
        try folder.failWithIOError(attribute)
        try loop.turn { !reports.faults.isEmpty }
        #expect(reports.faults == [.failed(Errno(rawValue: 5))])
        #expect(reports.lastValid == [reports.samples[0].at])
        try folder.set(attribute, to: "301\n")
        try loop.turn { reports.samples.count == 2 }
        #expect(reports.samples[1].light.value == 301)
    }

    @Test func `a stuck value is reported once and its movement with the reading`() throws {
        let reports = Reports()
        let reader = try reader(into: reports, stillAfter: .seconds(1))
        try reader.follow(.steady(.milliseconds(500), band: LightBand(290, 310)))
        try loop.turn { reports.still == [true] }
        try loop.turn(for: .milliseconds(1_200))
        #expect(reports.still == [true])
        #expect(reports.samples.isEmpty)
        try folder.set(attribute, to: "301\n")
        try loop.turn { reports.still == [true, false] }
        try loop.turn { reports.samples.last?.light.value == 301 }
    }

    @Test(.row("S9")) func `an odd scale is reported once`() throws {
        let reports = Reports()
        try folder.set("in_illuminance_scale", to: "0\n")
        let reader = try reader(into: reports)
        try reader.follow(fast)
        try loop.turn { reports.samples.count == 2 }
        #expect(
            reports.oddities
                == ["\(folder.path)/in_illuminance_scale: \"0\" is not a scale; 1 is used"])
    }
}
