import AppearanceTestSupport

/// A daemon whose change to dark is due after two minutes, which pass in six seconds, and the real program
/// that reports the presence.
///
/// In the first of them changes come at once, as after every start.
struct PresenceScene {
    let home: TestHome
    private let bus: PrivateBus

    /// Creates the scene with the lines of `[switch]`.
    init(_ settings: String = "") throws {
        home = try TestHome()
        bus = try PrivateBus(in: home)
        try write(settings)
    }

    /// Writes the lines of `[switch]`.
    func write(_ settings: String) throws {
        try home.write(configuration: "[switch]\n\(settings)\n")
    }

    /// Starts the daemon in a room that is bright for two minutes and then dark, or is always bright.
    func startDaemon(staysBright: Bool = false) throws -> RunningDaemon {
        try RunningDaemon(
            room: staysBright ? 400 : 12, brightSeconds: 120, home: home, bus: bus)
    }

    /// Starts the program on a display.
    func startPresence(on display: [String: String]) throws -> ChildProcess {
        try ChildProcess(
            BuiltProducts.presence, environment: home.environment.merging(display) { $1 })
    }
}

extension RunningDaemon {
    /// Subscribes to the status.
    func watch() throws -> VarlinkClient { try varlinkClient(streaming: "Watch") }

    /// Waits until the daemon has a report with some words, or without them, as *why* shows it.
    func waitForReport(of words: String, isThere: Bool = true) throws {
        let deadline = Deadline()
        while try appearancectl("why").output.contains(words) != isThere {
            try deadline.check("\(isThere ? "" : "no ")report of: \(words)")
        }
    }
}

extension VarlinkClient {
    /// Waits until a change waits for something, and returns the status.
    @discardableResult
    func waitUntilWaiting(while words: String) throws -> JSON {
        try waitForReply {
            $0["status"]["explanation"].string?.contains("; waits while \(words)") == true
        }["status"]
    }

    /// Waits for the change to dark, and returns the status.
    @discardableResult
    func waitUntilDark() throws -> JSON {
        try waitForReply { $0["status"]["appearance"] == "dark" }["status"]
    }

    /// Whether a change has waited for anything so far.
    func hasWaited() throws -> Bool {
        try replies().contains {
            $0["status"]["explanation"].string?.contains("; waits while") == true
        }
    }
}
