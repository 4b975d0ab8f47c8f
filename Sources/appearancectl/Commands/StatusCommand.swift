internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is in effect, why, and what comes next.",
        discussion: """
            With --json, one object with the fields of varlink's Status; times are microseconds \
            since the epoch:

              appearancectl status --json | jq -r .explanation
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let status = try Request.getStatus.answer("status")
        guard !json else { return StandardOutput.json(status) }
        for line in StatusText.lines(try Snapshot(status), now: .now) { StandardOutput.line(line) }
    }
}
