public import AppearanceKit
public import AppearanceModel
internal import AppearanceTokens
public import ArgumentParser

struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens",
        abstract: "See, export, check and preview the design tokens of apps.",
        discussion: """
            Tokens are the colours, distances and types that an app's looks are made of, in light, \
            dark and night. No daemon is asked. A file in the W3C's Design Tokens format takes the \
            place of those that it names:

              appearancectl tokens show
              appearancectl tokens export --format css --tokens brand.json > tokens.css
              appearancectl tokens check brand.json style.css Sources/*.swift
              appearancectl tokens preview --html preview.html
            """,
        subcommands: [Show.self, Export.self, Check.self, Preview.self])
}

/// Which tokens are meant.
struct TokenSource: ParsableArguments {
    @Option(
        help: ArgumentHelp("A token file; without it, the standard set.", valueName: "file"),
        completion: .tokenFile)
    var tokens: String?

    func read() throws(CommandLineError) -> DesignTokens {
        guard let tokens else { return .standard }
        return try Self.file(tokens).tokens
    }

    static func file(_ path: String) throws(CommandLineError) -> TokenFile {
        let bytes = try FileReading.bytes(of: path, limit: 16 * 1024 * 1024)
        do throws(TokenFileError) {
            return try TokenFile(bytes, file: path)
        } catch {
            throw CommandLineError(placed: error.description)
        }
    }
}

extension TokensCommand {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print every token, and the contrast of every text on its ground.",
            discussion: """
                A + behind an appearance means more contrast. What stands out less than level AA of \
                WCAG 2 asks for has a number, and the reason below.
                """)

        @OptionGroup var source: TokenSource

        func run() throws {
            let tokens = try source.read()
            let palette = PaletteTable(tokens: tokens, hasSwatches: Terminal.hasColours)
            let scales = ScaleTable(tokens: tokens).lines.map { StyledLine($0) }
            let gap = [StyledLine("")]
            (palette.lines + gap + scales + gap + ContrastTable(tokens: tokens).lines)
                .forEach { StandardOutput.line($0) }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Print the tokens as a style sheet or as a token file.",
            discussion: """
                css has every appearance in one sheet, by media queries and by the attributes \
                data-appearance and data-contrast. gtk is for one appearance; load another when it \
                changes. json is the W3C's Design Tokens format.
                """)

        enum Format: String, CaseIterable, ExpressibleByArgument {
            case css, gtk, json
        }

        @Option(help: "css, gtk or json.")
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
                }
            StandardOutput.line(String(text.dropLast()))
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Find mistakes in token files, style sheets and Swift sources.",
            discussion: """
                Of a token file the contrast is checked as well. What is meant as it is can be \
                allowed by a comment on its line: tokens-allow: raw-colour

                \(LintRule.allCases.map { "  \($0.rawValue)\n      \($0.meaning)" }.joined(separator: "\n"))
                """)

        @Argument(
            help: ArgumentHelp("Files that end in .json, .css or .swift.", valueName: "file"),
            completion: .file(extensions: ["json", "tokens", "css", "swift"]))
        var files: [String]

        func run() throws {
            var findings: [LintFinding] = []
            for file in files { findings += try Linter.findings(in: file) }
            findings.flatMap(\.lines).forEach { StandardOutput.line($0) }
            let count = files.count.counted("file")
            guard !findings.isEmpty else {
                return StandardOutput.line("No mistake in \(count).")
            }
            StandardOutput.line(
                "\(findings.count.counted("mistake")) in \(count).")
            ExitStatus.refused.exit()
        }
    }

    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Write a page that shows every token, component and picture everywhere.",
            discussion: """
                The page needs no network: light, dark and night, each with standard and with more \
                contrast.
                """)

        @Option(help: ArgumentHelp("Where the page goes.", valueName: "file"), completion: .file())
        var html: String

        @OptionGroup var source: TokenSource

        func run() throws {
            let page = PreviewPage(tokens: try source.read()).text
            try FileWriting.write(page, to: html, makingFolders: false)
            StandardOutput.line("Open it: xdg-open \(html)")
        }
    }
}

extension Contrast: ExpressibleByArgument {
    /// Reads a contrast from the command line; `more` is what style sheets call the high one.
    public init?(argument: String) {
        let word = argument.lowercased()
        self.init(rawValue: word == "more" ? Contrast.high.rawValue : word)
    }
}

extension Appearance: ExpressibleByArgument {}
