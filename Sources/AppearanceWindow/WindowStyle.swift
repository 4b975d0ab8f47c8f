import AppearanceKit
import AppearanceKitGLib
import AppearanceModel

/// The look of the window itself, which follows the appearance too.
@MainActor final class WindowStyle {
    private let node = AppearanceNode()
    /// `nil` without a display, where there is no window either.
    private let styles = try? GtkStyles()
    private var isFollowing = false

    /// Shows an appearance; `nil` for the one that the desktop asks for.
    func show(_ status: Snapshot?) {
        if let status { node.system = Traits(AppearanceStatus(status)) }
        guard isFollowing != (status != nil) else { return }
        isFollowing = status != nil
        if isFollowing {
            styles?.followWidgets(node, colors: .theme)
        } else {
            styles?.endWidgets()
        }
    }
}
