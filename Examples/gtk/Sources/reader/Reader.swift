// A GTK 4 window that follows the desktop, with a picker for what its user would rather have. The map
// in it is at night, always.

import AppearanceKit
import CGtk

@main
struct Reader {
    @MainActor static func main() throws {
        gtk_init()
        let app = try AppAppearance(id: "io.github.appearanced.example.reader")
        let window = ReaderWindow(app)
        watch(app)
        let loop = g_main_loop_new(nil, 0)
        window.onClose = { g_main_loop_quit(loop) }
        window.show()
        // GTK does not know of our window, nor GLib of our app: we keep them.
        withExtendedLifetime(window) { g_main_loop_run(loop) }
    }

    /// Lets GLib's loop tell the app when there is something to process.
    @MainActor static func watch(_ app: AppAppearance) {
        let process: GUnixFDSourceFunc = { _, _, data in
            MainActor.assumeIsolated { Pointer.object(data, AppAppearance.self).process() }
            return 1  // Go on watching.
        }
        g_unix_fd_add(app.fileDescriptor, G_IO_IN, process, Pointer.to(app))
    }
}
