import AppearanceTestSupport

/// An X11 screen in memory.
final class Screen {
    private let home: TestHome
    private let server: XServer

    init() throws {
        home = try TestHome()
        server = try XServer(in: home, size: "640x480")
    }

    /// The environment for a GTK program on this screen.
    var environment: [String: String] {
        let toolkit = [
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GTK_A11Y": "none",
            "GTK_THEME": "Default",
        ]
        return toolkit.merging(server.environment) { $1 }
    }

    /// The colour of a point, as `#RRGGBB`.
    func color(x: Int, y: Int) throws -> String {
        let run = try ChildProcess.run(
            "import", ["-window", "root", "-depth", "8", "-crop", "1x1+\(x)+\(y)", "txt:-"],
            environment: TestHome.plainEnvironment.merging(environment) { $1 })
        guard let color = run.output.firstMatch(of: /#[0-9A-F]{6}/) else {
            throw HarnessFailure("no colour in \(run.output)\(run.errors)")
        }
        return String(color.output)
    }

    /// Waits until a point has a colour.
    func wait(for color: String, x: Int, y: Int) throws {
        let deadline = ContinuousClock.now + ChildProcess.timeout
        var seen = ""
        while deadline > .now {
            seen = try self.color(x: x, y: y)
            if seen == color { return }
        }
        throw HarnessFailure("waited for \(color) at \(x), \(y), where \(seen) is")
    }
}
