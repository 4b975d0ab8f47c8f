import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// A desktop, a user who changes its switch often, and a daemon that adopts the changes.
///
/// Programs take a random time, and changes are reported late: in any order, it comes to
/// rest at the user's last change, and no change of the user is overwritten.
@Suite(.bounded) struct FlipStormTests {
    private struct Scene {
        var dice: SplitMix64
        var desktop = "default"
        var appearance = Tone.light
        var follower = SettingFollower()
        var running: SettingFollower.Step?
        var untold = 0
        var writes = 0

        mutating func begin() {
            if running == nil { running = follower.next() }
        }

        /// The daemon changes the target itself, as at sunset.
        mutating func decide(_ tone: Tone) {
            appearance = tone
            follower.setTarget(tone == .dark ? "prefer-dark" : "default", tone: tone)
            begin()
        }

        mutating func flip() {
            desktop = desktop == "default" ? "prefer-dark" : "default"
            untold += 1
        }

        mutating func tell() {
            guard untold > 0 else { return }
            untold -= 1
            follower.notice()
            begin()
        }

        mutating func finish() {
            guard let step = running else { return }
            running = nil
            switch step {
            case .read:
                let tone: Tone = desktop == "prefer-dark" ? .dark : .light
                let finding = follower.didRead(.init(value: desktop, tone: tone))
                if case .turned(let tone, _) = finding, tone != appearance { decide(tone) }
            case .write(let value):
                if desktop != value { untold += 1 }
                desktop = value
                writes += 1
                follower.didWrite()
            }
            begin()
        }

        mutating func comeToRest() {
            while running != nil || untold > 0 {
                if dice.once(in: 2) { tell() } else { finish() }
            }
        }
    }

    @Test(.row("D21"), arguments: UInt64(1)...200)
    func `a hundred switches end with the user's last choice`(_ seed: UInt64) {
        var scene = Scene(dice: SplitMix64(seed: seed))
        scene.decide(.light)
        scene.comeToRest()
        for _ in 0..<100 {
            scene.flip()
            for _ in 0..<Int.random(in: 0..<4, using: &scene.dice) {
                if scene.dice.once(in: 2) { scene.tell() } else { scene.finish() }
            }
        }
        let last = scene.desktop
        scene.comeToRest()
        #expect(scene.desktop == last)
        #expect(scene.appearance == (last == "prefer-dark" ? .dark : .light))
        #expect(scene.writes == 0)
    }

    /// With its own decisions in between, it still agrees with the desktop at the end.
    @Test(arguments: Seeds.chosen(1...200))
    func `with decisions between the switches both end in agreement`(_ seed: UInt64) {
        var scene = Scene(dice: SplitMix64(seed: seed))
        scene.decide(.dark)
        for _ in 0..<100 {
            switch Int.random(in: 0..<5, using: &scene.dice) {
            case 0: scene.decide(scene.appearance == .dark ? .light : .dark)
            case 1: scene.flip()
            case 2: scene.tell()
            default: scene.finish()
            }
        }
        scene.comeToRest()
        #expect(scene.desktop == (scene.appearance == .dark ? "prefer-dark" : "default"))
        #expect(scene.writes <= 101)
    }
}

extension SplitMix64 {
    fileprivate mutating func once(in count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }
}
