internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux

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

/// Where a desktop's night light is set, and where is kept what it was, by the environment alone.
struct NightLightPlace {
    /// The directory of what outlives a restart; nil without a home.
    let stateDirectory: String?
    private let configHome: String?
    private let configDirectories: String?
    /// The session bus; nil where there is none.
    let busAddress: String?
    /// The desktop that the environment names; nil where it names none.
    let currentDesktop: String?

    init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        stateDirectory = directories.state
        configHome = directories.configuration
        configDirectories = environment("XDG_CONFIG_DIRS")
        busAddress = BusAddress.ofSession(environment)
        currentDesktop = environment("XDG_CURRENT_DESKTOP").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The files of a name in which KConfig looks for settings; the first is the user's own.
    func settingsPaths(of name: String) -> [String] {
        configHome.map {
            KConfigText.paths(of: name, home: $0, directories: configDirectories)
        } ?? []
    }
}

/// Why a desktop's night light cannot be set, in words for a person.
struct NightLightError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension NightLight {
    /// How long a bus may take to say who is on it.
    private static let patience = Duration.seconds(1)

    /// That of the desktop that runs: by `XDG_CURRENT_DESKTOP`, or where nobody has set that, by who
    /// is on the session bus; nil where it has none.
    init?(runningIn place: NightLightPlace) {
        let found: NightLight? =
            if let names = place.currentDesktop {
                NightLight(of: Desktop(currentDesktop: names))
            } else {
                place.busAddress.flatMap(Self.onBus)
            }
        guard let found else { return nil }
        self = found
    }

    /// On a loop of its own: nothing else can be done before it is known.
    private static func onBus(at address: String) -> NightLight? {
        guard let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return nil }
        defer { connection.close() }
        connection.onDisconnected = { loop.exit(0) }
        timer.arm(after: patience)
        var found: NightLight?
        var unanswered = allCases.count
        for nightLight in allCases {
            connection.followOwner(of: nightLight.busName) { owner in
                if owner != nil { found = nightLight }
                unanswered -= 1
                if found != nil || unanswered == 0 { loop.exit(0) }
            }
        }
        _ = try? loop.run()
        return found
    }
}
