internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser

struct GetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the appearance: light, dark or night.",
        discussion: """
            One word, for scripts:

              [ "$(appearancectl get)" = light ] && theme=paper || theme=ink
            """)

    func run() throws {
        StandardOutput.line(try Request.getStatus.status().appearance.rawValue)
    }
}
