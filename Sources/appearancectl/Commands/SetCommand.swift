internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct SetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Choose auto, light, dark or night.",
        discussion: """
            In auto the light sensor and the schedule decide. The others hold until you change \
            them, or until the time you say, and then auto takes over:

              appearancectl set dark
              appearancectl set light --for 45m
              appearancectl set night --until sunrise
              appearancectl set auto
            """)

    @Argument(
        help: "What to choose: auto, light, dark or night.", completion: .list(Mode.names),
        transform: Mode.argument)
    var mode: Mode

    @OptionGroup var ending: EndOptions

    func validate() throws {
        guard mode != .auto || ending.end == nil else {
            throw ValidationError(
                "auto has no end. To hold what is in effect for a while: appearancectl pause")
        }
    }

    func run() throws {
        let status = try Request.setMode(mode, end: ending.end).status()
        for line in Confirmation.ofMode(status, now: .now) { StandardOutput.line(line) }
    }
}
