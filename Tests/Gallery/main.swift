// Every widget of GTK, or of GTK and libadwaita, in windows that follow a node.
//
// gallery gtk|adwaita FILE…: the files contain an object of GtkBuilder each that begins at the start of a
// line. Reads commands from standard input, and answers each with the place of every widget, in a line, and
// `done`, when the screen shows it:
//
//   light|dark|night [high]   changes the appearance
//   widgets                   shows a window with every widget that is none itself
//   popovers                  pops up its popovers
//   window TYPE               shows a window alone
//   task                      starts a task that prints `task` and every appearance
//   classes COUNT             styles as many classes, and one with an error, and changes all of them
//   broken                    styles a class with declarations that are none, and one that is not closed

import AppearanceKit
import AppearanceKitGLib
import CAdw
import Glibc

let isAdwaita = CommandLine.arguments[1] == "adwaita"
if isAdwaita { adw_init() } else { gtk_init() }

func set(_ name: String, _ isOn: Bool, of object: UnsafeMutableRawPointer?) {
    var value = GValue()
    g_value_init(&value, GType(5 << 2))
    g_value_set_boolean(&value, isOn ? 1 : 0)
    g_object_set_property(object?.assumingMemoryBound(to: GObject.self), name, &value)
}

typealias Widget = UnsafeMutablePointer<GtkWidget>

func made(_ widget: Widget?) -> Widget {
    guard let widget else { fatalError("GTK made no widget") }
    return widget
}

/// A desktop that does not change; the commands do.
final class Light: AppearanceSource {
    let status = AppearanceStatus(.light)
    let fileDescriptor: Int32 = -1
    func process() -> AppearanceStatus? { nil }
}

@MainActor final class Gallery {
    private let app: AppAppearance
    private var root: AppearanceNode { app.root }
    private let styles: GtkStyles
    private var watches: [GLibWatch] = []
    private var tasks: [Task<Void, Never>] = []
    private let window = made(gtk_window_new())
    private let columns: [Widget]
    private var windows: [String: Widget] = [:]
    private var shown: Widget?
    private var frames = 0
    private var afterwards: (@MainActor () -> Void)?

