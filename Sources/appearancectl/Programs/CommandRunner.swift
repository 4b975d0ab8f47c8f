internal import AppearanceProtocol
internal import Glibc

// Programs that are asked something, all at the same time, on this one thread. None of them can keep
// us longer than we are patient, nor fill our memory: what does not end, or does not stop talking, is
// killed with all that it has started.

/// Asks programs of the system.
enum CommandRunner {
    /// How long all of them together may take.
    static let patience = Duration.milliseconds(1500)

    /// Asks all at once; the answers are in the order of the questions.
    static func ask(_ questions: [Command], within patience: Duration = patience) -> [CommandResult]
    {
        // Ends of children are waited for by `sigtimedwait`, so they must not be dropped before.
        var childEnds = sigset_t()
        sigemptyset(&childEnds)
        sigaddset(&childEnds, SIGCHLD)
        sigprocmask(SIG_BLOCK, &childEnds, nil)
        // Where it is ignored, as it may be inherited, the kernel keeps no exit status.
        signal(SIGCHLD, SIG_DFL)
        let deadline = ContinuousClock.now + patience
        let asked = questions.map(RunningCommand.init)
        while asked.contains(where: \.isTalking), listen(to: asked, until: deadline) {}
        return asked.map { $0.answer(endingBy: deadline) }
    }

    /// False when the time is up.
    private static func listen(
        to asked: [RunningCommand], until deadline: ContinuousClock.Instant
    ) -> Bool {
        var polled = asked.flatMap(\.streams).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let left = (deadline - .now).milliseconds
        guard left > 0 else { return false }
        guard poll(&polled, nfds_t(polled.count), left) >= 0 || errno == EINTR else { return false }
        for (index, stream) in polled.enumerated() where stream.revents != 0 {
            asked[index / 2].hear(stream: index % 2)
        }
        return true
    }
}

extension Duration {
    /// At least 0, rounded up, so that waiting so long is waiting long enough.
    var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return max(0, Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1))
    }
}

/// What a program of the system is asked: its name, looked up in PATH, and its arguments.
struct Command: Hashable {
    let program: String
    let arguments: [String]
    /// What it needs in its environment on top of ours.
    let environment: [String: String]

    init(_ program: String, _ arguments: String...) {
        self.init(program, arguments)
    }

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

/// What came of a question.
enum CommandResult: Equatable {
    /// It ended well, and said this.
    case said(String)
    /// It ended otherwise; the last thing it complained of, or its status.
    case refused(String)
    /// There is no such program.
    case missing
    /// It had not ended when the time was up.
    case silent
    /// It said more than anything worth hearing.
    case endless
}

extension CommandResult {
    /// What was said; throws why it was not, in a sentence about the program.
    func text(of question: Command) throws(Unavailable) -> String {
        let program = question.program
        switch self {
        case .said(let text): return text
        case .refused: throw Unavailable("\(program) could not find it out.")
        case .missing: throw Unavailable("There is no \(program) on this machine to ask.")
        case .silent: throw Unavailable("\(program) did not answer in time.")
        case .endless: throw Unavailable("\(program) answers without an end.")
        }
    }

    /// The first value of a reply that busctl printed as JSON, out of all variants it is wrapped in.
    var busValue: JSON? {
        guard case .said(let text) = self,
            let reply = try? JSON(decoding: Array(text.utf8)),
            var value = reply["data"]?.array?.first
        else { return nil }
        while value["type"] != nil, let inner = value["data"] { value = inner }
        return value
    }
}

extension String {
    /// Words of somebody else's: one line, and no longer than one reads.
    var excerpt: String {
        let line = String(prefix { !$0.isNewline })
        return line.count > 200 ? line.prefix(200) + "…" : line
    }

    /// As one word of a shell's, in quotes where it needs them.
    var shellWord: String {
        let plain = allSatisfy {
            ($0.isASCII && ($0.isLetter || $0.isNumber)) || "/._-+:,@%".contains($0)
        }
        return plain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
