public import AppearanceModel

/// What a user chooses for one app, or an app for a part of itself.
///
/// A picker has one row for each, or for those that the app wants to offer:
///
/// ```swift
/// for choice in [.followSystem, .light, .dark] as [AppearanceOverride] {
///     picker.addRow(choice.displayName { gettext($0) })
/// }
/// ```
public enum AppearanceOverride: String, CaseIterable, Hashable, Sendable {
    /// As the desktop.
    case followSystem
    /// Always light.
    case light
    /// Always dark.
    case dark
    /// Always night.
    case night

    /// The appearance that this fixes; nil for `followSystem`.
    public var fixedAppearance: Appearance? {
        switch self {
        case .followSystem: nil
        case .light: .light
        case .dark: .dark
        case .night: .night
        }
    }

    /// What a person reads, in English: "Follow System", "Light", "Dark" or "Night".
    public var displayName: String { displayName { $0 } }

    /// What a person reads, translated from the English.
    public func displayName(translatedBy translate: (String) -> String) -> String {
        switch self {
        case .followSystem: translate("Follow System")
        case .light: translate("Light")
        case .dark: translate("Dark")
        case .night: translate("Night")
        }
    }
}
