import AppearanceKit
import CGtk

/// The window: a page, a picker, and two cards.
@MainActor
final class ReaderWindow {
    var onClose: () -> Void = {}

    private let app: AppAppearance
    private let window = Widget(gtk_window_new())
    private let picker: Widget
    private let styles = StyleSheet()
    private var observations: [AppearanceObservation] = []

    init(_ app: AppAppearance) {
        self.app = app
        picker = Widget(dropDownOf: AppearanceOverride.allCases.map(\.displayName))
        layOut()
        styles.follow(app.root.child(), class: "page")
        let page = app.root.child()
        styles.follow(page.child(TraitOverrides(elevation: .elevated)), class: "card")
        let map = page.child()
        map.night()
        styles.follow(map, class: "map")

        observations.append(
            app.observeOverride { [picker] choice in
                let index = AppearanceOverride.allCases.firstIndex(of: choice) ?? 0
                gtk_drop_down_set_selected(picker.opaque, UInt32(index))
            })
        picker.connect("notify::selected", to: self) { $0.choose() }
        window.connect("destroy", to: self) { $0.onClose() }
    }

    func show() { gtk_window_present(window.as(GtkWindow.self)) }

    private func choose() {
        let index = Int(gtk_drop_down_get_selected(picker.opaque))
        guard AppearanceOverride.allCases.indices.contains(index) else { return }
        let choice = AppearanceOverride.allCases[index]
        guard choice != app.override else { return }
        do { try app.choose(choice) } catch { print("reader: \(error)") }
    }

    private func layOut() {
        let page = Widget(boxAlong: GTK_ORIENTATION_VERTICAL, class: "page")
        page.append(Widget(label: "The Reader", class: "title"))
        page.append(Widget(label: "It is what the desktop is, unless you choose.", class: "text"))
        page.append(picker)
        let cards = Widget(boxAlong: GTK_ORIENTATION_HORIZONTAL, class: "cards")
        cards.append(Widget(label: "A card lies above the page.", class: "card"))
        cards.append(Widget(label: "A map at night.", class: "map"))
        page.append(cards)
        gtk_window_set_child(window.as(GtkWindow.self), page.pointer)
        gtk_window_set_title(window.as(GtkWindow.self), "The Reader")
        gtk_window_set_default_size(window.as(GtkWindow.self), 520, 320)
    }
}
