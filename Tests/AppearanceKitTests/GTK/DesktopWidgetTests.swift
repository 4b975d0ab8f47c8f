import AppearanceTestSupport
import Foundation
import Testing

/// Every widget of GTK, and of libadwaita, on a screen, as its pixels are.
@Suite(.bounded(minutes: 15), .requires(.windowUser, .adwaita)) struct DesktopWidgetTests {
    /// Types that are no widgets of an app's own.
    private static let exempt: Set = [
        // Exists while something is dragged; a type that only others derive from.
        "GtkDragIcon", "GtkRange",
    ]

    @Test(arguments: ["gtk", "adwaita"])
    func `the dark is dark, night is black and red, and every widget stays where it is`(
        _ toolkit: String
    ) throws {
        let gallery = try WidgetGallery(toolkit)
        try gallery.command("widgets")
        #expect(try gallery.colorsAtNight(after: "the window").red > 10_000)
        try gallery.expectEqualPlaces(among: ["light", "dark", "light high", "dark high"])
        try gallery.command("popovers")
        try gallery.showTooltip()
        #expect(try gallery.colorsAtNight(after: "popovers and a tooltip").red > 10_000)
        try gallery.expectEqualPlaces(among: ["light", "dark", "light high", "dark high"])
    }

    @Test(arguments: ["gtk", "adwaita"])
    func `so is every dialog`(_ toolkit: String) throws {
        let gallery = try WidgetGallery(toolkit)
        let windows = try gallery.windows()
        #expect(windows.count > 10)
        for window in windows {
            try gallery.command("window \(window)")
            _ = try gallery.colorsAtNight(after: window)
            try gallery.expectEqualPlaces(among: ["light", "dark"])
        }
    }

    /// As in every program whose main loop is GLib's.
    @Test func `tasks of the main actor run in GLib's main loop`() throws {
        let gallery = try WidgetGallery("gtk")
        try gallery.command("task")
        try gallery.program.waitForLine("its first appearance") { $0 == "task light" }
        try gallery.program.write(line: "night")
        try gallery.program.waitForLine("its next appearance") { $0 == "task night" }
        // A main queue that stays readable would keep the loop awake.
        try gallery.command("night")
        let before = try gallery.program.contextSwitchesOfMainThread()
        try gallery.command("windows")
        #expect(try gallery.program.contextSwitchesOfMainThread() - before < 100)
    }

    /// Each class of 400 loaded the whole sheet: 2.3 s.
    @Test func `a change loads the style sheet once, however many classes it has`() throws {
        let gallery = try WidgetGallery("gtk")
        try gallery.command("classes 400")
        // GTK finds the error at each load: at the first, and at that after the change.
        let loads = gallery.program.text(on: .errors).split(separator: "\n").filter {
            $0.contains("the declarations of the class \"broken\": ")
        }
        #expect(loads.count == 2)
    }

    @Test func `an error in a class names it and leaves the others alone`() throws {
        let gallery = try WidgetGallery("gtk")
        try gallery.program.write(line: "broken")
        try gallery.program.waitForLine(
            containing: "the declarations of the class \"open\" are ignored", on: .errors)
        try gallery.program.waitForLine(
            containing: "the declarations of the class \"broken\": ", on: .errors)
        try gallery.program.waitForLine("done") { $0 == "done" }
        #expect(!gallery.program.text(on: .errors).contains("ended"))
    }

    /// A newer GTK has other widgets.
    @Test func `the gallery has every widget of this GTK and libadwaita`() throws {
        let list = """
            import gi
            gi.require_version("Gtk", "4.0")
            gi.require_version("Adw", "1")
            from gi.repository import Adw, GObject, Gtk
            abstract = GObject.TypeFlags.ABSTRACT
            for module in (Gtk, Adw):
                for one in map(lambda name: getattr(module, name), dir(module)):
                    if isinstance(one, type) and issubclass(one, Gtk.Widget):
                        if not GObject.type_test_flags(one.__gtype__, abstract):
                            print(one.__gtype__.name)
            """
        let run = try ChildProcess.run(
            "/usr/bin/python3", ["-c", list], environment: TestHome.plainEnvironment)
        let files = try WidgetGallery.files.map { try Repository.text(of: $0) }.joined()
        let names = Set(run.output.split(separator: "\n").map(String.init))
        #expect(names.count > 100, "\(run.errors)")
        let missing = names.subtracting(Self.exempt).filter { !files.contains("class=\"\($0)\"") }
        #expect(missing.sorted() == [])
    }
}
