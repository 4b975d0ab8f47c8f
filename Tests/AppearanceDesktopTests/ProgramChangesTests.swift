import AppearanceDesktop
import AppearanceModel
import AppearanceTestSupport
import Testing

/// Changes of the preference where a shell or a script may make them.
@Suite(.bounded) struct ProgramChangesTests {
    /// A session without a switch, in light, and a daemon that adopts what counts as a choice.
    private struct Scene {
        var changes = ProgramChanges()
        var now = BootTime(microsecondsSinceBoot: 0)
        var appearance = Tone.light
        var isOverridden = false

        init() { changes.expectRestoring(after: .sessionStart, at: now) }

        /// A session that has gone on for some time.
        static var later: Scene {
            var scene = Scene()
            scene.now = scene.now + .hours(1)
            return scene
        }

        mutating func wait(_ span: Microseconds) { now = now + span }

        /// Sets a tone as a person or a program does; returns the sign that it was a program.
        mutating func change(to tone: Tone) -> ProgramChanges.Sign? {
            let sign = changes.sign(
                ofChangeTo: tone, from: appearance, isOverridden: isOverridden, at: now)
            guard sign == nil, tone != appearance else { return sign }
            appearance = tone
            isOverridden = tone != .light
            changes.recordOwn(at: now)
            return nil
        }

        /// The daemon changes the appearance itself, as at sunset.
        mutating func decide(_ tone: Tone) {
            appearance = tone
            isOverridden = false
            changes.recordOwn(at: now)
        }
    }

    @Test(.row("P12")) func `a single change is a person's`() {
        var scene = Scene.later
        #expect(scene.change(to: .dark) == nil)
        #expect(scene.appearance == .dark)
    }

    @Test(.row("P12"), arguments: [Microseconds.seconds(0), .seconds(1), .minutes(4)])
    func `a person takes a choice back at any time`(after span: Microseconds) {
        var scene = Scene.later
        #expect(scene.change(to: .dark) == nil)
        scene.wait(span)
        #expect(scene.change(to: .light) == nil)
        #expect(scene.appearance == .light && !scene.isOverridden)
    }

    @Test(.row("P12")) func `a shell that restores its setting in a new session chooses nothing`() {
        var scene = Scene()
        scene.wait(.seconds(59))
        #expect(scene.change(to: .dark) == .sessionStart)
        // That the shell has restored something tells nothing about what follows.
        scene.wait(.seconds(1))
        #expect(scene.change(to: .dark) == nil)
    }

    @Test(.row("P12")) func `a shell that restores its setting on a new display chooses nothing`() {
        var scene = Scene.later
        scene.changes.expectRestoring(after: .outputChange, at: scene.now)
        scene.wait(.seconds(3))
        #expect(scene.change(to: .dark) == .outputChange)
        scene.wait(.minutes(1))
        #expect(scene.change(to: .dark) == nil)
    }

    @Test(.row("P12")) func `a program that reverts a change of the daemon chooses nothing`() {
        var scene = Scene.later
        scene.decide(.dark)
        scene.wait(.seconds(2))
        #expect(scene.change(to: .light) == .revert)
        #expect(scene.appearance == .dark)
        scene.wait(.minutes(6))
        #expect(scene.change(to: .light) == nil)
    }

    @Test(.row("P12")) func `a person who disagrees with sunset is adopted`() {
        var scene = Scene.later
        scene.decide(.dark)
        scene.wait(.seconds(6))
        #expect(scene.change(to: .light) == nil)
    }

    @Test(.row("P12")) func `a second change within minutes is a program's`() {
        var scene = Scene.later
        #expect(scene.change(to: .dark) == nil)
        scene.wait(.minutes(2))
        #expect(scene.change(to: .light) == nil)
        scene.wait(.minutes(2))
        #expect(scene.change(to: .dark) == .repetition)
        for _ in 0..<20 {
            scene.wait(.minutes(4))
            #expect(scene.change(to: .dark) == .repetition)
        }
        scene.wait(.minutes(6))
        #expect(scene.change(to: .dark) == nil)
    }

    /// The value may have been left at another tone, so the first of the two changes nothing.
    @Test(.row("P12")) func `two changes at once are a program's`() {
        var scene = Scene.later
        #expect(scene.change(to: .light) == nil)
        #expect(scene.change(to: .dark) == .repetition)
        #expect(scene.appearance == .light)
    }

    @Test(.row("P12")) func `a choice that has ended cannot be taken back`() {
        var scene = Scene.later
        #expect(scene.change(to: .dark) == nil)
        scene.wait(.minutes(1))
        scene.decide(.dark)
        scene.wait(.minutes(1))
        #expect(scene.change(to: .light) == .repetition)
    }

    @Test(arguments: Desktop.allCases)
    func `only window managers and compositors lack a switch`(desktop: Desktop) {
        #expect(desktop.lacksSwitch == [.x11, .layerShell].contains(desktop))
    }
}
