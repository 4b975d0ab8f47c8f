internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the decision, input by input.",
        discussion: """
            Every input with its vote and whether it counts, the light with its thresholds, what \
            is waited for, and what comes next. With --json the same as one object:

              appearancectl why --json | jq .inputs
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let explanation = try Request.explain.answer("explanation")
        guard !json else { return StandardOutput.json(explanation) }
        let zone = ServiceZone(try Request.getStatus.status().timeZone)
        for line in WhyText.lines(try Rationale(explanation), in: zone, now: .now) {
            StandardOutput.line(line)
        }
    }
}
