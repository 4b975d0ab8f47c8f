import AppearanceKit
import CAdw
import Linux

/// The application: one window, a second start of which presents it.
@MainActor final class WindowApplication {
    /// The name on the bus, of the desktop file and of the icon.
    nonisolated static let id = "io.github.appearanced.Window"

    private let application: UnsafeMutablePointer<AdwApplication>
    private var window: MainWindow?

    /// An application; the bus starts a service for a call, without a window until one is asked for.
    init?(isService: Bool) {
        let flags = isService ? G_APPLICATION_IS_SERVICE : GApplicationFlags(rawValue: 0)
        guard let application = adw_application_new(Self.id, flags)
        else { return nil }
        self.application = application
        Signal.connect(UnsafeMutableRawPointer(application), "activate") { [weak self] in
            self?.activate()
        }
    }

    /// Runs until the window is closed, and returns the exit status.
    func run() -> Int32 {
        let raw = UnsafeMutableRawPointer(application)
        return g_application_run(raw.assumingMemoryBound(to: GApplication.self), 0, nil)
    }

    /// Lets the usual keys close the window; in an entry, Escape ends the editing first.
    private func addKeys() {
        let keys = g_strsplit("<Control>w <Control>q Escape", " ", -1)
        defer { g_strfreev(keys) }
        let raw = UnsafeMutableRawPointer(application)
        gtk_application_set_accels_for_action(
            raw.assumingMemoryBound(to: GtkApplication.self), "window.close",
            UnsafeRawPointer(keys)?.assumingMemoryBound(to: UnsafePointer<CChar>?.self))
    }

    private func activate() {
        if window == nil {
            addKeys()
            let raw = UnsafeMutableRawPointer(application)
            do throws(AppearanceError) {
                window = try MainWindow(in: raw.assumingMemoryBound(to: GtkApplication.self))
            } catch {
                StandardStream.error.write("appearance-window: \(error)\n")
                CurrentProcess.exit(1)
            }
        }
        window?.present()
    }
}
