import AppearanceTestSupport
import Testing

/// A real program of libadwaita, on a desktop whose portal uses the daemon.
@Suite(
    .bounded, .serialized, .requires(.bus, .busClient, .sensorTestbed, .portal, .xvfb, .adwaita),
    .onDesktop { try AdwaitaApp(in: $0, environment: $1) })
struct DesktopAdwaitaTests {
    private let story: AppStory

    init() throws { story = try AppStory("libadwaita") }

    @Test func `libadwaita starts with the appearance in effect`() throws {
        #expect(try story.shownAtTheStart().contains(.dark))
    }

    @Test func `libadwaita follows the light of the room in both directions`() throws {
        try story.followsTheLightOfTheRoom()
    }

    @Test func `libadwaita shows night as dark`() throws { try story.showsNightAsDark() }

    @Test(.row("D25"), arguments: Seeds.chosen(1...3))
    func `libadwaita shows the last of a hundred choices`(seed: UInt64) throws {
        try story.endsInTheLastOfAHundredChoices(seed: seed)
    }
}
