import AppearanceKit
import AppearanceTestSupport
import AppearanceTokens
import Testing

/// The committed file that is rendered from the tokens, by scripts/render.
@Suite(.bounded) struct RenderedFilesTests {
    @Test func `the palette of the ready-made hooks is rendered from the design tokens`() throws {
        let file = RenderedFile("config/hooks-available/lib/palette")
        #expect(
            try file.has(
                DesignTokens.standard.shellPalette,
                between: "# The colours, by scripts/render:\n", and: "# The end of the colours.\n"),
            "\(file.remedy)")
    }
}
