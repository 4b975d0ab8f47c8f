public import AppearanceKit

extension Appearance {
    /// The appearance that the desktop portal tells, now and at every change.
    ///
    /// For an app in a sandbox, which sees no service but the portal. Where appearanced stands
    /// behind the portal, night is told too; else light and dark are.
    ///
    /// ```swift
    /// for await status in Appearance.portalChanges() {
    ///     window.isDark = status.appearance != .light
    /// }
    /// ```
    public static func portalChanges() -> AppearanceChanges {
        AppearanceChanges { try PortalFollower() }
    }

    /// The appearance that the desktop portal tells, asked for once; light where there is none.
    ///
    /// It takes a second at most.
    public static func portalCurrent() -> AppearanceStatus {
        (try? PortalFollower())?.status ?? .fallback
    }
}
