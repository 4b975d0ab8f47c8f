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
        help: ArgumentHelp("A token file, which is applied to the set.", valueName: "file"),
        completion: .file(extensions: ["json", "tokens"]))
    var tokens: String?

    @Option(
        help:
            "standard, or article: the colours that the standard ones follow, many below level AA.")
    var set: NamedSet = .standard

    func read() throws(CommandLineError) -> DesignTokens {
        guard let tokens else { return set.tokens }
        return try Self.file(tokens, over: set.tokens).tokens
    }

    static func file(
        _ path: String, over base: DesignTokens = .standard
    ) throws(CommandLineError) -> TokenFile {
        let bytes = try FileReading.bytes(of: path, limit: 16 * 1024 * 1024)
        do throws(TokenFileError) {
            return try TokenFile(bytes, file: path, over: base)
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
            let tokens = try source.read()
            let palette = PaletteTable(
                tokens: tokens, other: tokens == .standard ? .article : nil,
                hasSwatches: Terminal.hasColours)
            let scales = ScaleTable(tokens: tokens).lines.map { StyledLine($0) }
            let gap = [StyledLine("")]
            (palette.lines + gap + scales + gap + ContrastTable(tokens: tokens).lines)
                .forEach { StandardOutput.line($0) }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print the tokens as a style sheet, a token file or a terminal's colours.",
            discussion: """
                css has every appearance in one sheet, by media queries and by the attributes \
                data-appearance and data-contrast. gtk is for one appearance; load another when it \
                changes. json is the W3C's Design Tokens format. shell is a function of the shell that \
                sets a terminal's colours in one appearance.
                """)

        enum Format: String, CaseIterable, ExpressibleByArgument {
            case css, gtk, json, shell
        }

        @Option(help: "css, gtk, json or shell.")
        var format: Format

        @Option(help: "light, dark or night; for gtk.")
        var appearance: Appearance = .light

        @Option(help: "standard or high, also called more; for gtk.")
        var contrast: Contrast = .standard

        @OptionGroup var source: TokenSource

        func run() throws {
            let tokens = try source.read()
            let text =
                switch format {
                case .css: tokens.css
                case .gtk: tokens.gtkCSS(in: Traits(appearance: appearance, contrast: contrast))
                case .json: tokens.w3c
                case .shell: tokens.shellPalette
                }
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
                "Files that end in .json, .tokens, .css or .swift.", valueName: "file"),
            completion: .file(extensions: ["json", "tokens", "css", "swift"]))
        var files: [String]

        func run() throws {
            var findings: [LintFinding] = []
            for file in files { findings += try Linter.findings(in: file) }
            findings.flatMap(\.lines).forEach { StandardOutput.line($0) }
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
            let page = PreviewPage(tokens: try source.read()).text
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
