internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct ToggleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Swap light and dark until the next change by schedule.",
        discussion: """
            Night becomes light. If auto would show the same, the mode becomes auto. Made for a \
            key, here in sway:

              bindsym $mod+F12 exec appearancectl toggle
            """)

    func run() throws {
        let status = try Request.toggle.status()
        for line in Confirmation.ofMode(status, now: .now) { StandardOutput.line(line) }
    }
}
