import AppearanceTestSupport
import Foundation
import Testing

/// The documentation of the libraries for apps, as DocC builds it.
@Suite(.bounded(minutes: 5), .requires(.swift)) struct DocumentationTests {
    /// A link to a symbol that no longer exists is an error.
    @Test func `every catalogue is built without a broken link`() throws {
        let home = try TestHome()
        let folder = home.path + "/docs"
        let run = try ChildProcess.run(
            Repository.root + "/scripts/docs", [folder, BuiltProducts.directory + "/Modules"],
            environment: home.environment, within: .seconds(200))
        #expect(run.status == .exited(0), "\(run.output)\(run.errors)")
        for library in [
            "AppearanceKit", "AppearanceKitGLib", "AppearanceKitTesting", "AppearanceTokens",
        ] {
            let page = "\(folder)/\(library)/data/documentation/\(library.lowercased()).json"
            #expect(FileManager.default.fileExists(atPath: page))
        }
    }
}
