import AppearanceKit
import AppearanceKitGLib
import CGtk

/// The window: a page with a picker and a card, and a viewer of a photo.
@MainActor
final class ReaderWindow {
    private let store: AppearanceStore
    private let styles: GtkStyles
    private let window = Widget(gtk_window_new())
    private let picker = Widget(dropDownOf: AppearanceOverride.allCases.map(\.displayName))
    private let photo = Widget(gtk_picture_new())
    private var observations: [AppearanceObservation] = []

    init(_ store: AppearanceStore, onClose: @escaping @MainActor () -> Void) throws {
        self.store = store
        styles = try GtkStyles()
        layOut()
        styles.followWidgets(store.root)
        follow(store.window())
        observations.append(
            store.observe { [picker] store in
                let index = AppearanceOverride.allCases.firstIndex(of: store.choice) ?? 0
                gtk_drop_down_set_selected(picker.opaque, UInt32(index))
                print("page", store.traits.appearance.rawValue)
                fflush(nil)
            })
        picker.connect("notify::selected") { [unowned self] in choose() }
        window.connect("destroy", onClose)
        gtk_window_present(window.as(GtkWindow.self))
    }

    private func choose() {
        let index = Int(gtk_drop_down_get_selected(picker.opaque))
        guard AppearanceOverride.allCases.indices.contains(index) else { return }
        store.choice = AppearanceOverride.allCases[index]
        if let error = store.saveError { print("reader: \(error)") }
    }

    private func follow(_ page: AppearanceNode) {
        styles.follow(page, class: "page") { $0.page }
        styles.follow(page.child(TraitOverrides(elevation: .elevated)), class: "card") { $0.card }
        // A photo is better in the dark; at night it stays red.
        let viewer = page.child(TraitOverrides(atLeast: .dark))
        styles.follow(viewer, class: "viewer") { $0.page }
        observations.append(
            viewer.observe { [photo] traits in
                let texture = Photo.texture(in: traits)
                gtk_picture_set_paintable(photo.opaque, texture)
                g_object_unref(UnsafeMutableRawPointer(texture))
            })
    }

    private func layOut() {
        let page = Widget(boxAlong: GTK_ORIENTATION_VERTICAL, class: "page")
        page.append(Widget(label: "It is what the desktop is, unless you choose.", class: "text"))
        page.append(picker)
        page.append(Widget(label: "A card is set into its layer.", class: "card"))
        let viewer = Widget(boxAlong: GTK_ORIENTATION_VERTICAL, class: "viewer")
        viewer.append(photo)
        page.append(viewer)
        gtk_window_set_child(window.as(GtkWindow.self), page.pointer)
        gtk_window_set_title(window.as(GtkWindow.self), "The Reader")
        gtk_window_set_default_size(window.as(GtkWindow.self), 520, 320)
    }
}

extension Traits {
    fileprivate var page: String {
        "background: \(color(.backgroundPrimary)); color: \(color(.textPrimary)); "
            + "padding: \(Int(tokens.spacing(.xl)))px;"
    }

    fileprivate var card: String {
        let card = tokens.card(in: self)
        // Where there is no border, its place stays, so that nothing moves with the appearance.
        let border = "1px solid \(card.border.map { $0.color.description } ?? "transparent")"
        let shadow = card.shadow.map { "0 \(Int($0.offsetY))px \(Int($0.blur))px \($0.color)" }
        return "background: \(card.fill); color: \(color(.textPrimary)); border: \(border); "
            + "box-shadow: \(shadow ?? "none"); border-radius: \(Int(card.cornerRadius))px; "
            + "padding: \(Int(card.padding))px;"
    }
}
