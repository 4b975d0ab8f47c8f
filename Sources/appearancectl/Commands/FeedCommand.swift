internal import AppearanceKit
internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import Glibc
internal import Linux

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Report a light level in place of a light sensor.",
        discussion: """
            For a sensor in the room, a webcam, or your own eyes. A level is in effect until the \
            same source reports another, at most for fed.hold (30 minutes by default). Of several \
            sources, the first decides until it ends, unless sensor.prefer names another one:

              appearancectl feed 320 --source window-sill
              appearancectl feed --end --source window-sill

            With - it reads levels from standard input, one number a line, and the last one ends \
            when the input ends, or after four times fed.hold. \
            It waits for the daemon to start and continues after a restart; a line that is not a \
            level is reported and skipped. If none was a level, the exit status is 1:

              mosquitto_sub -t room/lux | appearancectl feed - --source window-sill
            """)

    enum Level: Equatable {
        case lux(Lux)
        case stream
    }

    @Argument(
        help: "The illuminance in lux, 0 to 200000, or - for standard input.",
        transform: Self.level)
    var lux: Level?

    @Flag(help: "End what was reported under the name of the source.")
    var end = false

    @Option(
        help: ArgumentHelp("The name of the source.", valueName: "name"),
        transform: Self.name)
    var source = "appearancectl"

    func validate() throws {
        guard (lux != nil) != end else {
            throw ValidationError(
                end
                    ? "--end ends what was reported, so it takes no level"
                    : "give a level in lux, - for standard input, or --end")
        }
    }

    func run() throws {
        switch lux {
        case nil:
            try Request.endReports(source: source).send()
            let rest = try? Request.getStatus.status().reported?.source
            let words = rest.map { " \"\($0)\" decides." } ?? ""
            StandardOutput.line("No light reported as \"\(source)\" counts now.\(words)")
        case .lux(let lux):
            try Request.feedLight(source: source, lux: lux).send()
            let level = LightUnit.lux.text(lux.value)
            let status = try? Request.getStatus.status()
            StandardOutput.line(
                "Reported \(level) as \"\(source)\"\(status.map(effect) ?? ".")")
        case .stream:
            let socket = try DaemonSocket.ofThisSession()
            var stream = LevelStream(of: source, to: socket, try StatusConnection(to: socket))
            try stream.run()
        }
    }

    /// Returns the end of a sentence about a report: until when it counts, and how to end it.
    private func effect(_ status: Snapshot) -> String {
        guard let reported = status.reported else { return "." }
        guard reported.source == source else {
            return ". \"\(reported.source)\" decides until it ends."
        }
        let option = source == "appearancectl" ? "" : " --source \(source.shellWord)"
        return
            ", until \(status.text(reported.until, now: .now)). To end it: appearancectl feed --end\(option)"
    }

    private static func level(_ text: String) throws -> Level {
        if text == "-" { return .stream }
        guard let lux = Lux(level: text) else {
            throw ValidationError("must be a number from 0 to 200000, such as 12.5")
        }
        return .lux(lux)
    }

    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty, Limits.isPrintable(text, within: Limits.sourceLength) else {
            throw ValidationError("must have 1 to \(Limits.sourceLength) printable characters")
        }
        return text
    }
}

extension Lux {
    /// Reads a decimal number, which the daemon accepts as a level.
    fileprivate init?(level text: String) {
        // Swift reads 0x10 as 16.
        guard !text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
            let lux = Double(text).flatMap(Lux.init), lux.value <= Limits.brightestLux
        else { return nil }
        self = lux
    }
}

/// The levels on standard input, each reported until the next, the end of the input, or that of
/// this program.
private struct LevelStream: ~Copyable {
    private static let longestLineBytes = 4096

