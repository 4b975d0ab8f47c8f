internal import AppearanceLimits
internal import AppearanceModel

/// The parts of the user's presence that a configuration asks for.
struct WantedPresence: Equatable {
    let hasFullscreen: Bool
    /// The length of a pause of the input; `nil` if no pause counts.
    let quiet: Microseconds?
    let hasIdle: Bool

    init(_ settings: SwitchSettings) {
        hasFullscreen = settings.hold.contains(.fullscreen)
        quiet = settings.when == .pause ? settings.quiet : nil
        hasIdle = settings.when == .idle
    }

    /// The number of parts.
    var count: Int { [hasFullscreen, quiet != nil, hasIdle].count { $0 } }
}

/// A connection to a display server that shows the user's presence.
protocol PresenceDisplay: AnyObject {
    /// The descriptor to watch for input.
    var descriptor: Int32 { get }
    /// The user's presence; `nil` until it is known.
    var report: PresenceReport? { get }
    /// The wanted parts that the server does not show, each with the missing protocol; complete once there is a
    /// report.
    var missing: [String] { get }
    /// Processes the messages of the server; returns false if the connection has ended.
    func process() -> Bool
    /// Waits for the reply to a request; returns false if there is none in time.
    func isAnswering() -> Bool
}

/// How long a server is waited for; one that hangs holds nothing.
let answerMilliseconds: Int32 = 2_000

extension String {
    /// Creates the name that a program gives itself: its beginning, in printable characters alone.
    init(programName bytes: some Sequence<UInt8>) {
        let scalars = String(decoding: Array(bytes.prefix(256)), as: UTF8.self).unicodeScalars
        let printable = scalars.filter { Limits.isPrintable(String($0), within: 1) }
        self.init(UnicodeScalarView(printable.prefix(64)))
    }
}
