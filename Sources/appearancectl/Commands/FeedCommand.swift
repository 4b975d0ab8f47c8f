internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Tell how bright it is, in place of a light sensor.",
        discussion: """
            For a sensor in the room, a webcam, or your own eyes. The level counts until the same \
            source feeds another, at most for fed.hold (30 minutes unless configured):

              appearancectl feed 320 --source window-sill
            """)

    @Argument(help: "The illuminance in lux, 0 to 200000.", transform: Self.lux)
    var lux: Lux

    @Option(
        help: ArgumentHelp("A name for what measured it.", valueName: "name"),
        transform: Self.name)
    var source = "appearancectl"

    func run() throws {
        try Request.feedLight(source: source, lux: lux).answer()
        let level = LightReading(value: lux.value, unit: .lux).text
        StandardOutput.line("Fed \(level) as \"\(source)\".")
    }

    private static func lux(_ text: String) throws -> Lux {
        guard let lux = Double(text).flatMap(Lux.init), lux.value <= Limits.brightestLux else {
            throw ValidationError("it must be a number from 0 to 200000, such as 12.5")
        }
        return lux
    }

    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty, Limits.isPrintable(text, within: Limits.sourceLength) else {
            throw ValidationError("it must have 1 to \(Limits.sourceLength) printable characters")
        }
        return text
    }
}