    private let source: String
    private let socket: DaemonSocket
    /// Reports the start of a daemon, which then receives the last level.
    private var status: StatusConnection
    /// The connection with which the reported level ends.
    private var connection: DaemonConnection?
    private var isWaiting = false
    private var last: Lux?
    /// Whether the last level has not been reported.
    private var hasNews = false
    /// Whether a level has been reported to a daemon.
    private var hasReported = false
    private var lines = 0
    /// The bytes of a line whose end has not been read.
    private var rest: [UInt8] = []

    init(of source: String, to socket: DaemonSocket, _ status: consuming StatusConnection) {
        self.source = source
        self.socket = socket
        self.status = status
    }

    mutating func run() throws {
        try connect()
        while true {
            while let event = try status.step() { try handle(event) }
            var polled = [STDIN_FILENO, status.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = SystemCall.attempt { poll(&polled, nfds_t(polled.count), -1) }
            let isOver = try polled[0].revents != 0 && !read()
            if hasNews { try report() }
            if isOver { return try checkResult() }
        }
    }

    /// Throws if the input has ended and nothing of it was reported.
    private func checkResult() throws(CommandLineError) {
        guard !hasReported else { return }
        guard last == nil else {
            throw CommandLineError(
                "the input ended before appearanced was running; nothing was reported.", .notRunning
            )
        }
        throw CommandLineError(
            lines == 0
                ? "standard input has no line; nothing was reported."
                : "no line of standard input is a level; nothing was reported.")
    }

    private mutating func handle(_ event: StatusConnection.Event) throws {
        switch event {
        case .lost:
            connection = nil
            reportAbsence("has stopped; waiting for it to restart")
        case .status where connection == nil: try connect()
        case .status: break
        }
    }

    /// Connects to the daemon and reports the last level; without a daemon, the next one receives it.
    private mutating func connect() throws {
        do throws(DaemonError) {
            connection = try DaemonConnection(to: socket)
            if isWaiting { StandardError.line("\(Program.name): appearanced is running") }
            isWaiting = false
            try report()
        } catch {
            guard case .notRunning = error else { throw error }
            reportAbsence("is not running; waiting for it to start")
        }
    }

    private mutating func reportAbsence(_ words: String) {
        if !isWaiting { StandardError.line("\(Program.name): appearanced \(words)") }
        isWaiting = true
    }

    /// Reports the last level; `status` reports a daemon that has gone.
    private mutating func report() throws(DaemonError) {
        guard let last else { return }
        let request = Request.feedLight(source: source, lux: last, whileConnected: true)
        do throws(DaemonError) {
            if connection == nil { connection = try DaemonConnection(to: socket) }
            _ = try connection?.reply(to: request)
            (hasNews, hasReported) = (false, true)
        } catch {
            connection = nil
            switch error {
            case .disconnected, .notRunning, .timedOut, .unconfirmed: hasNews = false
            case .noRuntimeDirectory, .foreignOwner, .refused, .protocolViolation, .hungUp, .system:
                throw error
            }
        }
    }

    /// Reads the available lines, of which the last level is the newest; false at the end.
    private mutating func read() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count: Int
        switch SystemCall.attempt({ Glibc.read(STDIN_FILENO, &chunk, chunk.count) }) {
        case .success(let bytes): count = bytes
        case .failure(.wouldBlock): return true
        case .failure(let errno):
            throw CommandLineError("cannot read levels from standard input: \(errno)")
        }
        guard count > 0 else {
            if !rest.isEmpty { endLine() }
            return false
        }
        for byte in chunk[..<count] {
            if byte == UInt8(ascii: "\n") {
                endLine()
            } else if rest.count < Self.longestLineBytes {
                rest.append(byte)
            }
        }
        return true
    }

    private mutating func endLine() {
        lines += 1
        let line = String(decoding: rest, as: UTF8.self).trimmed
        rest = []
        guard let lux = Lux(level: line) else {
            let text = line.isEmpty ? "an empty line" : "'\(line.excerpt)'"
            return StandardError.line(
                "\(Program.name): line \(lines) is skipped: \(text) is not a number from 0 to 200000"
            )
        }
        last = lux
        hasNews = true
    }
}
