/// A colour by what it is for.
///
/// The raw value is its path in a token file, below `color`.
public enum ColorToken: String, CaseIterable, Hashable, Sendable {
    /// The ground of a window.
    case backgroundPrimary = "background.primary"
    /// A part of the ground that is set off: a sidebar, a group.
    case backgroundSecondary = "background.secondary"
    /// A part that is set off from that: a field, a row.
    case backgroundTertiary = "background.tertiary"
    /// A card on the ground.
    case surfaceCard = "surface.card"
    /// What lies above everything: a dialog, a menu.
    case surfaceElevated = "surface.elevated"
    /// What is read first.
    case textPrimary = "text.primary"
    /// What explains it.
    case textSecondary = "text.secondary"
    /// What may be overlooked: a hint in an empty field, a control that is off.
    case textTertiary = "text.tertiary"
    /// Text on the accent, or on the colour of errors.
    case textOnAccent = "text.on-accent"
    /// The edge of a control.
    case borderDefault = "border.default"
    /// A line between things.
    case borderSubtle = "border.subtle"
    /// What can be pressed, and what is chosen.
    case accent
    /// Something went well.
    case success
    /// Something may go wrong.
    case warning
    /// Something went wrong, or would be lost.
    case error
}

extension ColorToken {
    /// Those that text is put on.
    public static let grounds: [ColorToken] = [
        .backgroundPrimary, .backgroundSecondary, .backgroundTertiary, .surfaceCard,
        .surfaceElevated,
    ]

    /// What takes its place on a layer that is raised above others.
    var raised: ColorToken {
        switch self {
        case .backgroundPrimary, .surfaceCard: .surfaceElevated
        case .backgroundSecondary, .backgroundTertiary, .surfaceElevated, .textPrimary,
            .textSecondary, .textTertiary, .textOnAccent, .borderDefault, .borderSubtle, .accent,
            .success, .warning, .error:
            self
        }
    }
}
