import AppearanceModel
import AppearanceTestSupport
import CameraLight
import Testing

/// When a camera is used, and which levels follow, on a clock of the test.
@Suite(.bounded) struct GrabScheduleTests {
    private var schedule = GrabSchedule(
        atMostEvery: .minutes(5), hold: .minutes(30), earliest: time(0))

    private static func time(_ seconds: Int64) -> BootTime {
        BootTime(microsecondsSinceBoot: seconds * 1_000_000)
    }

    private var due: Int64? { schedule.due.map { $0.microsecondsSinceBoot / 1_000_000 } }

    private mutating func grab(_ lux: Double, at seconds: Int64) throws -> [Double] {
        schedule.record(try #require(Lux(lux)), at: Self.time(seconds)).map(\.value)
    }

    @Test mutating func `nothing is due while no light is needed`() throws {
        #expect(due == nil)
        schedule.need(true)
        #expect(due == 0)
        schedule.need(false)
        #expect(due == nil)
    }

    @Test mutating func `the first level takes two grabs, a minute apart`() throws {
        schedule.need(true)
        #expect(try grab(100, at: 0) == [])
        #expect(due == 60)
        #expect(try grab(140, at: 60) == [100, 140])
        #expect(due == 300)
    }

    @Test mutating func `a level near the last one is reported at once`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        _ = try grab(100, at: 60)
        #expect(try grab(130, at: 300) == [130])
        #expect(due == 600)
    }

    @Test mutating func `a change takes two grabs that agree`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        _ = try grab(100, at: 60)
        #expect(try grab(20, at: 300) == [])
        #expect(due == 360)
        // The last one again, which is measured with that.
        #expect(try grab(120, at: 360) == [120])
        #expect(due == 600)
        #expect(try grab(20, at: 600) == [])
        #expect(try grab(25, at: 660) == [20, 25])
    }

    @Test mutating func `a level that counts no more is no reason to report at once`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        _ = try grab(100, at: 60)
        #expect(try grab(100, at: 3_600) == [])
        #expect(due == 3_660)
    }

    @Test(.row("S60"), arguments: [false, true])
    mutating func `a pause between two grabs begins again`(isSuspend: Bool) throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        if isSuspend {
            schedule.interrupt()
        } else {
            schedule.need(false)
            schedule.need(true)
        }
        #expect(due == 300)
        #expect(try grab(100, at: 300) == [])
        #expect(due == 360)
        #expect(try grab(100, at: 360) == [100, 100])
    }

    @Test mutating func `a second grab that comes late confirms nothing`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        #expect(try grab(100, at: 200) == [])
        #expect(due == 300)
    }

    @Test mutating func `a grab without a level waits for the next time`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        schedule.skip(at: Self.time(60))
        #expect(due == 360)
        schedule.skip(at: Self.time(360), until: GrabSchedule.longPause)
        #expect(due == 960)
    }

    @Test mutating func `each level that somebody waits for takes one grab, at once`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        _ = try grab(100, at: 60)
        schedule.need(false)
        schedule.need(true, isRequested: true)
        #expect(try #require(due) <= 61)
        #expect(try grab(900, at: 61) == [900])
        schedule.need(false)
        schedule.need(true, isRequested: true)
        #expect(due == 71)
        #expect(try grab(30, at: 80) == [30])
        // They are no measurements: the next of these is due as before, and needs two grabs that agree.
        schedule.need(true)
        #expect(due == 300)
        #expect(try grab(100, at: 300) == [])
    }

    @Test mutating func `a request does not confirm the grab before it`() throws {
        schedule.need(true)
        _ = try grab(100, at: 0)
        schedule.need(true, isRequested: true)
        #expect(try grab(100, at: 30) == [100])
        schedule.need(true)
        #expect(due == 300)
    }

    @Test mutating func `for somebody who waits a picture is taken again after a minute`() throws {
        schedule.need(true, isRequested: true)
        for seconds: Int64 in [5, 65] {
            schedule.skipBlank(at: Self.time(seconds))
            #expect(due == seconds + 60)
        }
        schedule.skip(at: Self.time(125), until: GrabSchedule.longPause)
        #expect(due == 725)
        schedule.need(true)
        #expect(due == 0)
    }

    @Test mutating func `a picture that shows nothing is taken ever less often, up to an hour`()
        throws
    {
        schedule.need(true)
        var now: Int64 = 0
        var pauses: [Int64] = []
        for _ in 0..<6 {
            schedule.skipBlank(at: Self.time(now))
            pauses.append(try #require(due) - now)
            now = try #require(due)
        }
        #expect(pauses == [300, 600, 1_200, 2_400, 3_600, 3_600])
        _ = try grab(100, at: now)
        schedule.skipBlank(at: Self.time(now + 60))
        #expect(due == now + 360)
    }

    @Test(arguments: Seeds.chosen(1...20))
    func `no seed uses the camera more often than is allowed`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var schedule = schedule
        var now: Int64 = 0
        var grabs: [Int64] = []
        for _ in 0..<2_000 {
            schedule.need(Int.random(in: 0..<5, using: &random) > 0)
            now += Int64.random(in: 0..<90, using: &random)
            guard let due = schedule.due, due <= Self.time(now) else { continue }
            grabs.append(now)
            if Int.random(in: 0..<4, using: &random) == 0 {
                schedule.skip(at: Self.time(now))
            } else {
                let lux = try #require(Lux([10, 100, 1000].randomElement(using: &random) ?? 1))
                _ = schedule.record(lux, at: Self.time(now))
            }
        }
        #expect(grabs.count > 20)
        // Of four, two are those of one change; the second of these may be late.
        for (first, fourth) in zip(grabs, grabs.dropFirst(3)) { #expect(fourth - first >= 300) }
        for (one, next) in zip(grabs, grabs.dropFirst()) { #expect(next - one >= 60) }
    }
}
