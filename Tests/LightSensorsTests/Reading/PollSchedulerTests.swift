import AppearanceModel
import AppearanceTestSupport
import LightSensors
import Testing

/// When a sensor is read next, and which readings are delivered.
@Suite(.bounded) struct PollSchedulerTests {
    private static let start = BootTime(microsecondsSinceBoot: 5_000_000_000)
    private static let failure = Result<LightReading, SensorReadError>.failure(.silent)
    private let every = PollPlan.every(.seconds(1))
    private let steady = PollPlan.steady(.seconds(5), band: LightBand(90, 110))

    var pace = PollScheduler()

    private func time(_ seconds: Double) -> BootTime {
        Self.start + Microseconds(Int64(seconds * 1_000_000))
    }

    private func lux(_ value: Double) throws -> Result<LightReading, SensorReadError> {
        .success(LightReading(value: value, unit: .lux))
    }

    private func sample(_ value: Double, at seconds: Double) throws -> LightSample {
        LightSample(at: time(seconds), lux: try #require(Lux(value)))
    }

    @Test func `the first reading is due at once`() throws {
        #expect(try #require(pace.due(every)) <= Self.start)
        #expect(try #require(pace.due(steady)) <= Self.start)
        #expect(pace.due(.off) == nil)
    }

    @Test mutating func `readings follow the plan`() throws {
        #expect(
            pace.receive(try lux(300), at: time(0), plan: every)
                == .report([try sample(300, at: 0)]))
        #expect(pace.due(every) == time(1))
        #expect(pace.due(steady) == time(5))
        #expect(pace.due(.off) == nil)
        #expect(pace.latest == (try sample(300, at: 0)))
    }

    @Test mutating func `a new plan is followed at once but never faster than twice a second`()
        throws
    {
        _ = pace.receive(try lux(300), at: time(0), plan: steady)
        pace.hurry()
        #expect(pace.due(every) == time(0.5))
        #expect(pace.due(steady) == time(0.5))
        #expect(pace.due(.off) == nil)
        _ = pace.receive(try lux(300), at: time(0.5), plan: every)
        #expect(pace.due(every) == time(1.5))
    }

