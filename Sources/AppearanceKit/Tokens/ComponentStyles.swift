/// A button by what it does.
public enum ButtonKind: String, CaseIterable, Hashable, Sendable {
    /// What most people are here for; one on a page.
    case primary
    /// Anything else.
    case secondary
    /// What cannot be taken back.
    case destructive
}

/// A button as it is to be drawn.
public struct ButtonStyle: Hashable, Sendable {
    /// What it is filled with; nil: nothing.
    public let fill: Color?
    /// What is written with.
    public let label: Color
    /// What is around it; nil: nothing.
    public let border: Border?
    /// In logical pixels.
    public let cornerRadius: Double
    /// Above and below the label, in logical pixels.
    public let paddingVertical: Double
    /// Before and after it, in logical pixels.
    public let paddingHorizontal: Double
    /// How the label is set.
    public let text: TextStyle
    /// Whether its colour says something that a sign beside the label must say too.
    public let needsSign: Bool
}

/// A button in terms of tokens.
public struct ButtonRecipe: Hashable, Sendable {
    /// What it is filled with; nil: nothing.
    public var fill: ColorToken?
    /// What is written with.
    public var label: ColorToken
    /// What it is bordered with; nil: nothing.
    public var border: ColorToken?
    /// How wide the border is, in logical pixels.
    public var borderWidth: Double
    /// How round it is.
    public var radius: RadiusToken
    /// What is left above and below the label.
    public var paddingVertical: SpacingToken
    /// What is left before and after it.
    public var paddingHorizontal: SpacingToken
    /// How the label is set.
    public var text: TextToken

    /// A button: as wide as there is room, its label in the middle.
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

/// A card as it is to be drawn.
public struct CardStyle: Hashable, Sendable {
    /// What it is filled with.
    public let fill: Color
    /// What is around it; nil in light, where it has a shadow.
    public let border: Border?
    /// What it throws; nil where that could not be seen.
    public let shadow: Shadow?
    /// In logical pixels.
    public let cornerRadius: Double
    /// Around its content, in logical pixels.
    public let padding: Double
}

/// A card in terms of tokens.
public struct CardRecipe: Hashable, Sendable {
    /// What it is filled with.
    public var fill: ColorToken
    /// What stands for the shadow where there is none.
    public var border: ColorToken
    /// How wide that is, in logical pixels.
    public var borderWidth: Double
    /// How round it is.
    public var radius: RadiusToken
    /// What is left around its content.
    public var padding: SpacingToken
    /// How far it lies above its ground.
    public var shadow: ShadowToken

    /// A card.
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

/// A line around something.
public struct Border: Hashable, Sendable {
    /// What it is drawn with.
    public var color: Color
    /// In logical pixels.
    public var width: Double
}
