import AppearanceTestSupport
import Testing

/// A page in a real Firefox, on a desktop whose portal asks the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .firefox),
    .onDesktop { try Firefox(in: $0, environment: $1) })
struct DesktopFirefoxTests {
    private let story: AppStory

    init() throws { story = try AppStory("firefox") }

    @Test func `it starts in what is in effect`() throws {
        #expect(try story.shownAtTheStart().contains(.dark))
    }

    @Test func `it follows the light of the room both ways`() throws {
        try story.followsTheLightOfTheRoom()
    }

    @Test func `it shows night as dark`() throws { try story.showsNightAsDark() }

    @Test(.row("D25"), arguments: Seeds.chosen(1...3))
    func `it ends in the last of a hundred choices`(seed: UInt64) throws {
        try story.endsInTheLastOfAHundredChoices(seed: seed)
    }

    /// Chromium asks the portal for no contrast.
    @Test func `it hears that night asks for more contrast`() throws {
        let firefox = try #require(story.scene.app as? Firefox)
        for (mode, contrast) in [("light", false), ("night", true), ("dark", false)] {
            try story.scene.choose(mode)
            try firefox.waitUntil(itShowsMoreContrast: contrast)
            #expect(try firefox.showsMoreContrast() == contrast)
        }
    }
}