    /// 1, 2, 4 … 60 s after each failure; the first success ends it.
    @Test(.row("S5")) mutating func `a failing sensor is read less and less often`() throws {
        var now = 0.0
        for wait in [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Double] {
            #expect(
                pace.receive(Self.failure, at: time(now), plan: every)
                    == .fault(lastValid: nil, .silent))
            #expect(pace.due(every) == time(now + wait))
            now += wait
        }
        _ = pace.receive(try lux(300), at: time(now), plan: every)
        #expect(pace.due(every) == time(now + 1))
        _ = pace.receive(Self.failure, at: time(now + 1), plan: every)
        #expect(pace.due(every) == time(now + 2))
    }

    /// A failure does not count for the duration of a reading.
    @Test(.row("S22")) mutating func `a reading may take twice as long as the slowest one`() throws
    {
        #expect(pace.readingLimit == .seconds(5))
        _ = pace.receive(Self.failure, at: time(20), after: .seconds(20), plan: every)
        #expect(pace.readingLimit == .seconds(5))
        _ = pace.receive(try lux(300), at: time(40), after: .seconds(13), plan: every)
        _ = pace.receive(try lux(300), at: time(42), after: .seconds(1), plan: every)
        #expect(pace.readingLimit == .seconds(26))
        _ = pace.receive(try lux(300), at: time(90), after: .seconds(45), plan: every)
        #expect(pace.readingLimit == .seconds(60))
    }

    @Test mutating func `a failure does not speed up a slow plan`() {
        _ = pace.receive(Self.failure, at: time(0), plan: steady)
        #expect(pace.due(steady) == time(5))
        let slow = PollPlan.every(.minutes(1))
        #expect(pace.due(slow) == time(60))
    }

    @Test mutating func `an error is reported with the time of the last valid reading`() throws {
        _ = pace.receive(try lux(300), at: time(0), plan: every)
        let fault = SensorReadError.notANumber("abc")
        for second in 1...3 {
            #expect(
                pace.receive(.failure(fault), at: time(Double(second)), plan: every)
                    == .fault(lastValid: time(0), fault))
        }
        #expect(pace.latest == (try sample(300, at: 0)))
    }

    @Test(arguments: [90.0, 100, 110])
    mutating func `a reading within the band is not delivered`(_ value: Double) throws {
        #expect(pace.receive(try lux(value), at: time(0), plan: steady) == .quiet)
        #expect(pace.latest == (try sample(value, at: 0)))
    }

    @Test(arguments: [89.999, 110.001, 0, 200_000])
    mutating func `a reading outside of the band is delivered with the withheld ones`(
        _ value: Double
    )
        throws
    {
        for second in 0..<3 {
            _ = pace.receive(try lux(100), at: time(Double(5 * second)), plan: steady)
        }
        var delivered = try (0..<3).map { try sample(100, at: Double(5 * $0)) }
        delivered.append(try sample(value, at: 15))
        #expect(pace.receive(try lux(value), at: time(15), plan: steady) == .report(delivered))
        // Delivered readings are not delivered again.
        #expect(
            pace.receive(try lux(value), at: time(20), plan: steady)
                == .report([try sample(value, at: 20)]))
    }

    @Test mutating func `at most 16 readings are withheld`() throws {
        for second in 0..<40 {
            _ = pace.receive(try lux(100), at: time(Double(5 * second)), plan: steady)
        }
        var delivered = try (24..<40).map { try sample(100, at: Double(5 * $0)) }
        delivered.append(try sample(20, at: 200))
        #expect(pace.receive(try lux(20), at: time(200), plan: steady) == .report(delivered))
    }

    // MARK: A value that never moves

    /// Reads one value every so many seconds for a while; the last moment of it.
    private mutating func read(
        _ value: Double, every gap: Double, for seconds: Double, from start: Double = 0
    ) throws -> Double {
        var now = start
        let plan = PollPlan.steady(.milliseconds(Int64(gap * 1000)), band: LightBand(0, 1_000))
        while now <= start + seconds {
            _ = pace.receive(try lux(value), at: time(now), plan: plan)
            now += gap
        }
        return now - gap
    }

    @Test(arguments: [1.0, 5, 60])
    mutating func `a value that is unchanged for half an hour is stuck`(_ gap: Double) throws {
        let almost = try read(12, every: gap, for: 1_800 - gap)
        #expect(!pace.isStill)
        _ = pace.receive(try lux(12), at: time(almost + gap), plan: .every(.seconds(60)))
        #expect(pace.isStill)
    }

    @Test mutating func `a value of zero may last for hours`() throws {
        _ = try read(0, every: 5, for: 36_000)
        #expect(!pace.isStill)
    }

    @Test mutating func `a value that varies a little is never stuck`() throws {
        for minute in 0..<240 {
            _ = try read(
                12 + Double(minute % 2) / 1_000, every: 5, for: 59, from: Double(60 * minute))
        }
        #expect(!pace.isStill)
    }

    /// A suspend, or a mode without readings, does not count against the sensor.
    @Test mutating func `a pause in the readings does not count`() throws {
        let before = try read(12, every: 5, for: 900)
        _ = try read(12, every: 5, for: 890, from: before + 28_800)
        #expect(!pace.isStill)
    }

    @Test mutating func `a failure between equal readings is no movement`() throws {
        let before = try read(12, every: 5, for: 900)
        _ = pace.receive(Self.failure, at: time(before + 5), plan: steady)
        _ = try read(12, every: 5, for: 900, from: before + 10)
        #expect(pace.isStill)
    }

    @Test mutating func `the first movement of a stuck value is reported within the band`() throws {
        let last = try read(100, every: 5, for: 1_800)
        #expect(pace.isStill)
        #expect(pace.receive(try lux(100), at: time(last + 5), plan: steady) == .quiet)
        guard
            case .report(let samples) = pace.receive(
                try lux(101), at: time(last + 10), plan: steady)
        else {
            Issue.record("it was not reported")
            return
        }
        #expect(samples.last == (try sample(101, at: last + 10)))
        #expect(!pace.isStill)
        #expect(pace.receive(try lux(100), at: time(last + 15), plan: steady) == .quiet)
    }

    @Test mutating func `the value of a coarse sensor may last for hours`() throws {
        pace = PollScheduler(Correction(isCoarse: true))
        _ = try read(12, every: 5, for: 36_000)
        #expect(!pace.isStill)
    }

    @Test mutating func `a sensor with a minimum interval is not read more often`() throws {
        pace = PollScheduler(Correction(shortestGap: .seconds(2)))
        _ = pace.receive(try lux(300), at: time(0), plan: every)
        #expect(pace.due(every) == time(2))
        #expect(pace.due(steady) == time(5))
        pace.hurry()
        #expect(pace.due(every) == time(2))
    }

    @Test mutating func `a plan for every reading first receives the withheld ones`() throws {
        _ = pace.receive(try lux(100), at: time(0), plan: steady)
        _ = pace.receive(Self.failure, at: time(5), plan: steady)
        #expect(
            pace.receive(try lux(101), at: time(6), plan: every)
                == .report([try sample(100, at: 0), try sample(101, at: 6)]))
    }
}
