/// The limits on the sizes of what other programs send and on the numbers of them, each with its reason.
///
/// D-Bus, the portal backend, the socket, the log and the command line all use these values. A part that
/// keeps something for each name or connection has the limit of that itself, such as `ReportedLevels`.
package enum Limits {
    // MARK: One call

    /// The bytes of a message on the socket, and of all text in a D-Bus call.
    ///
    /// The longest sensible call is an inhibition with 5 KiB of text. libdbus receives D-Bus
    /// messages up to 128 MiB and disconnects above its own limit, which would lose the bus name;
    /// so its limit stays, and a longer call is refused before its arguments are decoded.
    package static let callBytes = 65_536

    /// The values in a D-Bus call: numbers, texts, and containers with all their members.
    ///
    /// A decoded value takes about 100 bytes, so this is the limit for what has no text in it. The
    /// longest sensible call asks the portal for a few dozen namespaces.
    package static let callValues = 4_096

    /// The bytes of text in a D-Bus signal or reply that the daemon receives.
    ///
    /// These come from programs it chose to ask, and the longest is some tens of KiB.
    package static let receivedBytes = 1 << 20

    /// The values in a D-Bus signal or reply that the daemon receives.
    package static let receivedValues = 65_536

    /// The bytes of one D-Bus message that the daemon sends.
    ///
    /// The longest reply is a few KiB; a longer one is answered with a short error instead.
    package static let sentBytes = 1 << 20

    // MARK: Foreign text in our own

    /// The bytes of a caller's text that an error repeats: enough to recognize it.
    package static let echoedBytes = 128

    /// The bytes of the message of an error.
    package static let errorBytes = 1_024

    // MARK: Files

    /// The bytes of the history.
    ///
    /// A month of light, minute by minute, takes about 600 KiB, and a change about 700 bytes.
    package static let historyBytes = 4 << 20

    // MARK: Values

    /// The days that a temporary mode or a pause may last: ten years.
    package static let longestSpanDays: Int64 = 3_653

    /// The brightest light that is accepted, in lux; direct sun is about 100,000.
    package static let brightestLux = 200_000.0

    /// The Unicode scalars of the name of a light source, which is shown in sentences.
    package static let sourceLength = 64

    /// The Unicode scalars of an inhibitor's name, which is shown in sentences.
    package static let whoLength = 256

    /// The Unicode scalars of the reason of an inhibition, which is shown in sentences.
    package static let whyLength = 1_024

    // MARK: Clients

    /// The connections to the socket; each is a descriptor, and every watcher is one of them.
    package static let connections = 4_096

    /// The connections to the socket from one process, so that no program can take all of them.
    package static let connectionsPerProcess = 1_024

    /// The inhibitors, over D-Bus and socket together; each of them is reported to every client.
    package static let inhibitors = 64

    /// The circumstances in one report of the user's presence; there are five kinds.
    package static let holdersPerReport = 16

    /// The programs that report the user's presence at the same time.
    package static let presenceReports = 64

    /// The reports of the user's presence from one process, so that no program can take all of them.
    package static let presenceReportsPerProcess = 8

    /// The inhibitors of one process, over D-Bus and socket together, so that no program can take
    /// all of them.
    package static let inhibitorsPerProcess = 16

    /// The unread bytes of a socket client's replies; beyond them, its calls are not read either.
    package static let unreadBytes = 65_536

    /// The bytes of the unfinished messages of all clients of the socket together; beyond them, the client
    /// with most of them is refused.
    ///
    /// A call is mostly sent whole, in a few hundred bytes. Half of one from each connection that is
    /// possible is within it, and so are 64 of the longest calls.
    package static let allUnfinishedBytes = 4 << 20

    /// The bytes of the replies that no client of the socket has read yet; beyond them, a client is
    /// answered only after it has read what it has got.
    ///
    /// It is enough for 64 clients that read nothing, and more replies than any program waits for.
    package static let allUnreadBytes = 4 << 20

    // MARK: Hooks

    /// The outputs of processes that hooks have left behind, two of each, that the daemon reads on
    /// and drops where no service manager does; each is a descriptor.
    package static let discardedOutputs = 64

    // MARK: The session bus

    /// The bytes that wait to be written to the bus before reading from it pauses: a dozen changes
    /// with all their signals.
    ///
    /// In memory they take six times as much, and the kernel holds ten times as much again.
    package static let waitingBusBytes = 16_384

    /// The bytes that wait to be written to a bus that counts as dead: the signals of ten thousand
    /// changes.
    package static let lostBusBytes = 16 << 20

    /// The messages for the bus that wait while a thread reads a long message: several hundred
    /// changes, in a few MiB.
    ///
    /// Beyond them, the loop takes the connection back and waits for libdbus.
    package static let waitingBusMessages = 4_096

    /// The bytes of an unfinished message after which a thread reads the rest.
    ///
    /// libdbus validates them in about 10 ms, for which the loop can wait; no call within
    /// `callBytes` is near it.
    package static let loopMessageBytes = 1 << 20

    // MARK: The log

    /// The bytes of a line of the log: what a pipe takes in one piece.
    package static let logLineBytes = 4_096

    /// The lines that the log takes at once, after it has been quiet.
    package static let logBurst = 1_000

    /// The lines a second that the log takes after that; the rest are counted, and the count is
    /// logged.
    package static let logLinesPerSecond = 50
}

extension String {
    /// Returns the text, or its beginning and an ellipsis if it has more bytes of UTF-8 than the limit.
    ///
    /// A character can be of any length, so the text is cut between two Unicode scalars.
    package func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }

    /// The text as an error repeats it to the caller who sent it.
    package var echo: String { cut(toBytes: Limits.echoedBytes) }
}

extension Limits {
    /// Returns whether a text has at most so many characters, all printable.
    ///
    /// Characters are Unicode scalars here, because a grapheme may be of any length.
    package static func isPrintable(_ text: String, within length: Int) -> Bool {
        text.unicodeScalars.prefix(length + 1).count <= length
            && text.unicodeScalars.allSatisfy(isPrintable)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        // It stands for bytes that are not text.
        guard scalar != "\u{FFFD}" else { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
            .unassigned:
            return false
        default: return true
        }
    }
}
