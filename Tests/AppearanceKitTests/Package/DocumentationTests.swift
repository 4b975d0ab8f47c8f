import AppearanceTestSupport
import Foundation
import Testing

/// The documentation of the libraries for apps, as DocC builds it, and their API as a list.
///
/// The list is in Tests/Fixtures/api;
/// `APPEARANCE_WRITE_SNAPSHOTS=1 scripts/test DocumentationTests` writes the list.
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
        // Members of the standard library that a type has by a conformance are none of ours.
        let text = Set(lines).sorted().joined(separator: "\n") + "\n"
        let file = Repository.root + "/Tests/Fixtures/api/\(library).txt"
        if ProcessInfo.processInfo.environment["APPEARANCE_WRITE_SNAPSHOTS"] != nil {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        }
        let kept = try String(contentsOfFile: file, encoding: .utf8)
        let (now, before) = (Set(text.split(separator: "\n")), Set(kept.split(separator: "\n")))
        #expect(
            before.subtracting(now).sorted() == [],
            "\(library): removed or changed; see the test for the command")
        #expect(now.subtracting(before).sorted() == [], "\(library): new")
    }
}
