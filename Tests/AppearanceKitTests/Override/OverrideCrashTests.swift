import AppearanceKit
import AppearanceTestSupport
import Foundation
import Testing

/// A choice that is being kept while its program is killed, and another one chooses as well.
@Suite(.bounded) struct OverrideCrashTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private var folder: String { home.configHome + "/appearanced/apps" }
    private let appID = "io.github.appearanced.example.terminal"

    private func terminal() throws -> ChildProcess {
        let terminal = try ChildProcess(
            BuiltProducts.directory + "/example-terminal", environment: home.environment,
            keepsInput: true)
        try terminal.waitForLine(containing: "It is ")
        return terminal
    }

    /// The choice for the next launch, in the file that the documentation names.
    private func kept() throws -> String {
        try String(contentsOfFile: folder + "/" + appID, encoding: .utf8)
    }

    /// Each is killed in the middle of choosing.
    @Test func `a process killed while it saves a choice leaves a valid file`() throws {
        let first = try terminal()
        try first.write(line: "d")
        try first.write(line: "q")
        #expect(try first.expectExit() == .exited(0))
        #expect(try kept() == "dark\n")
        for _ in 0..<8 {
            let doomed = try terminal()
            try doomed.write(line: String(repeating: "ln", count: 1000))
            try doomed.waitForLine(containing: "It is night")
            doomed.signal(9)
            #expect(try doomed.expectExit() == .killed(signal: 9))
            let word = try kept()
            #expect(["dark\n", "light\n", "night\n"].contains(word))
            let next = try terminal()
            #expect(next.text().contains("It is \(word.dropLast()) here"))
        }
    }

    /// Both processes have the same choice as the file, in any order of their choices.
    @Test func `two processes that choose at the same time agree`() throws {
        let one = try terminal()
        let other = try terminal()
        for _ in 0..<100 {
            try one.write(line: "l")
            try other.write(line: "n")
        }
        try one.write(line: "q")
        #expect(try one.expectExit() == .exited(0))
        // The remaining one receives the other's last choice, or has made the last one itself.
        try other.write(line: "d")
        try other.waitForLine(containing: "It is dark here (Dark)")
        try other.write(line: "q")
        #expect(try other.expectExit() == .exited(0))
        #expect(try kept() == "dark\n")
        let drafts = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(drafts == [appID])
    }

    @Test func `two followers of one file end with the saved choice`() throws {
        func app() throws -> AppAppearance {
            try AppAppearance(
                id: "org.example.Reader", following: AppearanceFollower(socket: nil),
                configurationHome: home.configHome)
        }
        let (one, other) = (try app(), try app())
        for round in 0..<50 {
            one.choice = round.isMultiple(of: 2) ? .light : .dark
            other.choice = .night
        }
        one.choice = .dark
        for app in [one, other] {
            app.process()
            #expect(app.choice == .dark)
        }
        #expect(try app().choice == .dark)
    }
}
