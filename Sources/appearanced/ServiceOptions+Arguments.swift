import AppearanceDaemon
import AppearanceModel
import Linux

extension ServiceOptions {
    static let help = """
        Usage: appearanced [--config FILE] [--check] [--record FILE]
                           [--simulate TRACE.csv [--speed N]]

        Keeps the desktop light, dark or night by itself: by a light sensor if there is
        one, and by sun and clock. It runs in your session until it is stopped:

            systemctl --user enable --now appearanced

        Options:
          --config FILE         use this configuration file in place of the standard one
                                (~/.config/appearanced/config.toml)
          --check               check the configuration and exit
          --simulate TRACE.csv  replay a light recording in place of a sensor: lines of
                                a time and lux
          --speed N             replay N times as fast (1 to 100000)
          --record FILE         record events and decisions for appearancectl replay; at
                                most 64 MiB, readable by you alone
          --version             print the version
          -h, --help            print this help

        Exit codes: \(ExitReason.done) stopped, \(ExitReason.refused) output, \(ExitReason.usage) usage, \(ExitReason.noServer) no session bus, or lost for 30 s,
        \(ExitReason.noRuntimeDirectory) runtime directory or socket, \(ExitReason.alreadyRunning) running already, \(ExitReason.invalidConfiguration) bad configuration.

        To control it: appearancectl --help

        """

    /// Reads the options of the command line.
    init(_ arguments: inout ProgramArguments) throws(ProgramArguments.EarlyExit) {
        self.init()
        var speed: String?
        while let option = try arguments.next() {
            switch option {
            case "--check": checksOnly = true
            case "--config": configurationPath = try arguments.value("a file")
            case "--simulate": tracePath = try arguments.value("a light recording")
            case "--record": recordPath = try arguments.value("a file")
            case "--speed": speed = try arguments.value("a number")
            default: throw arguments.unknownOption
            }
        }
        // It is readable by its owner alone, and the previous one is kept beside it.
        if recordPath == "-" {
            throw .fail("--record needs a file, not standard output; a file named - is ./-")
        }
        guard let speed else { return }
        guard tracePath != nil else { throw .fail("--speed needs --simulate") }
        guard let number = Int64(speed), (1...100_000).contains(number) else {
            throw .fail("--speed is a whole number from 1 to 100000, not \(speed)")
        }
        self.speed = number
    }
}
