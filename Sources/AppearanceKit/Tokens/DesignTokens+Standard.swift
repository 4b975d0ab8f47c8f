extension DesignTokens {
    init() {
        palette = .standard
        fontFamilies = ["system-ui", "sans-serif"]
        spacings = [
            .xxs: 2, .xs: 4, .sm: 8, .md: 12, .lg: 16, .xl: 24, .xxl: 32, .xxxl: 48,
        ]
        radii = [.sm: 4, .md: 8, .lg: 12, .xl: 16, .xxl: 24, .full: 9999]
        shadows = [
            .sm: Shadow(color: Color(0x000000, alpha: 0.05), offsetY: 2, blur: 4),
            .md: Shadow(color: Color(0x000000, alpha: 0.10), offsetY: 4, blur: 8),
            .lg: Shadow(color: Color(0x000000, alpha: 0.15), offsetY: 8, blur: 16),
        ]
        texts = [
            .display: TextStyle(size: 34, weight: 700, lineHeight: 1.2),
            .title: TextStyle(size: 28, weight: 700, lineHeight: 1.2),
            .heading: TextStyle(size: 20, weight: 600, lineHeight: 1.3),
            .body: TextStyle(size: 16, weight: 400, lineHeight: 1.5),
            .label: TextStyle(size: 16, weight: 600, lineHeight: 1.25),
            .caption: TextStyle(size: 13, weight: 400, lineHeight: 1.4),
        ]
        buttons = [
            .primary: ButtonRecipe(fill: .accent, label: .textOnAccent),
            .secondary: ButtonRecipe(fill: nil, label: .accent, border: .accent, borderWidth: 1.5),
            .destructive: ButtonRecipe(fill: .error, label: .textOnAccent),
        ]
        card = CardRecipe()
    }
}
