extension Color {
    /// How far text of this colour stands out from a ground, 1 (not at all) to 21.
    ///
    /// What does not cover lets the ground through first; a ground that does not cover lies on
    /// black. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
    public func contrast(on ground: Color) -> Double {
        let ground = ground.over(.black)
        let own = over(ground).relativeLuminance
        let other = ground.relativeLuminance
        return (max(own, other) + 0.05) / (min(own, other) + 0.05)
    }

    /// What is seen of it on a ground that covers.
    ///
    /// https://www.w3.org/TR/compositing-1/#simplealphacompositing
    func over(_ ground: Color) -> Color {
        func mix(_ own: Double, _ below: Double) -> Double { own * alpha + below * (1 - alpha) }
        return Color(
            red: mix(red, ground.red), green: mix(green, ground.green),
            blue: mix(blue, ground.blue))
    }

    /// The nearest that can be written in eight bits a part.
    var rounded: Color {
        func round(_ part: Double) -> Double { (part * 255).rounded() / 255 }
        return Color(
            red: round(red), green: round(green), blue: round(blue), alpha: round(alpha))
    }
}
