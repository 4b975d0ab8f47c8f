import AppearanceTestSupport
import Foundation
import Testing

/// The documentation of the libraries for apps, as DocC builds it, and their API as a list.
///
/// The list is in Tests/Fixtures/api;
/// `APPEARANCE_WRITE_SNAPSHOTS=1 scripts/test DocumentationTests` adds to the list.
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
        // Types that the library takes from another module have pages too.
        for type in [
            "appearance", "lightreading", "lightunit", "mode", "nextchange", "reason",
            "reportedlight", "sensorstate",
            "walltime",
        ] {
            let page = "\(folder)/AppearanceKit/data/documentation/appearancekit/\(type).json"
            #expect(FileManager.default.fileExists(atPath: page), "\(type)")
        }
        for library in [
            "AppearanceKit", "AppearanceKitGLib", "AppearanceKitTesting", "AppearanceTokens",
        ] {
            try checkAPI(of: library, in: "\(folder)/graphs/\(library)")
        }
    }

    /// The public API is kept in a file, so that a change of it is seen: a program that builds with one version
    /// must build with the next.
    private func checkAPI(of library: String, in folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".symbols.json")
        }
        var lines: [String] = []
        for name in names {
            let graph = try JSON(
                parsing: String(contentsOfFile: folder + "/" + name, encoding: .utf8))
            for symbol in graph["symbols"].items {
                let path = symbol["pathComponents"].items.compactMap(\.string).joined(
                    separator: ".")
                let declaration = symbol["declarationFragments"].items.compactMap {
                    $0["spelling"].string
                }.joined()
                lines.append("\(path): \(declaration.replacing(/\s+/, with: " "))")
            }
        }
        let list = try KeptList(library, comparedWith: lines)
        #expect(list.missing == [], "\(library): removed or changed; see docs/stability.md")
        #expect(list.new == [], "\(library): new; see the test for the command")
    }
}
