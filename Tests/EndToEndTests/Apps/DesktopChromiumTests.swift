import AppearanceTestSupport
import Testing

/// A page in a real Chromium, on a desktop whose portal asks the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .chromium),
    .onDesktop { try Chromium(in: $0, environment: $1) })
struct DesktopChromiumTests {
    private let story: AppStory

    init() throws { story = try AppStory("chromium") }

    @Test func itStartsInWhatIsInEffect() throws {
        #expect(try story.shownAtTheStart().contains(.dark))
    }

    @Test func itFollowsTheLightOfTheRoomBothWays() throws { try story.followsTheLightOfTheRoom() }

    @Test func itShowsNightAsDark() throws { try story.showsNightAsDark() }

    @Test(.row("D25"), arguments: Seeds.chosen(1...3))
    func itEndsInTheLastOfAHundredChoices(seed: UInt64) throws {
        try story.endsInTheLastOfAHundredChoices(seed: seed)
    }
}
