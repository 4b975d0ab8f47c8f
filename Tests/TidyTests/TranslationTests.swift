import AppearanceTestSupport
import Foundation
import Testing

/// The translations in `po/`, and the texts in the code that they translate.
@Suite(.bounded) struct TranslationTests {
    private static let targets = [
        "WindowPages", "AppearanceWindow", "AppearanceTray", "ScreenFilterService",
        "appearance-camera",
    ]

    private func po(_ arguments: String..., in home: TestHome) throws -> FinishedProcess {
        try ChildProcess.run(
            Repository.root + "/scripts/po", arguments, environment: home.environment)
    }

    @Test(.requires(.translations))
    func `the template is that of the code, and every translation is complete`() throws {
        let run = try po("check", in: TestHome())
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(run.errors == "")
    }

    @Test func `German is translated, and every translation is named`() throws {
        let languages = try Repository.text(of: "po/LINGUAS").split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
        #expect(languages.contains("de"))
        let files = try Repository.files(under: "po").filter { $0.hasSuffix(".po") }
        #expect(files == languages.sorted().map { "po/\($0).po" })
    }

    /// xgettext reads only literals, and a translator needs the whole sentence.
    @Test func `a text is translated as a literal whose only marks are those of values`() throws {
        let files = try SourceFile.all(under: "Sources").filter { Self.targets.contains($0.target) }
        let literal = #""(?:[^"\\%]|\\["n\\]|%s|%[1-9]\$s)+""#
        let calls = #"(?<!func )\bn?tr\((?!\s*\#(literal)\s*[,)])"#
        let places = try files.filter { !$0.path.hasSuffix("/Translation.swift") }
            .flatMap { try $0.places(of: calls) }
        #expect(places == [])
        let found = try files.flatMap { try $0.places(of: #"\btr\("#) }
        #expect(found.count > 50)
    }

    /// A text outside these targets is not in the template.
    @Test func `no other target translates`() throws {
        let places = try SourceFile.all(under: "Sources")
            .filter { !Self.targets.contains($0.target) }.flatMap { try $0.places(of: #"\btr\(""#) }
        #expect(places == [])
    }

    @Test(
        .requires(.translations, .entryValidators),
        arguments: [
            ("desktop-file-validate", [], "window/io.github.appearanced.Window.desktop"),
            ("desktop-file-validate", [], "appearance-tray.desktop"),
            ("desktop-file-validate", [], "appearance-nightfilter.desktop"),
            (
                "appstreamcli", ["validate", "--no-net"],
                "window/io.github.appearanced.Window.metainfo.xml"
            ),
        ] as [(String, [String], String)])
    func `an entry is valid with its translations`(
        _ checker: String, _ options: [String], _ file: String
    ) throws {
        let home = try TestHome()
        let name = String(file.split(separator: "/").last ?? "")
        let made = "\(home.path)/\(name)"
        let run = try po("entry", "\(Repository.root)/config/\(file)", made, in: home)
        #expect(run.status == .exited(0), "\(run.errors)")
        let text = try String(contentsOfFile: made, encoding: .utf8)
        #expect(text.contains(file.hasSuffix(".xml") ? "<name xml:lang=\"de\">" : "\nName[de]="))
        let check = try ChildProcess.run(
            checker, options + [made], environment: TestHome.plainEnvironment)
        #expect(check.status == .exited(0), "\(check.output)\(check.errors)")
        #expect(!check.output.contains("warning"), "\(check.output)")
    }
}
