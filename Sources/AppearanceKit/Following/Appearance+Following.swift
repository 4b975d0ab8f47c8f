public import AppearanceModel

extension Appearance {
    /// The desktop's appearance, now and at every change.
    ///
    /// ```swift
    /// for await status in Appearance.changes() {
    ///     window.isDark = status.appearance != .light
    /// }
    /// ```
    public static func changes() -> AppearanceChanges {
        AppearanceChanges(socket: DaemonSocket?.ofThisSession)
    }

    /// The desktop's appearance, asked for once.
    ///
    /// It takes well under a millisecond, or a second at most where the service hangs. Without a
    /// service the appearance is light.
    public static func current() -> AppearanceStatus {
        (try? AppearanceFollower())?.status ?? .fallback
    }
}
