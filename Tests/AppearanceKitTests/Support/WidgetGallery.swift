import AppearanceTestSupport
import Testing

/// The program with every widget, on a screen of its own.
final class WidgetGallery {
    static let files = ["Tests/Gallery/gtk.ui", "Tests/Gallery/adwaita.ui"]

    private let home: TestHome
    private let server: XServer
    let program: ChildProcess
    private var pointer: ChildProcess?

    init(_ toolkit: String) throws {
        home = try TestHome()
        server = try XServer(in: home, size: "2600x1800", framebufferFolder: home.path)
        let environment = home.environment.merging(server.environment) { $1 }.merging([
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo", "GDK_DEBUG": "gl-disable",
            "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "ADW_DISABLE_PORTAL": "1",
        ]) { $1 }
        let files = Self.files.prefix(toolkit == "gtk" ? 1 : 2).map { Repository.root + "/" + $0 }
        program = try ChildProcess(
            BuiltProducts.widgetGallery, [toolkit] + files, environment: environment,
            keepsInput: true)
        #expect(try answer().filter { $0.hasPrefix("error") } == [])
    }

    /// Sends a command, and returns the places of the widgets.
    @discardableResult
    func command(_ command: String) throws -> [String] {
        try program.write(line: command)
        let places = try answer().last { $0.hasPrefix("places ") } ?? ""
        return places.split(separator: ";").map(String.init)
    }

    /// Returns the names of the dialogs.
    func windows() throws -> [String] {
        try program.write(line: "windows")
        let line = try answer().first { $0.hasPrefix("windows ") } ?? ""
        return line.split(separator: " ").dropFirst().map(String.init)
    }

    /// Expects that night has no other colour than red, and returns its colours.
    func colorsAtNight(after event: String) throws -> ScreenColors {
        for appearance in ["night high", "night"] {
            try command(appearance)
            let colors = try colors()
            #expect(colors.coloured == 0, "\(appearance) of \(event): \(colors)")
        }
        return try colors()
    }

    /// Expects that no widget moves from one appearance to another, and that the dark ones are dark.
    ///
    /// The first is light; the present one is night.
    func expectEqualPlaces(among appearances: [String]) throws {
        var places: [String] = []
        var latest = try command("night")
        let deadline = Deadline()
        while true {
            while places != latest { (places, latest) = (latest, try command("night")) }
            var moves: [String] = []
            var light = 0.0
            for appearance in appearances {
                let moved = try zip(places, command(appearance)).filter { $0 != $1 }
                if !moved.isEmpty { moves.append("\(appearance): \(moved.prefix(3))") }
                let colors = try colors()
                if appearance.hasPrefix("dark") {
                    #expect(colors.bright * 3 < light, "\(appearance): \(colors), light: \(light)")
                } else {
                    light = colors.bright
                }
            }
            guard !moves.isEmpty else { return }
            // On a slow machine, some widgets fill themselves later, such as a text of several lines or the
            // list of the fonts' languages. What an appearance moves is back in its place at night.
            latest = try command("night")
            guard places != latest else {
                Issue.record("\(moves)")
                return
            }
            try deadline.check("the widgets to fill themselves: \(moves)")
        }
    }

    /// Points at a widget with a tooltip until it is there.
    func showTooltip() throws {
        // The pointer has colours of its own, so it is hidden while its program runs.
        let point = """
            import sys
            from Xlib import X, display
            from Xlib.ext import xtest
            screen = display.Display()
            screen.xfixes_query_version()
            screen.screen().root.xfixes_hide_cursor()
            for x in (350, 354):
                xtest.fake_input(screen, X.MotionNotify, x=x, y=5)
                screen.sync()
            sys.stdin.read()
            """
        pointer = try ChildProcess(
            Python.system, ["-c", point],
            environment: TestHome.plainEnvironment.merging(server.environment) { $1 },
            keepsInput: true)
        try program.waitForLine(containing: "tooltip", within: .seconds(30))
    }

    func colors() throws -> ScreenColors { try server.colors() }

    private func answer() throws -> [String] {
        var lines: [String] = []
        try program.waitForLine("the end of the answer", within: .seconds(60)) { line in
            lines.append(line)
            return line == "done"
        }
        return lines
    }
}
