import AppearanceKit
import AppearanceTestSupport
import Testing

/// Colours without a value for night, by their role.
@Suite(.bounded) struct NightRoleTests {
    private static let styles: [NightStyle] = [Color.red, Color(0xFF8000), .white].flatMap { tint in
        NightStyle.Base.allCases.map { NightStyle(tint: tint, base: $0) }
    }

    /// The surfaces below text: those of the standard set, without its values for night.
    private static func surfaces(_ style: NightStyle) -> [Color] {
        let numbers: [UInt32] =
            style.base == .dark
            ? [0x000000, 0x0A0A0A, 0x1C1C1E, 0x2C2C2E] : [0xFFFFFF, 0xF5F5F7]
        return numbers.map { drawn(Color($0), as: .fill, style) }
    }

    private static func drawn(_ color: Color, as role: ColorRole, _ style: NightStyle) -> Color {
        let drawn = DynamicColor(color, as: role)
            .resolved(in: Traits(appearance: .night, nightStyle: style))
        // As a screen shows it, with eight bits a component.
        return Color(hex: drawn.description) ?? drawn
    }

    private static let seeds = Seeds.chosen([14])

    private static func colors(_ seed: UInt64) -> [Color] {
        var random = SplitMix64(seed: seed)
        return (0..<200).map { _ in Color(UInt32(truncatingIfNeeded: random.next()) & 0xFFFFFF) }
    }

    @Test(arguments: styles, seeds)
    func `every colour keeps the contrast of its role on every surface`(
        _ style: NightStyle, _ seed: UInt64
    ) {
        for role in [ColorRole.text, .sign] {
            for color in Self.colors(seed) + [.black, .white] {
                let drawn = Self.drawn(color, as: role, style)
                for surface in Self.surfaces(style) {
                    let ratio = drawn.contrast(on: surface)
                    #expect(ratio >= role.minimumRatio, "\(color) on \(surface), \(role)")
                }
            }
        }
    }

    @Test(arguments: styles, seeds)
    func `text on the accent is readable for any two colours`(_ style: NightStyle, _ seed: UInt64) {
        let colors = Self.colors(seed)
        for (text, accent) in zip(colors, colors.reversed()) {
            let ratio = Self.drawn(text, as: .textOnAccent, style)
                .contrast(on: Self.drawn(accent, as: .text, style))
            #expect(ratio >= 4.5, "\(text) on \(accent)")
        }
    }

    @Test(arguments: styles, seeds)
    func `the order of brightness is kept`(_ style: NightStyle, _ seed: UInt64) {
        let sorted = Self.colors(seed).sorted { $0.relativeLuminance < $1.relativeLuminance }
        for role in ColorRole.allCases {
            let drawn = sorted.map { $0.shade(in: style, as: role).relativeLuminance }
            #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 <= $1 }, "\(role)")
            #expect(drawn[0] < drawn[drawn.count - 1], "\(role)")
        }
    }

    @Test func `an explicit night value is black or a shade of the tint`() {
        let amber = NightStyle(tint: Color(0xFF8000))
        let blue = DynamicColor(light: .white, dark: .black, night: Color(0x0000FF), as: .text)
        let red = DynamicColor(light: .white, dark: .black, night: Color(0xFF0000))
        let brown = DynamicColor { _ in Color(0x800000) }
        let night = Traits(appearance: .night)
        #expect(blue.resolved(in: night).green == 0 && blue.resolved(in: night).blue == 0)
        #expect(blue.resolved(in: night).contrast(on: .black) >= 4.5)
        #expect(red.resolved(in: night) == .red)
        let inAmber = Traits(appearance: .night, nightStyle: amber)
        #expect(red.resolved(in: inAmber).description == "#ff8000")
        let parts = brown.resolved(in: inAmber)
        #expect(parts.red == Color(0x800000).red && parts.green > 0 && parts.blue == 0)
    }

    /// A file of another tool has no values for night.
    @Test(arguments: NightStyle.Base.allCases)
    func `the standard set is readable without its night values`(_ base: NightStyle.Base) {
        var tokens = DesignTokens.standard
        for token in ColorToken.allCases { tokens.palette[token].night = nil }
        let night = Traits(appearance: .night, nightStyle: NightStyle(base: base))
        for pair in tokens.contrastPairs where pair.role != .fill {
            // Black itself has less on the light value of this one.
            if base == .light, pair.background == .backgroundTertiary { continue }
            let ratio = pair.ratio(of: tokens, in: night)
            #expect(ratio >= pair.role.minimumRatio, "\(pair)")
        }
    }
}
