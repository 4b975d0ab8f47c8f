internal import AppearanceLimits
internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Report a light level in place of a light sensor.",
        usage: """
            appearancectl feed <lux> [--source <name>]
            appearancectl feed - [--source <name>]
            appearancectl feed --end [--source <name>]
            appearancectl feed [--source <name>] --when-needed <command> [<argument> ...]
            """,
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

            With --when-needed it runs a command that prints one number, only when a level could \
            change the appearance and the last one is too old: not while the session is locked, a \
            mode is chosen or a sensor works, and every five minutes at most. A run is stopped \
            after ten seconds. One that fails or prints no level is skipped:

              appearancectl feed --when-needed curl -sf http://sensor.local/lux
            """)

    /// The input, of which the command line selects one.
    private enum Input {
        case lux(Lux)
        case stream
        case command(Command)
        case end
    }

    @Argument(
        help: ArgumentHelp(
            "The illuminance in lux, 0 to 200000, or - for standard input; after --when-needed, the "
                + "arguments of the command.", valueName: "lux"),
        completion: .file())
    var words: [String] = []

    @Flag(help: "End what was reported under the name of the source.")
    var end = false

    @Option(
        help: ArgumentHelp("The name of the source.", valueName: "name"),
        transform: Self.name)
    var source = "appearancectl"

    @Option(
        help: ArgumentHelp(
            "Run a command whenever a level is needed, and report the number that it prints.",
            valueName: "command"),
        completion: .shellCommand("bash -c 'compgen -c | sort -u'"))
    var whenNeeded: String?

    func validate() throws { _ = try input() }

    private func input() throws -> Input {
        if let whenNeeded {
            guard !end else {
                throw ValidationError("--end ends what was reported, so it takes no command")
            }
            return .command(Command(whenNeeded, words))
        }
        guard words.isEmpty == end else {
            throw ValidationError(
                end
                    ? "--end ends what was reported, so it takes no level"
                    : "give a level in lux, - for standard input, or --end")
        }
        guard words.count < 2 else { throw ValidationError("unexpected argument '\(words[1])'") }
        guard let word = words.first else { return .end }
        if word == "-" { return .stream }
        guard let lux = Lux(level: word) else {
            throw ValidationError(
                "The value '\(word)' is invalid for '<lux>': must be a number from 0 to 200000, such as 12.5"
            )
        }
        return .lux(lux)
    }

    func run() throws {
        switch try input() {
        case .end:
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
        case .command(let command):
            let socket = try DaemonSocket.ofThisSession()
            var levels = try NeededLevels(
                by: command, of: source, to: socket, try StatusConnection(to: socket))
            try levels.run()
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

    private static func name(_ text: String) throws -> String {
        guard !text.isEmpty, Limits.isPrintable(text, within: Limits.sourceLength) else {
            throw ValidationError("must have 1 to \(Limits.sourceLength) printable characters")
        }
        return text
    }
}

extension Lux {
    /// Reads a decimal number, which the daemon accepts as a level.
    init?(level text: String) {
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

    private var reporter: LevelReporter
    /// Reports the start of a daemon, which then receives the last level.
    private var status: StatusConnection
    private var lines = 0
    /// The bytes of a line whose end has not been read.
    private var rest: [UInt8] = []

    init(of source: String, to socket: DaemonSocket, _ status: consuming StatusConnection) {
        reporter = LevelReporter(of: source, to: socket)
        self.status = status
    }

    mutating func run() throws {
        try reporter.connect()
        while true {
            while let event = try status.step() { try reporter.follow(event) }
            var polled = [STDIN_FILENO, status.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            _ = SystemCall.attempt { poll(&polled, nfds_t(polled.count), -1) }
            let isOver = try polled[0].revents != 0 && !read()
            try reporter.reportNews()
            if isOver { return try checkResult() }
        }
    }

    /// Throws if the input has ended and nothing of it was reported.
    private func checkResult() throws(CommandLineError) {
        guard !reporter.hasReported else { return }
        guard reporter.last == nil else {
            throw CommandLineError(
                "the input ended before appearanced was running; nothing was reported.", .notRunning
            )
        }
        throw CommandLineError(
            lines == 0
                ? "standard input has no line; nothing was reported."
                : "no line of standard input is a level; nothing was reported.")
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
        reporter.keep(lux)
    }
}
