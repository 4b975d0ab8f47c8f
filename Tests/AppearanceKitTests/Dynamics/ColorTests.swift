import AppearanceKit
import AppearanceTestSupport
import Testing

/// Colours resolved for traits.
@Suite(.bounded) struct ColorTests {
    private static let everyTraits: [Traits] = Appearance.allCases.flatMap { appearance in
        Contrast.allCases.flatMap { contrast in
            Elevation.allCases.map { elevation in
                Traits(appearance: appearance, elevation: elevation, contrast: contrast)
            }
        }
    }

    @Test func `a color has a value for each ground`() {
        let color = DynamicColor(
            light: Color(0x111111), dark: Color(0xEEEEEE), night: Color(0x800000))
        let drawn = Appearance.allCases.map { color.resolved(in: Traits(appearance: $0)) }
        #expect(drawn.map(\.description) == ["#111111", "#eeeeee", "#800000"])
    }

    @Test func `elevation and contrast select another value`() {
        let color = DynamicColor(light: .white, dark: Color(0x1C1C1E))
            .elevated(DynamicColor(light: .white, dark: Color(0x2C2C2E)))
            .highContrast(DynamicColor(light: .white, dark: .black))
        let dark = Traits(appearance: .dark)
        var raised = dark
        raised.elevation = .elevated
        var clear = raised
        clear.contrast = .high
        #expect(
            [dark, raised, clear].map { color.resolved(in: $0).description }
                == ["#1c1c1e", "#2c2c2e", "#000000"])
    }

    @Test(arguments: everyTraits) func `a provider receives every trait`(traits: Traits) {
        let color = DynamicColor { $0.isLight == traits.isLight ? .black : .white }
        #expect(color.resolved(in: traits) == .black)
        let other = DynamicColor { $0 == traits ? .black : .white }
        #expect(other.resolved(in: traits) == .black)
    }

    /// Whatever an app draws, at night it is black or red.
    @Test(arguments: [0xFFFFFF, 0x0A84FF, 0x34C759, 0xFF9500, 0xFF3B30, 0x8E8E93, 0] as [UInt32])
    func `every colour at night is a shade of the tint`(number: UInt32) {
        let night = Traits(appearance: .night)
        let colors = [
            DynamicColor(Color(number)), DynamicColor { _ in Color(number) },
            DynamicColor(light: .white, dark: Color(number)),
            DynamicColor(.white).elevated(DynamicColor(Color(number))),
        ]
        for color in colors {
            let drawn = color.resolved(in: night)
            #expect(drawn.green == 0)
            #expect(drawn.blue == 0)
        }
        #expect(colors[0].resolved(in: night).red <= 1)
    }

    @Test func `shades keep black and the order of brightness`() {
        let greys = stride(from: UInt32(0), through: 255, by: 15).map { Color($0 * 0x010101) }
        let shades = greys.map { $0.shade(of: .red) }
        #expect(shades.first == .black)
        #expect(shades.last?.description == "#ff0000")
        #expect(zip(shades, shades.dropFirst()).allSatisfy { $0.red < $1.red })
    }

    @Test func `the base of the night style selects the shaded value`() {
        let color = DynamicColor(light: .white, dark: .black)
        let dark = Traits(appearance: .night)
        let light = Traits(appearance: .night, nightStyle: NightStyle(tint: .red, base: .light))
        #expect(color.resolved(in: dark) == .black)
        #expect(color.resolved(in: light).description == "#ff0000")
    }

    @Test func `a shade that a provider returns for night is kept`() {
        let color = DynamicColor { _ in Color(0xC00000) }
        #expect(color.resolved(in: Traits(appearance: .night)).description == "#c00000")
    }

    @Test func `luminance is that of WCAG`() {
        #expect(Color.white.relativeLuminance == 1)
        #expect(Color.black.relativeLuminance == 0)
        #expect(abs(Color(0x777777).relativeLuminance - 0.184475) < 0.000_001)
    }

    @Test func `semantic colors are equal by purpose`() {
        let warning = SemanticColor("warning", light: .red, dark: .red)
        let same = SemanticColor("warning", light: .black, dark: .black)
        let other = SemanticColor("accent", light: .red, dark: .red)
        #expect(warning == same)
        #expect(warning != other)
        #expect(Set([warning, same, other]).count == 2)
    }

    @Test func `colors are printed as in CSS`() {
        #expect(Color(0x0A84FF).description == "#0a84ff")
        #expect(Color(0x0A84FF, alpha: 0.5).description == "#0a84ff80")
        #expect(Color(red: 2, green: -1, blue: 0.5).description == "#ff0080")
    }
}
