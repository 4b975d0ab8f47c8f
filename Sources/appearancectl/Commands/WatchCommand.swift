internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Glibc

struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the present status, and a line at every change.",
        discussion: """
            It goes on when the daemon is restarted, and says so on standard error. With --json, \
            one object a line with the fields of varlink's Status:

              appearancectl watch --json | jq --unbuffered -r .appearance
            """)

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Print light readings too, at most one a second.")
    var light = false

    func run() throws {
        let socket = try DaemonSocket.ofThisSession()
        var follower = try StatusFollower(socket, light: light, unlessHungUp: STDOUT_FILENO)
        try follower.connect()
        do {
            try watch(&follower)
        } catch DaemonFailure.hungUp {
            // `appearancectl watch | head -1`: whoever read has seen enough.
        }
    }

    private func watch(_ follower: inout StatusFollower) throws -> Never {
        var text = WatchText(showsLight: light)
        var isLost = false
        while true {
            switch try follower.next() {
            case .lost:
                isLost = true
                StandardError.line("appearancectl: appearanced has gone; waiting for it to return")
            case .status(let status):
                if isLost { StandardError.line("appearancectl: appearanced is back") }
                isLost = false
                if json {
                    StandardOutput.json(status)
                } else if let line = text.line(try Snapshot(status), now: .now) {
                    StandardOutput.line(line)
                }
            }
        }
    }
}
