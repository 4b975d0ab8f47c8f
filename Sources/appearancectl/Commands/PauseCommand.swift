internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Hold what is in effect, whatever light and clock say.",
        discussion: """
            The mode stays as it is, and a pause outlives a restart of the daemon. Without an \
            end it lasts until appearancectl resume:

              appearancectl pause 2h
              appearancectl pause --until 18:00
            """)

    @OptionGroup var ending: EndOptions

    func run() throws {
        let status = try Request.pause(end: ending.end).status()
        StandardOutput.line(Confirmation.ofPause(status, end: ending.end, now: .now))
    }
}
