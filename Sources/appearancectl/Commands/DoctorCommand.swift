internal import AppearanceProtocol
internal import ArgumentParser
internal import Glibc

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what keeps the desktop from following, and say what mends it.",
        discussion: """
            It changes nothing, and starts nothing by looking. What is broken comes first, each \
            with its cause and the command that mends it. With --json an array, one object for \
            each finding:

              appearancectl doctor --json | jq -r '.[].fix // empty'

            Exit status: 0, or 1 if something is broken.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let checkup = Diagnosis(.gathered())
        if json {
            StandardOutput.json(
                .array(checkup.findings.map { $0.finding.json(of: $0.check) }))
        } else {
            let home = getenv("HOME").map { String(cString: $0) } ?? ""
            CheckupText(width: Terminal.width, home: home).lines(checkup)
                .forEach(StandardOutput.line)
        }
        if !checkup.findings(.broken).isEmpty { ExitStatus.refused.exit() }
    }
}
