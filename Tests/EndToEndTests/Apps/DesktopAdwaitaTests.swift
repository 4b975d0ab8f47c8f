import AppearanceTestSupport
import Testing

/// A real program of libadwaita, on a desktop whose portal asks the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .adwaita),
    .onDesktop { try AdwaitaApp(in: $0, environment: $1) })
struct DesktopAdwaitaTests {
    private let story: AppStory

    init() throws { story = try AppStory("libadwaita") }

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
