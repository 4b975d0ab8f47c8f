import AppearanceKit
import AppearanceTestSupport
import Testing

/// Pictures in files, of which some are missing.
@Suite(.bounded) struct ImageTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    private func image(_ files: String...) throws -> DynamicImage {
        for file in files { try home.write("", to: "icons/" + file) }
        return DynamicImage(home.path + "/icons/logo.png")
    }

    private func shown(_ image: DynamicImage, _ traits: Traits) -> String {
        let variant = image.resolved(in: traits)
        return String(variant.path.split(separator: "/").last ?? "")
            + (variant.needsFilter ? " filtered" : "")
    }

    @Test(arguments: [
        (Appearance.light, Contrast.standard, "logo.png"),
        (.dark, .standard, "logo-dark.png"),
        (.night, .standard, "logo-night.png"),
        (.light, .high, "logo-high-contrast.png"),
        (.dark, .high, "logo-dark-high-contrast.png"),
        (.night, .high, "logo-night-high-contrast.png"),
    ])
    func `every variant is used for its traits`(_ row: (Appearance, Contrast, String)) throws {
        let image = try image(
            "logo.png", "logo-dark.png", "logo-night.png", "logo-high-contrast.png",
            "logo-dark-high-contrast.png", "logo-night-high-contrast.png")
        #expect(shown(image, Traits(appearance: row.0, contrast: row.1)) == row.2)
    }

    @Test func `a missing variant falls back to the nearest one`() throws {
        let image = try image("logo.png", "logo-dark.png")
        #expect(shown(image, Traits(appearance: .night)) == "logo-dark.png filtered")
        #expect(shown(image, Traits(appearance: .dark, contrast: .high)) == "logo-dark.png")
        let light = Traits(appearance: .night, nightStyle: NightStyle(base: .light))
        #expect(shown(image, light) == "logo.png filtered")
    }

    @Test func `one picture can serve every appearance`() throws {
        let image = try image("logo.png")
        #expect(
            Appearance.allCases.map { shown(image, Traits(appearance: $0)) }
                == ["logo.png", "logo.png", "logo.png filtered"])
    }

    @Test func `files may have any name`() {
        let image = DynamicImage(light: "/a/sun.svg", dark: "/a/moon.svg")
        #expect(
            Appearance.allCases.map { shown(image, Traits(appearance: $0)) }
                == ["sun.svg", "moon.svg", "moon.svg filtered"])
    }

    @Test func `a picture in memory has a variant for each appearance`() {
        let logo = DynamicPicture(light: "black", dark: "white")
            .elevated(DynamicPicture(light: "black", dark: "grey", night: "red"))
        func shown(_ traits: Traits) -> String {
            let variant = logo.resolved(in: traits)
            return variant.picture + (variant.needsFilter ? " filtered" : "")
        }
        let base = Appearance.allCases.map { shown(Traits(appearance: $0)) }
        #expect(base == ["black", "white", "white filtered"])
        let elevated = Appearance.allCases.map {
            shown(Traits(appearance: $0, elevation: .elevated))
        }
        #expect(elevated == ["black", "grey", "red"])
        let light = Traits(appearance: .night, nightStyle: NightStyle(base: .light))
        #expect(shown(light) == "black filtered")
    }

    @Test func `a closure draws a picture for all traits`() {
        let chart = DynamicPicture { "\($0.color(.accent)) \($0.contrast)" }
            .highContrast(DynamicPicture(light: "thick", dark: "thick"))
        let night = chart.resolved(in: Traits(appearance: .night))
        #expect(night.picture == "#ff0000 standard" && !night.needsFilter)
        #expect(chart.resolved(in: Traits(contrast: .high)).picture == "thick")
    }

    @Test func `an image name needs no extension`() throws {
        try home.write("", to: "icons.d/.logo-dark")
        let image = DynamicImage(home.path + "/icons.d/.logo")
        #expect(shown(image, Traits(appearance: .dark)) == ".logo-dark")
    }
}
