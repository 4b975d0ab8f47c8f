import AppearanceTestSupport
import Testing

/// What the README shows can be done as it is shown.
@Suite struct ReadmeTests {
    @Test func everyConfigurationThatItShowsCanBeTaken() throws {
        let blocks = try ReadmeSection.blocks(of: "toml")
        try #require(!blocks.isEmpty)
        for block in blocks {
            let home = try TestHome()
            try home.write(configuration: block + "\n")
            let check = try ChildProcess.run(
                BuiltProducts.appearanced, ["--check"], environment: home.environment)
            #expect(check.status == .exited(0), "\(block)\n\(check.errors)")
        }
    }
}
