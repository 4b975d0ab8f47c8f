internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct ResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause.",
        discussion: """
            The mode decides again. Where nothing was paused, nothing happens:

              appearancectl resume
            """)

    func run() throws {
        let status = try Request.resume.status()
        for line in Confirmation.ofMode(status, now: .now) { StandardOutput.line(line) }
    }
}
