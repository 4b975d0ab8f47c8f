public import AppearanceKit
public import AppearanceModel
internal import AppearanceTokens
public import ArgumentParser
internal import CommandProgram
internal import Console

/// The program appearance-tokens: a list of commands.
@main
struct TokensProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "appearance-tokens",
        abstract: "Show, export, check and preview the design tokens of apps.",
        discussion: """
            Design tokens name the colours, distances and fonts of an app, in light, dark and night. \
            A file in the W3C's Design Tokens format replaces the tokens that it names:

              appearance-tokens show
              appearance-tokens export --format css --tokens brand.json > tokens.css
              appearance-tokens check brand.json style.css Sources/*.swift
              appearance-tokens preview --html preview.html
            """,
        version: projectVersion,
        subcommands: [Show.self, Export.self, Check.self, Preview.self])

    static func main() {
        Program.run(Self.self) {
            var command = try parseAsRoot()
            try command.run()
        }
    }
}

/// The source of the tokens: a file or the standard set.
struct TokenSource: ParsableArguments {
    enum NamedSet: String, CaseIterable, ExpressibleByArgument {
        case standard, article

        var tokens: DesignTokens {
            switch self {
            case .standard: .standard
            case .article: .article
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "A token file or resolver file, which is applied to the set; repeated, a later one to those before.",
            valueName: "file"),
        completion: .file(extensions: ["json", "json5", "tokens"]))
    var tokens: [String] = []

    @Option(
        help: ArgumentHelp(
            "The context of a modifier of a resolver file that is no appearance.",
            valueName: "modifier=context"))
    var context: [String] = []

    @Option(
        help:
            "standard, or article: the colours that the standard ones follow, many below level AA.")
    var set: NamedSet = .standard

    func read() throws(CommandLineError) -> TokenFile {
        var contexts: [String: String] = [:]
        for choice in context {
            guard let mark = choice.firstIndex(of: "=") else {
                throw CommandLineError(
                    "--context \(choice): write modifier=context, such as size=large.")
            }
            contexts[String(choice[..<mark])] = String(choice[choice.index(after: mark)...])
        }
        return try Self.files(tokens, over: set.tokens, contexts: contexts)
    }

    /// Reports the tokens of the files that a format does not have, on standard error.
    func report(unusedBy format: String, _ unused: [(path: String, reason: String)]) {
        guard !unused.isEmpty else { return }
        let shown = unused.prefix(5).map {
            $0.reason.isEmpty ? $0.path : "\($0.path) (\($0.reason))"
        }
        let rest = unused.count > 5 ? ", …" : ""
        StandardError.line(
            "\(unused.count.counted("token")) of \(tokens.joined(separator: ", ")) "
                + "\(unused.count == 1 ? "is" : "are") not used by \(format): "
                + shown.joined(separator: ", ") + rest)
    }

    static func files(
        _ paths: [String], over base: DesignTokens = .standard, contexts: [String: String] = [:]
    ) throws(CommandLineError) -> TokenFile {
        let limit = 16 * 1024 * 1024
        var files: [(bytes: [UInt8], file: String)] = []
        for path in paths { files.append((try FileReading.bytes(of: path, limit: limit), path)) }
        do throws(TokenFileError) {
            return try TokenFile(files, over: base, contexts: contexts) { path in
                try? FileReading.bytes(of: path, limit: limit)
            }
        } catch {
            throw CommandLineError(
                placed: error.diagnostics.map(\.description).joined(separator: "\n"))
        }
    }
}

extension TokensProgram {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print every token, and the contrast of every text on its background.",
            discussion: """
                A + after an appearance means more contrast. A contrast has the ratio of WCAG 2, its level \
                (low is below AA), and the Lc of APCA, which at night tells more: body text wants 75, large \
                and heavy text 45.
                """)

        @OptionGroup var source: TokenSource

