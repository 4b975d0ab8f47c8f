internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Glibc

struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is in effect, why, and what comes next.",
        discussion: """
            While a filter of the whole screen runs, it also says what that does, and how.

            With --json, one object with the fields of varlink's Status; times are microseconds \
            since the epoch:

              appearancectl status --json | jq -r .explanation
            """)

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let status = try Request.getStatus.answer("status")
        guard !json else { return StandardOutput.json(status) }
        let directory = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
        StatusText.lines(
            try Snapshot(status), screens: directory.map(FilterReport.all) ?? [],
            wish: directory.flatMap { NightFilters(in: $0).wishes(at: .now).first }, now: .now
        ).forEach(StandardOutput.line)
    }
}
