internal import AppearanceConfig
internal import AppearanceDesktop
internal import AppearanceModel
internal import DBus
internal import EventLoop
internal import Linux

/// A runner of the desktop's programs, one at a time.
final class NightLightPrograms {
    /// The timeout of a program.
    private static let timeout = Duration.seconds(4)
    /// A list of all settings of GNOME has some 60 KB.
    private static let outputLimitBytes = 1 << 20

    private let loop: EventLoop
    private var running: ChildProcess?

    init(on loop: EventLoop) { self.loop = loop }

    /// Runs the first command whose program exists and passes its output or error to `ended`.
    func run(
        _ commands: [DesktopCommand],
        _ ended: @escaping (Result<String, NightLightError>) -> Void
    ) throws(NightLightError) {
        for command in commands {
            let program = ChildProgram(
                command.program, command.arguments, environment: command.environment,
                timeout: Self.timeout, limitBytes: Self.outputLimitBytes)
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
            // A missing schema is a missing package.
            let isMissing = String(decoding: outcome.errorOutput, as: UTF8.self)
                .contains("No such schema")
            return .failure(
                NightLightError(
                    outcome.failureDescription(of: command.shellText)
                        + (isMissing ? "; install it: \(command.installation)" : "")))
        }
        return .success(String(decoding: outcome.output, as: UTF8.self))
    }

    /// Kills the running program.
    func end() {
        running?.endNow()
        running = nil
    }
}

/// The paths of a desktop's night light settings and of the restore journal, by the environment.
struct NightLightPlace {
    /// The state directory; `nil` without a home directory.
    let stateDirectory: String?
    private let configHome: String?
    private let configDirectories: String?
    /// The session bus; `nil` without one.
    let busAddress: String?
    /// The desktop in the environment; `nil` if unset.
    let currentDesktop: String?

    init(_ environment: (String) -> String?) {
        let directories = BaseDirectories(environment)
        stateDirectory = directories.state
        configHome = directories.configuration
        configDirectories = environment("XDG_CONFIG_DIRS")
        busAddress = BusAddress.ofSession(environment)
        currentDesktop = environment("XDG_CURRENT_DESKTOP").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the files of a name that KConfig reads; the first is the user's own.
    func settingsPaths(of name: String) -> [String] {
        configHome.map {
            KConfigText.paths(of: name, home: $0, directories: configDirectories)
        } ?? []
    }
}

/// The reason, for a person, why a desktop's night light cannot be set.
struct NightLightError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension NightLight {
    /// The timeout of the bus.
    private static let timeout = Duration.seconds(1)

    /// Finds the night light of the running desktop, by `XDG_CURRENT_DESKTOP` or by the names on
    /// the session bus; `nil` if it has none.
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

    /// Finds the night light on a bus, on a loop of its own.
    private static func onBus(at address: String) -> NightLight? {
        guard let loop = try? EventLoop(),
            let connection = try? BusConnection(loop: loop, address: address),
            let timer = try? loop.timer(.monotonic, { loop.exit(0) })
        else { return nil }
        defer { connection.close() }
        connection.onDisconnected = { loop.exit(0) }
        timer.arm(after: timeout)
        var found: NightLight?
        let candidates = [NightLight.gnome, .kwin]
        var unanswered = candidates.count
        for nightLight in candidates {
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
