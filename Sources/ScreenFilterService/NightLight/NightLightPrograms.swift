internal import AppearanceDesktop
internal import LinuxIO

/// Runs the desktop's programs beside the loop, one at a time.
final class NightLightPrograms {
    /// None of them takes a second where all is well.
    private static let patience = Duration.seconds(4)

    private let loop: EventLoop
    private var running: ChildProcess?

    init(on loop: EventLoop) { self.loop = loop }

    /// Runs the first of several programs that is there; `ended` gets what it said, or why there is
    /// no answer.
    func run(
        _ commands: [DesktopCommand],
        _ ended: @escaping (Result<String, NightLightError>) -> Void
    ) throws(NightLightError) {
        for command in commands {
            let program = ChildProgram(
                command.program, command.arguments, environment: command.environment,
                patience: Self.patience)
            do throws(IOError) {
                running = try ChildProcess.start(program, on: loop) { [weak self] outcome in
                    self?.running = nil
                    ended(Self.answer(outcome, of: command))
                }
                return
            } catch {
                guard error.errno == .noSuchFile else {
                    throw NightLightError("\(error)")
                }
            }
        }
        let names = commands.map { "`\($0.program)`" }.joined(separator: " and ")
        let advice = commands.map(\.installation).joined(separator: ", or ")
        throw NightLightError("\(names) \(commands.count > 1 ? "are" : "is") missing; \(advice)")
    }

    private static func answer(
        _ outcome: ChildOutcome, of command: DesktopCommand
    ) -> Result<String, NightLightError> {
        guard outcome.isSuccess else {
            // A schema that is not there is a package that is not there.
            let isMissing = String(decoding: outcome.complaints, as: UTF8.self)
                .contains("No such schema")
            return .failure(
                NightLightError(
                    outcome.complaint(of: command.shellText)
                        + (isMissing ? "; install it: \(command.installation)" : "")))
        }
        return .success(String(decoding: outcome.output, as: UTF8.self))
    }

    /// Ends what runs, without waiting for the loop.
    func end() {
        running?.endNow()
        running = nil
    }
}
