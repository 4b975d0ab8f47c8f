import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The light of the screen itself, which must not make a constant light swing.
@Suite(.bounded) struct SelfLightTests {
    private func read(_ text: String) throws(FileError) -> Configuration {
        try ConfigurationReader.read(Array(text.utf8), file: "config.toml")
    }

    @Test(
        .row("S24"),
        arguments: [
            ("[ambient.self_light]\nlight = 39.9\n", true),
            ("[ambient.self_light]\nlight = 40\n", false),
            ("[ambient.self_light]\nlight = 1000\n", false),
            ("[ambient.self_light]\nlight = 50\ndark = 10.1\n", false),
            ("[ambient.self_light]\nlight = 44\ndark = 4.9\n", true),
            ("[ambient.self_light]\ndark = 5\n", false),
            ("[ambient.self_light]\ndark = 4.9\n", true),
            ("[ambient.self_light]\ndark = 7\nnight = 2.1\n", true),
            ("[ambient]\nlight_above = 200\n[ambient.self_light]\nlight = 100\n", true),
            ("[ambient]\ndark_below = 70\n[ambient.self_light]\nlight = 30\n", false),
            (
                "[ambient]\nnight_needs = \"schedule\"\n[ambient.self_light]\nlight = 43\ndark = 4\n",
                false
            ),
            ("[ambient.self_light]\nlight = 43\ndark = 4\n", true),
        ])
    func `light of the screen is accepted only if it settles`(
        _ text: String, isAccepted: Bool
    ) throws {
        #expect(((try? read(text)) != nil) == isAccepted, "\(text)")
    }

    @Test(.row("S24")) func `the message names the keys, the limit and what to do`() throws {
        let error = #expect(throws: FileError.self) {
            try read("[ambient]\ndark_below = 60\n[ambient.self_light]\nlight = 30\n")
        }
        let problem = try #require(error?.diagnostics.first)
        #expect(problem.line == 4 && problem.key == "ambient.self_light.light")
        #expect(
            problem.reason
                == "must be below 20.0, the distance from `ambient.dark_below` (60.0) to"
                + " `ambient.light_above` (80.0 by default) plus `ambient.self_light.dark` (0.0 by"
                + " default); else a constant light changes the appearance again and again. Lower"
                + " it, or move the two thresholds apart")
        #expect(error?.diagnostics.count == 1)
    }
}
