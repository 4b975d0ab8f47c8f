import AppearanceTestSupport
import Testing

/// A page in a real Chromium, on a desktop whose portal uses the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .chromium),
    .onDesktop { try Chromium(in: $0, environment: $1) })
struct DesktopChromiumTests {
    private let story: AppStory

    init() throws { story = try AppStory("chromium") }

    @Test func `Chromium starts with the appearance in effect`() throws {
        #expect(try story.shownAtTheStart().contains(.dark))
    }

    @Test func `Chromium follows the light of the room in both directions`() throws {
        try story.followsTheLightOfTheRoom()
    }

    @Test func `Chromium shows night as dark`() throws { try story.showsNightAsDark() }

    @Test(.row("D25"), arguments: Seeds.chosen(1...3))
    func `Chromium shows the last of a hundred choices`(seed: UInt64) throws {
        try story.endsInTheLastOfAHundredChoices(seed: seed)
    }
}
