public import AppearanceKit

extension Color {
    /// Returns the perceived contrast of text of this colour on a background by APCA, its Lc.
    ///
    /// 0 is invisible, 106 black on white; light text on a dark background is below 0. Body text wants 75 or
    /// more either way, large and heavy text 45. The ratio of WCAG 2 overstates dark pairs, which is why both
    /// are shown; only the ratio is a standard. https://git.apcacontrast.com/documentation/APCA-W3-LaTeX
    public func lightnessContrast(on background: Color) -> Double {
        let background = background.blended(over: .black)
        let (text, ground) = (blended(over: background).screenLuminance, background.screenLuminance)
        guard abs(text - ground) >= 0.0005 else { return 0 }
        let isDarkOnLight = ground > text
        let difference =
            isDarkOnLight
            ? pow(ground, 0.56) - pow(text, 0.57) : pow(ground, 0.65) - pow(text, 0.62)
        let contrast = difference * 1.14
        guard abs(contrast) >= 0.1 else { return 0 }
        return (contrast + (isDarkOnLight ? -0.027 : 0.027)) * 100
    }

    /// The luminance of APCA, in which black has the light of a screen in a lit room.
    private var screenLuminance: Double {
        let luminance =
            0.212_672_9 * pow(red, 2.4) + 0.715_152_2 * pow(green, 2.4) + 0.072_175 * pow(blue, 2.4)
        return luminance > 0.022 ? luminance : luminance + pow(0.022 - luminance, 1.414)
    }
}

extension ContrastPair {
    /// Returns the Lc of the pair on a layer of its elevation; see `Color.lightnessContrast(on:)`.
    public func lightnessContrast(of tokens: DesignTokens, in traits: Traits) -> Double {
        var traits = traits
        traits.elevation = elevation
        return tokens.color(color, in: traits).lightnessContrast(
            on: tokens.color(background, in: traits))
    }
}
