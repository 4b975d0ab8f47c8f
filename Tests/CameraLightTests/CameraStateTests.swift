import AppearanceModel
import AppearanceTestSupport
import CameraLight
import Testing

/// The state that `appearance-camera` keeps for a later start.
@Suite(.bounded) struct CameraStateTests {
    @Test func `the last level is known while it is young enough`() throws {
        let now = WallTime(secondsSinceEpoch: 1_795_780_800)
        var state = CameraState()
        #expect(state.level(youngerThan: .minutes(5), at: now) == nil)
        (state.level, state.reported) = (Lux(62), now)
        #expect(state.level(youngerThan: .minutes(5), at: now + .seconds(299)) == Lux(62))
        #expect(state.level(youngerThan: .minutes(5), at: now + .minutes(5)) == nil)
        // The clock was set back.
        #expect(state.level(youngerThan: .minutes(5), at: now - .seconds(1)) == nil)
    }

    @Test func `the grabs are those of a day`() {
        let now = WallTime(secondsSinceEpoch: 1_795_780_800)
        var state = CameraState()
        for day: Int64 in [20_784, 20_784, 20_785] { state.count(at: now, day: day, wasUsed: true) }
        #expect(state.grabs == 1 && state.day == 20_785 && state.last == now)
        // The camera was in use, or there is none.
        state.count(at: now + .hours(1), day: 20_785, wasUsed: false)
        #expect(state.grabs == 1 && state.last == now + .hours(1))
    }

    /// The kernel has 32 bytes for each, and what is no UTF-8 becomes longer.
    @Test(.row("S51")) func `a journal of a name that is no text can be read back`() {
        let name = String(repeating: "\u{FFFD}", count: 32)
        let journal = CameraJournal(of: CameraName(card: name, place: name), [.init(7, 1)])
        #expect(CameraJournal(decoding: journal.encoded) == journal)
    }
}