        func run() throws {
            let file = try source.read()
            let tokens = file.tokens
            let palette = PaletteTable(
                tokens: tokens, other: tokens == .standard ? .article : nil,
                hasSwatches: Terminal.hasColours)
            let scales = ScaleTable(tokens: tokens).lines.map { StyledLine($0) }
            let gap = [StyledLine("")]
            let others = OtherTable(tokens: file.otherTokens).lines
            (palette.lines + gap + scales + gap + (others.isEmpty ? [] : others + gap)
                + ContrastTable(tokens: tokens).lines)
                .forEach { StandardOutput.line($0) }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract:
                "Print the tokens as a style sheet, a token file, a source or a terminal's colours.",
            discussion: """
                css has every appearance in one sheet, by media queries and by the attributes \
                data-appearance and data-contrast. gtk is for one appearance; load another when it \
                changes. json is the W3C's Design Tokens format. swift has constants, tailwind the names of \
                the properties of css as a theme, and qml a singleton for Qt Quick. shell is a function of the \
                shell that sets a terminal's colours in one appearance.

                css, json and swift have the tokens of a file that the set does not have, too, tailwind and qml \
                their colours; those that a format does not have are named on standard error.
                """)

        enum Format: String, CaseIterable, ExpressibleByArgument {
            case css, gtk, json, swift, tailwind, qml, shell
        }

        @Option(help: "css, gtk, json, swift, tailwind, qml or shell.")
        var format: Format

        @Option(help: "light, dark or night; for gtk.")
        var appearance: Appearance = .light

        @Option(help: "standard or high, also called more; for gtk.")
        var contrast: Contrast = .standard

        @OptionGroup var source: TokenSource

        func run() throws {
            let file = try source.read()
            let tokens = file.tokens
            let withoutColors = file.otherTokens
                .filter { $0.type != "color" || $0.problem != nil }.map {
                    ($0.path, $0.problem ?? "")
                }
            var unused: [(path: String, reason: String)] = []
            let text: String
            switch format {
            case .css: (text, unused) = (file.css, file.tokensWithoutCSS)
            case .gtk:
                text = tokens.gtkCSS(in: Traits(appearance: appearance, contrast: contrast))
                unused = file.otherTokens.map { ($0.path, "") }
            case .json: text = file.w3c
            case .swift: (text, unused) = (file.swift, file.tokensWithoutCSS)
            case .tailwind: (text, unused) = (file.tailwind, withoutColors)
            case .qml: (text, unused) = (file.qml, withoutColors)
            case .shell:
                text = tokens.shellPalette
                unused = file.otherTokens.map { ($0.path, "") }
            }
            source.report(unusedBy: format.rawValue, unused)
            StandardOutput.line(String(text.dropLast()))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Find problems in token files, style sheets and Swift sources.",
            discussion: """
                For a token file it checks the contrast too. A comment on its line allows an \
                intended case: tokens-allow: raw-colour

                \(LintRule.allCases.map { "  \($0.rawValue)\n      \($0.meaning)" }.joined(separator: "\n"))
                """)

        @Argument(
            help: ArgumentHelp(
                "Files that end in .json, .json5, .tokens, .css or .swift.", valueName: "file"),
            completion: .file(extensions: ["json", "json5", "tokens", "css", "swift"]))
        var files: [String]

        func run() throws {
            var findings: [LintFinding] = []
            for file in files { findings += try Linter.findings(in: file) }
            findings.flatMap(\.lines).forEach { StandardOutput.line($0) }
            for file in files where Linter.isTokenFile(file) {
                let others = try TokenSource.files([file]).otherTokens
                guard !others.isEmpty else { continue }
                StandardOutput.line(
                    "\(file): \(others.count.counted("token")) not of the set; css, json and swift have "
                        + (others.count == 1 ? "it." : "them."))
            }
            let count = files.count.counted("file")
            guard !findings.isEmpty else { return StandardOutput.line("No problem in \(count).") }
            StandardOutput.line("\(findings.count.counted("problem")) in \(count).")
            ExitStatus.refused.exit()
        }
    }

    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Write a page with every token, component and picture in every appearance.",
            discussion: """
                The page shows light, dark and night, each with standard and with more contrast. It \
                needs no network.
                """)

        @Option(
            help: ArgumentHelp("The path of the page; - is standard output.", valueName: "file"),
            completion: .file())
        var html: String

        @OptionGroup var source: TokenSource

        func run() throws {
            let page = PreviewPage(tokens: try source.read().tokens).text
            try FileWriting.write(result: page, to: html)
            guard html != StandardOutput.name else { return }
            StandardOutput.line("Open it: xdg-open \(html.shellWord)")
        }
    }
}

extension Contrast: ExpressibleByArgument {
    /// Parses a contrast; `more` is the name of the high one in style sheets.
    public init?(argument: String) {
        let word = argument.lowercased()
        self.init(rawValue: word == "more" ? Contrast.high.rawValue : word)
    }
}

extension Appearance: ExpressibleByArgument {}
