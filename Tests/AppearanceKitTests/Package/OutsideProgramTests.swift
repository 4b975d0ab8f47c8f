import AppearanceTestSupport
import Foundation
import Testing

/// A program outside of this repository, as its author would begin it.
@Suite(.bounded(minutes: 15), .requires(.bus, .swift)) struct OutsideProgramTests {
    /// The examples on the first screen of the documentation: a program, and a part of its manifest.
    private let program, manifest: String

    init() throws {
        let page = try Repository.text(
            of: "Sources/AppearanceKit/AppearanceKit.docc/AppearanceKit.md")
        let blocks = page.split(separator: "```swift\n").dropFirst()
            .compactMap { $0.split(separator: "```").first.map(String.init) }
        try #require(blocks.count == 2)
        (program, manifest) = (blocks[0], blocks[1])
        try #require(manifest.contains("../appearanced"))
    }

    @Test(.nightly) func `the first program builds, runs and links no library of the daemon`()
        throws
    {
        let session = try Session("dark")
        let home = session.home
        let folder = home.path + "/outside"
        try home.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "outside",
                \(manifest.replacing("../appearanced", with: Repository.root))
            )
            """, to: folder + "/Package.swift")
        try home.write(program, to: folder + "/Sources/reader/Reader.swift")
        let path = try SwiftBuild.program("reader", ofPackage: folder, in: home)
        // It lists the packages that were fetched.
        #expect(!FileManager.default.fileExists(atPath: folder + "/Package.resolved"))
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
