import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// One setting followed, without any program.
@Suite(.bounded) struct SettingFollowerTests {
    typealias State = SettingFollower.State

    private static let light = State(value: "default", tone: .light)
    private static let dark = State(value: "prefer-dark", tone: .dark)

    /// One that knows what stands there, and has nothing to do.
    private func follower(_ reading: State, ours: [String] = []) -> SettingFollower {
        var follower = SettingFollower(ours: ours)
        follower.setTarget(reading.value, tone: reading.tone)
        #expect(follower.next() == .read)
        #expect(follower.didRead(reading) == nil)
        #expect(follower.next() == nil)
        return follower
    }

    @Test func `looks before it writes`() {
        var follower = SettingFollower()
        #expect(follower.next() == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .read)
        #expect(follower.next() == nil)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
        follower.didWrite()
        #expect(follower.present == Self.dark)
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `writes nothing that stands there already`() {
        var follower = follower(Self.dark)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == nil)
    }

    @Test(.row("D20")) func `newest value is written and none between`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
        for _ in 0..<50 {
            follower.setTarget("default", tone: .light)
            follower.setTarget("prefer-dark", tone: .dark)
        }
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == nil)
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == .write("default"))
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `its own write is not taken for the user's`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
        follower.notice()
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `hand is seen and not fought`() {
        var follower = follower(Self.light)
        follower.notice()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == .turned(.dark, whileAway: false))
        // Adopted or not, nothing is written.
        #expect(follower.next() == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == nil)
    }

    /// GNOME's own settings may say it in other words.
    @Test func `value of theirs that serves is left`() {
        var follower = follower(Self.dark)
        follower.notice()
        _ = follower.next()
        let theirs = State(value: "prefer-light", tone: .light)
        #expect(follower.didRead(theirs) == .turned(.light, whileAway: false))
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == .write("default"))
    }

    @Test func `another theme of the same tone is no turn`() {
        var follower = follower(State(value: "Adwaita", tone: .light))
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(State(value: "Arc", tone: .light)) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `storm while one look runs is one more look`() {
        var follower = follower(Self.light)
        follower.notice()
        #expect(follower.next() == .read)
        for _ in 0..<100 {
            follower.notice()
            #expect(follower.next() == nil)
        }
        _ = follower.didRead(Self.dark)
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == .turned(.light, whileAway: false))
        #expect(follower.next() == nil)
    }

    @Test func `hand during a write has the last word`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
        follower.notice()
        follower.notice()
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == .turned(.light, whileAway: false))
        #expect(follower.next() == nil)
    }

    @Test func `failed write is tried again after a look`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didFail()
        #expect(follower.next() == nil)
        follower.retry()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    /// A program may say that all is well while nothing hears it.
    @Test func `write that changes nothing is reported and tried again`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == .notStored)
        #expect(follower.next() == nil)
        follower.retry()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `hand that undoes a write is known by the change`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didWrite()
        _ = follower.next()
        #expect(follower.didRead(Self.light) == .notStored)
        follower.notice()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == .turned(.light, whileAway: false))
        #expect(follower.next() == nil)
    }

    /// Plasma's colours can be turned while its global theme stays.
    @Test func `tone that changes under the same name is a turn`() {
        var follower = follower(State(value: "theme", tone: .dark))
        follower.notice()
        _ = follower.next()
        #expect(
            follower.didRead(State(value: "theme", tone: .light))
                == .turned(.light, whileAway: false))
    }

    @Test func `tone that a theme does not have by its name is no turn`() {
        var follower = follower(Self.light)
        follower.setTarget("dusk", tone: .dark)
        _ = follower.next()
        follower.didWrite()
        _ = follower.next()
        #expect(follower.didRead(State(value: "dusk", tone: .light)) == nil)
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(State(value: "dusk", tone: .light)) == nil)
    }

    @Test func `a failed write that took effect is not taken for the user's`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.notice()
        follower.didFail()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `nothing is written over what cannot be read`() {
        var follower = SettingFollower()
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didFail()
        #expect(follower.next() == nil)
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == .read)
    }

    @Test func `value that was ours is no turn after an absence`() {
        var follower = SettingFollower(ours: ["default", "prefer-dark"])
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `value that was not ours is a turn after an absence`() {
        var follower = SettingFollower(ours: ["prefer-dark"])
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(Self.light) == .turned(.light, whileAway: true))
        // Not adopted, it gives way; adopted, it stays.
        var adopting = follower
        adopting.setTarget("default", tone: .light)
        #expect(adopting.next() == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `setting that nobody has set is written`() {
        var follower = SettingFollower()
        follower.setTarget("Adwaita-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(State(value: nil, tone: .light)) == nil)
        #expect(follower.next() == .write("Adwaita-dark"))
    }

    @Test func `nothing wanted is nothing written`() {
        var follower = follower(Self.light)
        follower.setTarget(nil, tone: .dark)
        #expect(follower.next() == nil)
    }
}
