import AppearanceTestSupport
import Testing

/// A page in a real Firefox, on a desktop whose portal uses the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .firefox),
    .onDesktop { try Firefox(in: $0, environment: $1) })
struct DesktopFirefoxTests {
    private let story: AppStory

    init() throws { story = try AppStory("firefox") }

    @Test func `Firefox starts with the appearance in effect`() throws {
        #expect(try story.shownAtTheStart().contains(.dark))
    }

    @Test func `Firefox follows the light of the room in both directions`() throws {
        try story.followsTheLightOfTheRoom()
    }

    @Test func `Firefox shows night as dark`() throws { try story.showsNightAsDark() }

    @Test(.row("D25"), arguments: Seeds.chosen(1...3))
    func `Firefox shows the last of a hundred choices`(seed: UInt64) throws {
        try story.endsInTheLastOfAHundredChoices(seed: seed)
    }

    /// Chromium does not read the contrast of the portal.
    @Test func `Firefox receives the request for more contrast at night`() throws {
        let firefox = try #require(story.scene.app as? Firefox)
        for (mode, contrast) in [("light", false), ("night", true), ("dark", false)] {
            try story.scene.choose(mode)
            try firefox.waitUntil(itShowsMoreContrast: contrast)
            #expect(try firefox.showsMoreContrast() == contrast)
        }
    }
}
