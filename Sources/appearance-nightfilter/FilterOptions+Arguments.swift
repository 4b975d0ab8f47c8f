import Linux
import ScreenFilterService

extension FilterOptions {
    static let help = """
        Usage: appearance-nightfilter [--config FILE]
               appearance-nightfilter --reset | --status [--json]

        Turns the whole screen red while the appearance is night. It follows appearanced, and
        runs in your graphical session until it is stopped:

            systemctl --user enable --now appearance-nightfilter

        Options:
          --config FILE  use this configuration file in place of the standard one
                         (~/.config/appearanced/config.toml); it reads [nightfilter]
          --reset        stop the filter of this display, and restore its colours
          --status       print the state of the filter of this display, and its methods
          --json         print the state as one JSON object
          --version      print the version
          -h, --help     print this help

        Exit codes: \(ExitReason.done) done, \(ExitReason.refused) output, \(ExitReason.usage) usage, \(ExitReason.noServer) no display, \(ExitReason.failed) a system call failed, or
        the display does not answer, \(ExitReason.noRuntimeDirectory) no runtime directory, \(ExitReason.alreadyRunning) the display has its filter
        already, or with --status has none, \(ExitReason.invalidConfiguration) bad configuration.

        """

    /// Reads the options of the command line.
    init(_ arguments: inout ProgramArguments) throws(ProgramArguments.EarlyExit) {
        self.init()
        var isJSON = false
        while let option = try arguments.next() {
            switch option {
            case "--reset": try select(.reset)
            case "--status": try select(.status(json: false))
            case "--json": isJSON = true
            case "--config": configurationPath = try arguments.value("a file")
            default: throw arguments.unknownOption
            }
        }
        guard isJSON else { return }
        guard job == .status(json: false) else { throw .fail("--json needs --status") }
        job = .status(json: true)
    }

    private mutating func select(_ next: Job) throws(ProgramArguments.EarlyExit) {
        guard [.filter, next].contains(job) else {
            throw .fail("--reset and --status cannot be used together")
        }
        job = next
    }
}
