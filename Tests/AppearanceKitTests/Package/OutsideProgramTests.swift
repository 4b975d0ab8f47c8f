import AppearanceTestSupport
import Testing

/// A program that is no part of this repository, as its author would begin it.
@Suite(.bounded(minutes: 15), .requires(.bus, .swift)) struct OutsideProgramTests {
    /// The program on the first screen of the documentation.
    private var program: String {
        get throws {
            let page = try Repository.text(
                of: "Sources/AppearanceKit/AppearanceKit.docc/AppearanceKit.md")
            let blocks = page.split(separator: "```swift\n").dropFirst()
            return String(try #require(blocks.first?.split(separator: "```").first))
        }
    }

    @Test func theFirstProgramBuildsRunsAndBringsNoLibrariesOfTheDaemon() throws {
        let session = try Session("dark")
        let home = session.home
        let folder = home.path + "/outside"
        try home.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "outside",
                dependencies: [.package(name: "appearanced", path: "\(Repository.root)")],
                targets: [
                    .executableTarget(
                        name: "outside",
                        dependencies: [.product(name: "AppearanceKit", package: "appearanced")])
                ]
            )
            """, to: folder + "/Package.swift")
        try home.write(program, to: folder + "/Sources/outside/Outside.swift")
        let path = try SwiftBuild.program("outside", ofPackage: folder, in: home)
        let libraries = try ChildProcess.run(
            "ldd", [path], environment: TestHome.plainEnvironment
        ).output
        #expect(libraries.contains("libjansson"))
        for name in ["libdbus", "libudev", "libsystemd", "Foundation"] {
            #expect(!libraries.contains(name), "\(libraries)")
        }
        // Line by line, although it writes to a pipe.
        let reader = try ChildProcess("stdbuf", ["-oL", path], environment: home.environment)
        try reader.waitForLine(containing: "dark: Dark, because you chose it")
        try session.set("night")
        try reader.waitForLine(containing: "night: Night, because you chose it")
    }
}
