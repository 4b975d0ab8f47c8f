import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// One setting followed, without any program.
@Suite(.bounded) struct SettingFollowerTests {
    typealias State = SettingFollower.State

    private static let light = State(value: "default", tone: .light)
    private static let dark = State(value: "prefer-dark", tone: .dark)

    /// A follower that has read the value and has nothing to do.
    private func follower(_ reading: State, keepsChoices: Bool = true) -> SettingFollower {
        var follower = SettingFollower(keepsChoices: keepsChoices)
        follower.setTarget(reading.value, tone: reading.tone)
        #expect(follower.next() == .read)
        #expect(follower.didRead(reading) == nil)
        #expect(follower.next() == nil)
        return follower
    }

    @Test func `the value is read before it is written`() {
        var follower = SettingFollower()
        #expect(follower.isAtRest)
        #expect(follower.next() == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(!follower.isAtRest)
        #expect(follower.next() == .read)
        #expect(follower.next() == nil)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
        follower.didWrite()
        #expect(follower.present == Self.dark)
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == nil)
        #expect(follower.isAtRest)
    }

    @Test func `a value that is already set is not written`() {
        var follower = follower(Self.dark)
        follower.notice()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == nil)
        // Nobody has chosen it, so another name of the same tone is written.
        follower.setTarget("dusk", tone: .dark)
        #expect(follower.next() == .write("dusk"))
    }

    @Test(.row("D20")) func `only the newest value is written`() {
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

    @Test func `a write of its own does not count as the user's`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
        follower.notice()
        follower.didWrite()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `a change by the user is reported and not reverted`() {
        var follower = follower(Self.light)
        follower.notice()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == .turned(.dark, whileAway: false))
        // Adopted or not, nothing is written.
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == nil)
    }

    /// GNOME's own settings may use another value for it.
    @Test func `a value of the user with the right tone is kept`() {
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
        follower.setTarget("dusk", tone: .dark)
        #expect(follower.next() == .write("dusk"))
    }

    /// A setting that ends with the session has a picture for each screen.
    @Test func `a choice of the user is replaced at the next target where none is kept`() {
        var follower = follower(Self.light, keepsChoices: false)
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(State(value: "theirs", tone: .dark)) == nil)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `a target that is newer than the reading is written over the user's value`() {
        var follower = follower(Self.light)
        follower.notice()
        #expect(follower.next() == .read)
        follower.setTarget("prefer-light", tone: .light)
        #expect(follower.didRead(Self.dark) == .turned(.dark, whileAway: false))
        #expect(follower.next() == .write("prefer-light"))
    }

    @Test func `a theme of the same tone is no change of appearance`() {
        var follower = follower(State(value: "Adwaita", tone: .light))
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(State(value: "Arc", tone: .light)) == nil)
        #expect(follower.next() == nil)
    }

    @Test func `many changes during one read cause one more read`() {
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

    @Test func `a change by the user during a write decides`() {
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

    @Test(arguments: [true, false])
    func `a failed write is retried after a read`(_ isNoticed: Bool) {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didFail()
        #expect(follower.next() == nil)
        var other = follower
        other.setTarget("dusk", tone: .dark)
        #expect(other.next() == .write("dusk"))
        if isNoticed { follower.notice() } else { follower.retry() }
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `a value that is held back is written when it is let go`() {
        var follower = follower(Self.light)
        follower.isHeldBack = true
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.next() == nil)
        #expect(follower.isWriting && !follower.isAtRest)
        // The user is faster.
        var other = follower
        other.notice()
        #expect(other.next() == .read)
        #expect(other.didRead(Self.dark) == .turned(.dark, whileAway: false))
        other.isHeldBack = false
        #expect(other.next() == nil && !other.isWriting)
        follower.isHeldBack = false
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `a target is being written until it is, or has failed`() {
        var follower = SettingFollower()
        #expect(!follower.isWriting)
        follower.setTarget("prefer-dark", tone: .dark)
        #expect(follower.isWriting)
        _ = follower.next()
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.isWriting)
        _ = follower.next()
        #expect(follower.isWriting)
        var failed = follower
        failed.didFail()
        #expect(!failed.isWriting)
        failed.setTarget("default", tone: .light)
        #expect(failed.isWriting)
        follower.didWrite()
        #expect(!follower.isWriting)
        #expect(follower.next() == .read)
    }

    /// A program may exit with 0 without any effect.
    @Test func `a write without effect is reported and retried`() {
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
        follower.didWrite()
        _ = follower.next()
        #expect(follower.didRead(Self.dark) == nil)
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(Self.dark) == nil)
    }

    @Test func `a third value after a write is the user's`() {
        var follower = follower(Self.light)
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didWrite()
        _ = follower.next()
        let theirs = State(value: "prefer-light", tone: .light)
        #expect(follower.didRead(theirs) == .turned(.light, whileAway: false))
    }

    @Test func `a user who reverts a write is detected by the change`() {
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
        follower.notice()
        _ = follower.next()
        #expect(follower.didRead(Self.light) == nil)
    }

    /// Plasma's colours can be turned while its global theme stays.
    @Test func `a changed tone under the same name is a change of appearance`() {
        var follower = follower(State(value: "theme", tone: .dark))
        follower.notice()
        _ = follower.next()
        #expect(
            follower.didRead(State(value: "theme", tone: .light))
                == .turned(.light, whileAway: false))
    }

    @Test func `a theme whose tone differs from the target is no change`() {
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

    @Test func `a value that cannot be read is not overwritten`() {
        var follower = SettingFollower()
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        follower.didFail()
        #expect(follower.next() == nil)
        follower.setTarget("default", tone: .light)
        #expect(follower.next() == .read)
    }

    @Test func `a value written by the daemon is no change after a restart`() {
        var follower = SettingFollower(ours: ["default", "prefer-dark"])
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(Self.light) == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `a value of the user is a change after a restart`() {
        var follower = SettingFollower(ours: ["prefer-dark"])
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(Self.light) == .turned(.light, whileAway: true))
        // If it is not adopted, it is overwritten; if it is, it stays.
        var adopting = follower
        adopting.setTarget("prefer-light", tone: .light)
        #expect(adopting.next() == nil)
        #expect(follower.next() == .write("prefer-dark"))
    }

    @Test func `a setting that was unset is a change after a restart`() {
        var follower = SettingFollower(ours: ["prefer-dark"])
        follower.setTarget("prefer-dark", tone: .dark)
        _ = follower.next()
        let unset = State(value: nil, tone: .light)
        #expect(follower.didRead(unset) == .turned(.light, whileAway: true))
    }

    /// Plasma may switch by itself for a while.
    @Test func `a follower that starts again keeps its target until a change is noticed`() {
        var follower = follower(Self.light).restarted()
        #expect(follower.next() == nil)
        follower.notice()
        #expect(follower.next() == .read)
        #expect(follower.didRead(Self.dark) == nil)
        #expect(follower.next() == .write("default"))
    }

    @Test func `an unset setting is written`() {
        var follower = SettingFollower()
        follower.setTarget("Adwaita-dark", tone: .dark)
        _ = follower.next()
        #expect(follower.didRead(State(value: nil, tone: .light)) == nil)
        #expect(follower.next() == .write("Adwaita-dark"))
    }

    @Test func `without a target no value is written`() {
        var follower = follower(Self.light)
        follower.setTarget(nil, tone: .dark)
        #expect(follower.next() == nil)
    }
}
