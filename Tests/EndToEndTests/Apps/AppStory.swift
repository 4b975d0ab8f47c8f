import AppearanceTestSupport
import Testing

/// The checks of a program that follows the portal.
struct AppStory {
    let scene: AppScene
    /// The name of its screenshots.
    let name: String

    init(_ name: String) throws {
        self.name = name
        scene = try #require(OnDesktop.scene)
    }

    /// The first two appearances it showed, in a room that was dark when it was started.
    ///
    /// A browser may have drawn a light page before its request.
    func shownAtTheStart() throws -> ArraySlice<ShownScheme> { try scene.app.shown().prefix(2) }

    func followsTheLightOfTheRoom() throws {
        try scene.choose("dark")
        let before = try scene.app.shown().count
        for (lux, appearance) in [(300.0, ShownScheme.light), (5, .dark), (300, .light)] {
            try scene.letTheRoomDecide(lux: lux)
            try scene.app.waitUntil(itShows: appearance)
            #expect(try scene.service.get("Appearance").string == appearance.rawValue)
            #expect(try scene.service.get("Reason") == "sensor")
            try expectPicture(appearance.rawValue, ofBeing: appearance)
        }
        // It was never reloaded, and showed no other appearance in between.
        #expect(try scene.app.shown().dropFirst(before) == [.light, .dark, .light])
    }

    func showsNightAsDark() throws {
        try scene.choose("light")
        try scene.choose("night")
        try expectPicture("night", ofBeing: .dark)
        let portal = try scene.portal()
        #expect(
            try portal.call("Read", "ss", ["org.freedesktop.appearance", "color-scheme"]) == 1)
        #expect(try portal.call("Read", "ss", ["io.github.appearanced", "appearance"]) == "night")
        // Between night and dark it receives no signal.
        let before = try scene.app.shown()
        try scene.choose("dark")
        #expect(try scene.app.shown() == before)
    }

    /// A hundred choices without a pause: the program ends with the last.
    func endsInTheLastOfAHundredChoices(seed: UInt64) throws {
        try scene.choose("dark")
        try scene.choose("light")
        let portal = try scene.portal()
        let before = try scene.app.shown().count
        var dice = SplitMix64(seed: seed)
        let modes = ["light", "dark", "night"]
        let choices = (0..<100).map { _ in modes[Int.random(in: 0..<3, using: &dice)] }
        try scene.service.setInFlight("Mode", to: choices.map(JSON.string))
        // The portal signals each of them, and no other.
        let signalled = Self.schemes(["light"] + choices)
        for scheme in signalled {
            let signal = try portal.waitForSignal("SettingChanged") { $0[1] == "color-scheme" }
            #expect(signal[2] == scheme)
        }
        let last = choices[99]
        try scene.app.waitUntil(itShows: Self.shown(last))
        try expectPicture("after-100-choices", ofBeing: Self.shown(last))
        #expect(try scene.service.get("Mode").string == last)
        #expect(try scene.service.get("Appearance").string == last)
        #expect(
            try portal.call("Read", "ss", ["org.freedesktop.appearance", "color-scheme"])
                == Self.scheme(last))
        let shown = try scene.app.shown()
        #expect(shown.last == Self.shown(last))
        // A browser that is flipped faster than it draws may pass over some.
        #expect(shown.count - before <= signalled.count)
    }

    private static func shown(_ appearance: String) -> ShownScheme {
        appearance == "light" ? .light : .dark
    }

    private static func scheme(_ appearance: String) -> JSON { appearance == "light" ? 2 : 1 }

    /// The portal's signals for a row of appearances: each value that differs from the one before.
    private static func schemes(_ row: [String]) -> [JSON] {
        zip(row, row.dropFirst()).map { (scheme($0), scheme($1)) }.filter { $0 != $1 }.map(\.1)
    }

    /// Expects that the screen has the appearance that the program reports.
    private func expectPicture(_ what: String, ofBeing appearance: ShownScheme) throws {
        let brightness = try scene.app.screen.picture("\(name)-\(what)", ofBeing: appearance)
        #expect(appearance == .light ? brightness > 0.7 : brightness < 0.3)
    }
}
