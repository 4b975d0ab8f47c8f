/// A real libadwaita program, in Python.
package final class AdwaitaApp: FollowingApp {
    package let screen: Screen
    private let process: ChildProcess

    /// Starts it; its window is there when this returns.
    package init(in home: TestHome, environment: [String: String]) throws {
        screen = try Screen(in: home)
        process = try ChildProcess(
            Python.system, [Repository.support + "/adwaita_app.py"],
            environment: environment.merging(screen.environment) { $1 }.merging([
                "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
                "GSETTINGS_BACKEND": "memory",
            ]) { $1 }, keepsInput: true)
        try process.waitForLine(containing: "\"ready\"", within: Self.timeout)
    }

    package func waitUntil(itShows appearance: ShownScheme) throws {
        try process.write(line: JSON.object(["until": .string(appearance.rawValue)]).text)
        try process.waitForLine(containing: "\"reached\"", within: Self.timeout)
    }

    package func shown() throws -> [ShownScheme] {
        try process.write(line: JSON.object(["shown": true]).text)
        let line = try process.waitForLine(containing: "\"shown\"", within: Self.timeout)
        return try appearances(JSON(parsing: line)["shown"])
    }
}
