internal import AppearanceLimits
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import Linux

struct InhibitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inhibit",
        abstract: "Keep the appearance while a command runs.",
        usage: "appearancectl inhibit [--who <name>] [--why <text>] <command> ...",
        discussion: """
            Neither light nor schedule changes the appearance until the command exits; set does. \
            If the daemon is not running, the command runs all the same, and is an inhibitor once \
            the daemon starts. The exit status is that of the command; 128 and the signal that \
            ended it; 126 or 127 if it cannot be run or is missing.

              appearancectl inhibit --why "watching a film" mpv film.mkv
            """)

    @Option(
        name: .customLong("who"),
        help: ArgumentHelp(
            "The name that the explanation shows; without it, that of the command.",
            valueName: "name"),
        transform: { try Self.printable($0, within: Limits.whoLength) })
    var givenName: String?

    @Option(
        help: ArgumentHelp("The reason, which the explanation shows.", valueName: "text"),
        transform: { try Self.printable($0, within: Limits.whyLength) })
    var why: String = "a command runs"

    @Argument(
        help: ArgumentHelp("The command.", valueName: "command"),
        completion: .shellCommand("bash -c 'compgen -c | sort -u'"))
    var name: String

    @Argument(help: ArgumentHelp("Its arguments.", valueName: "argument"), completion: .file())
    var arguments: [String] = []

    func run() throws {
        let request = Request.inhibit(who: who, why: why)
        var inhibition: DaemonConnection?
        do throws(DaemonError) {
            inhibition = try .inhibiting(request)
        } catch {
            switch error {
            case .notRunning:
                StandardError.line(
                    "\(Program.name): appearanced is not running; \(who) runs all the same")
            case .noRuntimeDirectory:
                StandardError.line(
                    "\(Program.name): XDG_RUNTIME_DIR \(DaemonError.runtimeDirectoryProblem), so"
                        + " appearanced cannot be found; \(who) runs all the same")
            case .foreignOwner(let path, let userID):
                StandardError.line(
                    "\(Program.name): \(DaemonError.foreignOwner(path, userID)); \(who) runs all"
                        + " the same")
            case .refused, .protocolViolation, .timedOut, .unconfirmed, .disconnected, .hungUp,
                .system:
                throw error
            }
        }
        let program: ForegroundProgram
        do { program = try ForegroundProgram([name] + arguments) } catch { exit(because: error) }
        let isInhibiting = inhibition != nil
        _ = try BackgroundThread.start(name: "inhibit") {
            Self.repeatAfterRestarts(request, isInhibiting)
        }
        // The daemon ends the inhibition when this connection closes, however this program ends.
        let status = withExtendedLifetime(inhibition) { program.exitStatus() }
        Glibc.exit(status)
    }

    /// The name of the program, which the explanation shows.
    private var who: String {
        if let givenName { return givenName }
        let last = name.split(separator: "/").last.map(String.init) ?? ""
        return !last.isEmpty && Limits.isPrintable(last, within: Limits.whoLength)
            ? last : "appearancectl"
    }

    /// Repeats the request to each daemon that starts while the command runs.
    private static func repeatAfterRestarts(_ request: Request, _ isInhibiting: Bool) {
        guard let socket = try? DaemonSocket.ofThisSession(),
            var connection = try? StatusConnection(to: socket)
        else { return }
        var isInhibiting = isInhibiting
        var inhibition: DaemonConnection?
        var reported: String?
        while true {
            do throws(DaemonError) {
                switch try connection.next() {
                case .lost: isInhibiting = false
                case .status where !isInhibiting:
                    inhibition = try .inhibiting(request)
                    (isInhibiting, reported) = (true, nil)
                case .status: break
                }
            } catch {
                // Without a descriptor the connection could not wait for its retry.
                if case .system = error { return }
                let problem = error.advice
                if problem != reported {
                    StandardError.line("\(Program.name): changes are not inhibited: \(problem)")
                }
                reported = problem
            }
            withExtendedLifetime(inhibition) {}
        }
    }

    /// Reports that the command cannot be run, with the exit status that a shell would have.
    private func exit(because error: IOError) -> Never {
        let isFound = (try? ProgramPath.find(name)).map(File.exists) == true
        let isMissing = error.errno == .noSuchFile && !isFound
        let problem =
            switch error.errno {
            case .noSuchFile? where isFound, .noExecutable?: ChildProgram.interpreterHint
            case .noSuchFile? where !name.contains("/"): "there is no such program in PATH"
            case let errno?: "\(errno)"
            case nil: "\(error)"
            }
        StandardError.line("\(Program.name): cannot run \(name.shellWord): \(problem)")
        Glibc.exit(isMissing ? 127 : 126)
    }

    private static func printable(_ text: String, within length: Int) throws -> String {
        guard !text.isEmpty, Limits.isPrintable(text, within: length) else {
            throw ValidationError("must have 1 to \(length) printable characters")
        }
        return text
    }
}
