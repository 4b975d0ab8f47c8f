import AppearanceModel
import AppearanceTestSupport
import Testing

/// The lines of the override file, and their ends on two clocks.
@Suite(.bounded) struct NightOverrideLineTests {
    private static let now = moment(boot: 100, wall: 1_000)

    private static func moment(boot: Int64, wall: Int64) -> Moment {
        Moment(
            boot: BootTime(microsecondsSinceBoot: boot * 1_000_000),
            wall: WallTime(microsecondsSinceEpoch: wall * 1_000_000))
    }

    private static func end(_ seconds: Int64) -> WallTime {
        WallTime(microsecondsSinceEpoch: seconds * 1_000_000)
    }

    @Test func `a line has the end on both clocks, or of a duration only that of the boot clock`() {
        let clock = NightOverride.Line(
            .off(until: Self.end(1_060)), isDuration: false, at: Self.now)
        #expect(clock.text == "off 1060000000 160000000\n")
        let span = NightOverride.Line(.on(until: Self.end(1_060)), isDuration: true, at: Self.now)
        #expect(span.text == "on - 160000000\n")
        #expect(NightOverride.Line.all(in: clock.text + "nothing\n" + span.text) == [clock, span])
    }

    @Test(arguments: [
        // Nothing was set.
        ("off 1060000000 160000000", moment(boot: 130, wall: 1_030), 1_060 as Int64?),
        ("off 1060000000 160000000", moment(boot: 160, wall: 1_060), nil),
        // The clocks were read one after the other, or one was slewed.
        ("off 1060000000 159999990", moment(boot: 130, wall: 1_030), 1_060),
        ("off 1060000000 130000000", moment(boot: 140, wall: 1_010), 1_060),
        ("on - 160000000", moment(boot: 130, wall: 1_030), 1_060),
        ("on - 160000000", moment(boot: 160, wall: 1_060), nil),
        // The clock was set ahead: a duration goes on, an end by the clock has come.
        ("on - 160000000", moment(boot: 130, wall: 9_030), 9_060),
        ("off 1060000000 160000000", moment(boot: 130, wall: 9_030), nil),
        // It was set back: neither lasts longer.
        ("on - 160000000", moment(boot: 130, wall: 30), 60),
        ("off 1060000000 160000000", moment(boot: 130, wall: 30), 60),
        // As an earlier version wrote it.
        ("off 1060000000", moment(boot: 130, wall: 1_030), 1_060),
    ])
    func `an override ends by the clock that was not set`(
        _ text: String, _ now: Moment, _ end: Int64?
    ) throws {
        let line = try #require(NightOverride.Line(text))
        #expect(line.override(at: now)?.end == end.map(Self.end))
        #expect(line.text == text + "\n")
    }

    @Test(arguments: [
        "", "off", "red 1", "on x", "on -", "on - x", "on x 1", "on 1 x", "on 1 2 3",
        "on 9223372036854775808",
    ])
    func `an invalid line is no override`(_ text: String) {
        #expect(NightOverride.Line(text) == nil)
    }

    /// Ends at the limits of the numbers do not trap.
    @Test func `an end may be as far away as a number reaches`() throws {
        for word in ["\(Int64.max)", "\(Int64.min)"] {
            let line = try #require(NightOverride.Line("on \(word) \(word)"))
            _ = line.override(at: Self.now)
        }
    }
}
