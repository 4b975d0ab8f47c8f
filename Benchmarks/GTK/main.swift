// One change of the desktop through the style sheets of a window of GTK 4, as lines of JSON. It needs a
// display.
//
//   gtk-benchmark CLASSES COUNT    so many classes, each of a label with a node; so many changes
//
// The time is that of the processor. The first rows are those of classes with equal declarations, the last
// those of classes that all differ.

import AppearanceKit
import AppearanceKitGLib
import CAdw
import Glibc

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 2, numbers[1] > 0, gtk_init_check() != 0 else {
    print("usage: gtk-benchmark CLASSES COUNT, with a display")
    exit(2)
}

func nanoseconds() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

@MainActor func measure(
    _ name: String, _ declarations: @escaping @MainActor (Int, Traits) -> String
) throws {
    let root = AppearanceNode()
    let styles = try GtkStyles()
    let window = UnsafeMutableRawPointer(gtk_window_new())
    let box = gtk_flow_box_new()
    for number in 0..<numbers[0] {
        let label = gtk_label_new("\(number)")
        gtk_widget_add_css_class(label, "class-\(number)")
        gtk_flow_box_append(OpaquePointer(box), label)
        styles.follow(root.child(), class: "class-\(number)") { declarations(number, $0) }
    }
    gtk_window_set_child(window?.assumingMemoryBound(to: GtkWindow.self), box)
    gtk_window_present(window?.assumingMemoryBound(to: GtkWindow.self))
    while g_main_context_iteration(nil, 0) != 0 {}
    var (loaded, drawn): ([Int64], [Int64]) = ([], [])
    let appearances: [Appearance] = [.dark, .night, .light]
    for change in 0..<numbers[1] {
        let begin = nanoseconds()
        root.system.appearance = appearances[change % 3]
        // Only the sources of the highest priority: the load of the sheets.
        g_main_context_iteration(nil, 0)
        loaded.append(nanoseconds() - begin)
        gtk_test_widget_wait_for_draw(window?.assumingMemoryBound(to: GtkWidget.self))
        drawn.append(nanoseconds() - begin)
    }
    for (row, times) in [("loaded", loaded), ("drawn", drawn)] {
        let median = Double(times.sorted()[times.count / 2]) / 1_000_000
        print(#"{"row": "\#(name), \#(row)", "classes": \#(numbers[0]), "ms": \#(median)}"#)
    }
    gtk_window_destroy(window?.assumingMemoryBound(to: GtkWindow.self))
}

try measure("equal") { _, traits in
    "background: \(traits.color(.backgroundPrimary)); color: \(traits.color(.textPrimary));"
}
try measure("different") { number, traits in
    "background: \(traits.color(.backgroundPrimary)); color: \(traits.color(.textPrimary)); "
        + "outline-offset: \(number)px;"
}
