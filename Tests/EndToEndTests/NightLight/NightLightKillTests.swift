import AppearanceTestSupport
import Foundation
import Testing

/// Filters that are killed at each write of the desktop's settings, on the way to night and back.
@Suite(.bounded, .requires(.bus, .busClient, .weston, .nightLight, .kwriteconfig))
struct NightLightKillTests {
    /// The part of a night in which the filter is killed.
    enum Phase: String, CaseIterable, Sendable {
        case dusk, dawn
    }

    /// A change of the colours in which the filter is killed.
    enum Change: String, CaseIterable, Sendable {
        case dayToEvening, eveningToNight, nightToEvening
    }

    /// A program that counts its writes of one phase, and kills its caller before one of them.
    private static let killer = """
        real=$(PATH=${PATH#*:} command -v "${0##*/}") || exit 127
        case $* in
        set\\ * | reset\\ * | *--key*)
            if [ -e "$COUNTING" ]; then
                echo >>"$COUNTING"
                [ "$(wc -l <"$COUNTING")" != "$STEP" ] || kill -KILL $PPID
            fi
            ;;
        esac
        exec "$real" "$@"
        """

    @Test(.row("G2"), arguments: NightLightScene.DesktopKind.allCases, Phase.allCases)
    func `a filter killed at any write can be restored`(
        _ kind: NightLightScene.DesktopKind, _ phase: Phase
    ) throws {
        // Without a kill, the number of writes.
        let writes = try run(kind, phase, killingAt: 0)
        #expect(writes >= 3)
        for step in 1...writes {
            #expect(try run(kind, phase, killingAt: step) == step)
        }
    }

    @Test(.row("N57"), arguments: [NightLightScene.DesktopKind.gnome, .kde], Change.allCases)
    func `a filter killed at any write of an evening can be restored`(
        _ kind: NightLightScene.DesktopKind, _ change: Change
    ) throws {
        let writes = try run(kind, change, killingAt: 0)
        try #require(writes >= 1)
        for step in 1...writes {
            #expect(try run(kind, change, killingAt: step) == step)
        }
    }

    /// Returns the number of writes in the change.
    private func run(
        _ kind: NightLightScene.DesktopKind, _ change: Change, killingAt step: Int
    ) throws -> Int {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        try scene.chooseEvening()
        let before = try scene.settings()
        let counting = scene.home.path + "/counting"
        let program = kind == .kde ? "kwriteconfig5" : "gsettings"
        var environment = try scene.stand(in: program, Self.killer)
        environment["COUNTING"] = counting
        environment["STEP"] = String(step)
        let filter = try scene.filter(NightScene.light, environment)
        try filter.waitUntilWarm()
        func night(_ word: String) throws {
            try scene.run(BuiltProducts.appearancectl, "night", word)
        }
        switch change {
        case .dayToEvening:
            try night("off")
            try filter.waitForStatus {
                $0["evening"] == .null && $0["outputs"][0]["method"] == "night light"
            }
        case .eveningToNight: break
        case .nightToEvening:
            try night("now")
            try filter.waitUntilHeld(true)
        }
        try scene.home.write("", to: counting)
        try night(change == .eveningToNight ? "now" : "auto")
        if step == 0 {
            if change == .eveningToNight {
                try filter.waitUntilHeld(true)
            } else {
                try filter.waitUntilWarm()
            }
        } else {
            try filter.process.expectExit()
            #expect(scene.hasLedger)
        }
        let writes = try String(contentsOfFile: counting, encoding: .utf8).count { $0 == "\n" }
        if step == 0 {
            #expect(try filter.process.terminate() == .exited(0))
        } else {
            try night("auto")
            try scene.choose(kind.methodChoice)
            let next = try scene.filter(NightScene.light)
            try next.waitUntilHeld(false)
            #expect(try next.process.terminate() == .exited(0))
        }
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
        return writes
    }

    /// Returns the number of writes in the phase until the end of the filter.
    private func run(
        _ kind: NightLightScene.DesktopKind, _ phase: Phase, killingAt step: Int
    ) throws -> Int {
        let scene = try NightLightScene(kind)
        try scene.setSome()
        let before = try scene.settings()
        let counting = scene.home.path + "/counting"
        let program = kind == .kde ? "kwriteconfig5" : "gsettings"
        var environment = try scene.stand(in: program, Self.killer)
        environment["COUNTING"] = counting
        environment["STEP"] = String(step)
        let filter = try scene.filter(
            phase == .dusk ? NightScene.light : NightScene.night, environment)
        try filter.waitUntilHeld(phase == .dawn)
        try scene.home.write("", to: counting)
        switch phase {
        case .dusk: try scene.run(BuiltProducts.appearancectl, "night", "now")
        case .dawn: filter.process.signal(15)
        }
        if phase == .dusk, step == 0 { try filter.waitUntilHeld(true) }
        let writes = {
            try String(contentsOfFile: counting, encoding: .utf8).count { $0 == "\n" }
        }
        guard step > 0 || phase == .dawn else {
            let number = try writes()
            #expect(try filter.process.terminate() == .exited(0))
            return number
        }
        try filter.process.expectExit()
        if step > 0 { #expect(scene.hasLedger) }
        try scene.run(BuiltProducts.appearancectl, "night", "auto")
        let next = try scene.filter(NightScene.light)
        try next.waitUntilHeld(false)
        #expect(try next.process.terminate() == .exited(0))
        #expect(try scene.settings() == before)
        #expect(!scene.hasLedger)
        return try writes()
    }
}