    init() throws {
        let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
        set("gtk-enable-animations", false, of: settings)
        set("gtk-cursor-blink", false, of: settings)
        app = try AppAppearance(id: "org.example.Gallery", following: Light())
        columns = (0..<7).map { _ in made(gtk_box_new(GTK_ORIENTATION_VERTICAL, 4)) }
        styles = try GtkStyles()
        styles.followWidgets(app.root)
        let row = made(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8))
        for column in columns { gtk_box_append(cast(row), column) }
        gtk_window_set_child(cast(window), row)
        gtk_window_set_title(cast(window), "Gallery")
        for file in CommandLine.arguments.dropFirst(2) { try addObjects(of: file) }
        watches = [
            try GLibWatch(0) { [weak self] in self?.readCommand() }, try app.attach(),
            // A second one shares the main queue.
            try app.attach(),
        ]
    }

    private func cast<Kind>(_ widget: Widget) -> UnsafeMutablePointer<Kind> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: Kind.self)
    }

    // MARK: Objects

    private func addObjects(of file: String) throws {
        guard let text = readFile(file) else { fatalError("cannot read \(file)") }
        var number = 0
        for object in ("\n" + text).split(separator: "\n<object class=\"").dropFirst() {
            let name = String(object.prefix { $0 != "\"" })
            let builder = gtk_builder_new()
            var error: UnsafeMutablePointer<GError>?
            let interface = "<interface><object id=\"it\" class=\"\(object)</interface>"
            guard gtk_builder_add_from_string(builder, interface, -1, &error) != 0,
                let made = gtk_builder_get_object(builder, "it")
            else {
                let message = error.map { String(cString: $0.pointee.message) } ?? "no object"
                print(message.contains("Invalid object type") ? "missing" : "error", name, message)
                continue
            }
            add(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWidget.self), name, number)
            number += 1
        }
    }

    private func add(_ widget: Widget, _ name: String, _ number: Int) {
        let column = columns[number % columns.count]
        if isA(widget, "GtkWindow") || isA(widget, "AdwDialog") {
            windows[name] = widget
        } else if isA(widget, "GtkPopover") {
            gtk_widget_set_parent(widget, column)
        } else {
            if name == "GtkPicture" { fill(widget) }
            gtk_box_append(cast(column), widget)
            if name == "GtkLabel" { addTooltip(to: widget) }
        }
    }

    private func isA(_ widget: Widget, _ name: String) -> Bool {
        let type = g_type_from_name(name)
        let instance: UnsafeMutablePointer<GTypeInstance> = cast(widget)
        return type != 0 && g_type_check_instance_is_a(instance, type) != 0
    }

    /// A picture of many colours.
    private func fill(_ picture: Widget) {
        var bytes: [UInt8] = []
        for row in 0..<48 as Range<UInt8> {
            for column in 0..<64 as Range<UInt8> { bytes += [row * 5, column * 4, 255 - row * 5] }
        }
        let data = g_bytes_new(bytes, gsize(bytes.count))
        let texture = gdk_memory_texture_new(64, 48, GDK_MEMORY_R8G8B8, data, 64 * 3)
        gtk_picture_set_paintable(OpaquePointer(picture), texture)
    }

    private func addTooltip(to label: Widget) {
        let show: @convention(c) (Widget, Int32, Int32, Int32, OpaquePointer, gpointer?) -> Int32 =
            {
                _, _, _, _, tooltip, _ in
                gtk_tooltip_set_text(tooltip, "A tooltip")
                print("tooltip")
                fflush(nil)
                return 1
            }
        set("has-tooltip", true, of: UnsafeMutableRawPointer(label))
        g_signal_connect_data(
            label, "query-tooltip", unsafeBitCast(show, to: GCallback.self), nil, nil,
            GConnectFlags(rawValue: 0))
    }

    // MARK: Commands

    private func readCommand() {
        guard let line = readLine() else { exit(0) }
        let words = line.split(separator: " ").map(String.init)
        switch words.first {
        case "widgets": show(window)
        case "popovers": popUp(in: window)
        case "window":
            guard let other = windows[words[1]] else {
                print("missing", words[1])
                return finish()
            }
            show(other)
        case "windows":
            print("windows", windows.keys.sorted().joined(separator: " "))
            return finish()
        case "task":
            tasks.append(
                Task { @MainActor [root] in
                    for await traits in root.changes() {
                        print("task", traits.appearance.rawValue)
                        fflush(nil)
                    }
                })
            return finish()
        case "classes": changeClasses(Int(words[1]) ?? 0)
        case "broken":
            styles.follow(root, class: "broken") { _ in "color: nonsense;" }
            styles.follow(root, class: "open") { _ in "color: red; } * { color: blue;" }
            styles.follow(root, class: "ended") { _ in "color: nothing;" }
            styles.end(class: "ended")
        default:
            guard let appearance = words.first.flatMap(Appearance.init(rawValue:)) else {
                fatalError("unknown command \(line)")
            }
            root.system = Traits(
                appearance: appearance, contrast: words.count > 1 ? .high : .standard)
        }
        afterFrames { [self] in
            if let shown { print("places", places(of: shown, "").joined(separator: ";")) }
            finish()
        }
    }

    private func changeClasses(_ count: Int) {
        for number in 0..<count {
            styles.follow(root, class: "class-\(number)") { "color: \($0.color(.accent));" }
        }
        styles.follow(root, class: "broken") { _ in "color: nonsense;" }
        loadSheets()
        root.system.appearance = .dark
        loadSheets()
        for number in 0..<count { styles.end(class: "class-\(number)") }
        styles.end(class: "broken")
    }

    private func loadSheets() {
        // Ends when nothing waits: no frame is due while the commands have the main loop.
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    private func finish() {
        print("done")
        fflush(nil)
    }

    private func show(_ widget: Widget) {
        if isA(widget, "AdwDialog") {
            // Before the dialog, which is a window of its own here, and would be below.
            shown = window
            gtk_window_present(cast(window))
            let symbol = dlsym(nil, "adw_dialog_present")
            typealias Present = @convention(c) (Widget, Widget) -> Void
            unsafeBitCast(symbol, to: Present.self)(widget, window)
            return
        }
        if let shown, shown != widget { gtk_widget_set_visible(shown, 0) }
        shown = widget
        gtk_window_present(cast(widget))
    }

    private func popUp(in widget: Widget) {
        // GTK updates no styles of a popover below a hidden widget.
        if isA(widget, "GtkPopover"),
            gtk_widget_get_parent(widget).map({ gtk_widget_get_mapped($0) != 0 }) ?? false
        {
            gtk_popover_set_autohide(cast(widget), 0)
            gtk_popover_popup(cast(widget))
        }
        forEachChild(of: widget) { popUp(in: $0) }
    }

    private func forEachChild(of widget: Widget, _ body: (Widget) -> Void) {
        var child = gtk_widget_get_first_child(widget)
        while let next = child {
            child = gtk_widget_get_next_sibling(next)
            body(next)
        }
    }

    private func places(of widget: Widget, _ path: String) -> [String] {
        let instance: UnsafeMutablePointer<GTypeInstance> = cast(widget)
        let path = path + "/" + String(cString: g_type_name_from_instance(instance))
        var (x, y) = (0.0, 0.0)
        if let parent = gtk_widget_get_parent(widget) {
            gtk_widget_translate_coordinates(widget, parent, 0, 0, &x, &y)
        }
        let size = "\(gtk_widget_get_width(widget)) x \(gtk_widget_get_height(widget))"
        var places = ["\(path) \(size) at \(x), \(y)"]
        forEachChild(of: widget) { places += self.places(of: $0, path) }
        return places
    }

    /// Runs a call after the frames that show a change: styles, sizes, pictures.
    private func afterFrames(_ body: @escaping @MainActor () -> Void) {
        afterwards = body
        frames = 6
        let tick: GtkTickCallback = { _, _, data in
            nonisolated(unsafe) let data = data
            return MainActor.assumeIsolated {
                guard let data else { return 0 }
                let gallery = Unmanaged<Gallery>.fromOpaque(data).takeUnretainedValue()
                gallery.frames -= 1
                guard gallery.frames == 0 else { return 1 }
                gallery.afterwards?()
                return 0
            }
        }
        guard let shown else { return finish() }
        gtk_widget_add_tick_callback(shown, tick, Unmanaged.passUnretained(self).toOpaque(), nil)
    }
}

func readFile(_ path: String) -> String? {
    var contents: UnsafeMutablePointer<gchar>?
    guard g_file_get_contents(path, &contents, nil, nil) != 0, let contents else { return nil }
    return String(cString: contents)
}

let gallery = try Gallery()
print("done")
fflush(nil)
withExtendedLifetime(gallery) { g_main_loop_run(g_main_loop_new(nil, 0)) }
