import AppearanceKit
import AppearanceTestSupport
import Testing

/// The window in GTK, as its user sees it.
@Suite(.bounded(minutes: 15), .requires(.bus, .swift, .gtk)) struct GtkExampleTests {
    @Test func `the window follows the desktop until the user chooses`() throws {
        let session = try Session("light")
        let program = try SwiftBuild.program(
            "reader", ofPackage: Repository.root + "/Examples/gtk", in: session.home)
        let screen = try Screen()
        let reader = try ChildProcess(
            program,
            environment: session.home.environment.merging(session.bus.environment) { $1 }
                .merging(screen.environment) { $1 })
        try screen.wait(for: "#FFFFFF", x: 8, y: 8)
        try session.set("dark")
        try screen.wait(for: "#0A0A0A", x: 8, y: 8)
        try session.set("night")
        try screen.wait(for: "#000000", x: 8, y: 8)
        // As the picker does in another window of the app, in another process.
        let other = try AppAppearance(
            id: "io.github.appearanced.example.reader",
            following: AppearanceFollower(socket: session.socket),
            configurationHome: session.home.configHome)
        // The sun of the photo is filtered too.
        let photo = try screen.color(x: 260, y: 247)
        #expect(photo.hasSuffix("0000") && photo != "#000000", "\(photo)")
        other.choice = .light
        try screen.wait(for: "#FFFFFF", x: 8, y: 8)
        reader.signal(15)
        #expect(try reader.expectExit() == .killed(signal: 15))
        let next = try ChildProcess(
            program,
            environment: session.home.environment.merging(session.bus.environment) { $1 }
                .merging(screen.environment) { $1 })
        try next.waitForLine("its first look") { $0 == "page light" }
    }

    /// Also with the variable that tries a program, which a developer may have set.
    @Test(.nightly) func `the tests of the reader pass`() throws {
        let output = try SwiftBuild.tests(
            ofPackage: Repository.root + "/Examples/gtk", in: TestHome(),
            setting: ["APPEARANCE_FAKE": "dark"])
        #expect(output.contains("Test run with 3 tests in 1 suite passed"), "\(output)")
    }
}
