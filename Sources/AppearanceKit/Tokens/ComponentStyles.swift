/// A kind of button.
public enum ButtonKind: String, CaseIterable, Hashable, Sendable {
    /// The main action; one on a page.
    case primary
    /// Any other action.
    case secondary
    /// An action that cannot be undone.
    case destructive
}

/// The values to draw a button with.
public struct ButtonStyle: Hashable, Sendable {
    /// The fill; `nil` for none.
    public let fill: Color?
    /// The colour of the label.
    public let label: Color
    /// The border; `nil` for none.
    public let border: Border?
    /// The corner radius, in logical pixels.
    public let cornerRadius: Double
    /// The padding above and below the label, in logical pixels.
    public let paddingVertical: Double
    /// The padding before and after the label, in logical pixels.
    public let paddingHorizontal: Double
    /// The size and weight of the label.
    public let font: TextStyle
    /// Whether an icon must repeat the meaning of the colour.
    public let needsIcon: Bool
}

/// A button defined by tokens.
public struct ButtonRecipe: Hashable, Sendable {
    /// The fill; `nil` for none.
    public var fill: ColorToken?
    /// The colour of the label.
    public var label: ColorToken
    /// The colour of the border; `nil` for none.
    public var border: ColorToken?
    /// The width of the border, in logical pixels.
    public var borderWidth: Double
    /// The corner radius.
    public var radius: RadiusToken
    /// The padding above and below the label.
    public var paddingVertical: SpacingToken
    /// The padding before and after the label.
    public var paddingHorizontal: SpacingToken
    /// The text style of the label.
    public var text: TextToken

    /// The width of an outline, in logical pixels.
    static let outlineWidth = 1.5

    /// Creates a button.
    public init(
        fill: ColorToken?, label: ColorToken, border: ColorToken? = nil, borderWidth: Double = 0,
        radius: RadiusToken = .lg, paddingVertical: SpacingToken = .md,
        paddingHorizontal: SpacingToken = .lg, text: TextToken = .label
    ) {
        self.fill = fill
        self.label = label
        self.border = border
        self.borderWidth = borderWidth
        self.radius = radius
        self.paddingVertical = paddingVertical
        self.paddingHorizontal = paddingHorizontal
        self.text = text
    }
}

/// The values to draw a card with.
public struct CardStyle: Hashable, Sendable {
    /// The fill.
    public let fill: Color
    /// The border; `nil` in light, where the card has a shadow.
    public let border: Border?
    /// The shadow; `nil` where it would be invisible.
    public let shadow: Shadow?
    /// The corner radius, in logical pixels.
    public let cornerRadius: Double
    /// The padding around the content, in logical pixels.
    public let padding: Double
}

/// A card defined by tokens.
public struct CardRecipe: Hashable, Sendable {
    /// The fill.
    public var fill: ColorToken
    /// The colour of the border that replaces the shadow.
    public var border: ColorToken
    /// The width of the border, in logical pixels.
    public var borderWidth: Double
    /// The corner radius.
    public var radius: RadiusToken
    /// The padding around the content.
    public var padding: SpacingToken
    /// The shadow in light.
    public var shadow: ShadowToken

    /// Creates a card.
    public init(
        fill: ColorToken = .surfaceCard, border: ColorToken = .borderSubtle,
        borderWidth: Double = 1, radius: RadiusToken = .xl, padding: SpacingToken = .lg,
        shadow: ShadowToken = .md
    ) {
        self.fill = fill
        self.border = border
        self.borderWidth = borderWidth
        self.radius = radius
        self.padding = padding
        self.shadow = shadow
    }
}

/// A border.
public struct Border: Hashable, Sendable {
    /// The colour.
    public var color: Color
    /// The width, in logical pixels.
    public var width: Double
}
