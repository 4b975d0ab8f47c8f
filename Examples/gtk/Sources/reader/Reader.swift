// A reader in GTK 4. It follows the desktop, keeps its user's choice, has a brand, shows its photo in
// the dark, and at night in black and red.

import AppearanceKit
import AppearanceKitGLib
import CGtk

@main
struct Reader {
    static let brand = DesignTokens.standard.branded(accent: Color(0x0A6B42), dark: Color(0x3DDC97))

    @MainActor static func main() throws {
        gtk_init()
        let store = try AppearanceStore(id: "io.github.appearanced.example.reader", tokens: brand)
        let watch = try store.attach()
        let loop = g_main_loop_new(nil, 0)
        let window = try ReaderWindow(store) { g_main_loop_quit(loop) }
        withExtendedLifetime((window, watch)) { g_main_loop_run(loop) }
    }
}
