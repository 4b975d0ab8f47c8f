/// What is often done wrong with an app's looks.
enum LintRule: String, CaseIterable {
    case rawColour = "raw-colour"
    case blackGround = "black-ground"
    case sameShadow = "same-shadow"
    case errorAsDecoration = "error-as-decoration"
    case lightPicture = "light-picture"
    case noHighContrast = "no-high-contrast"
    case unstyledParts = "unstyled-parts"
    case contrast

    /// What is wrong with it, in a sentence.
    var meaning: String {
        switch self {
        case .rawColour: "A colour is written where it is used, so no appearance reaches it."
        case .blackGround: "A dark ground is pure black, on which text glares and smears."
        case .sameShadow: "A shadow is the same in the dark, where nobody sees it."
        case .errorAsDecoration: "The colour of errors is used where nothing is wrong."
        case .lightPicture: "A picture has no variant for the dark."
        case .noHighContrast: "A colour has no value for more contrast."
        case .unstyledParts: "Parts that the system draws are left in light."
        case .contrast: "Text stands out less than level AA of WCAG 2 asks for."
        }
    }

    /// What to do instead.
    var remedy: String {
        switch self {
        case .rawColour: "name it once as a token, and use the token"
        case .blackGround: "take a dark grey such as #0a0a0a; pure black is for night"
        case .sameShadow: "take the shadow from the tokens: in the dark it is a border"
        case .errorAsDecoration: "use the accent or a border colour"
        case .lightPicture:
            "put a file beside it whose name ends in -dark, or draw it in currentColor"
        case .noHighContrast: "give it a value for more contrast"
        case .unstyledParts: "tell the system which appearance it is"
        case .contrast: "choose colours that are further apart"
        }
    }
}
