import AppearanceDaemon
import AppearanceModel

/// The result of reading the command line.
enum CommandLineOptions {
    case run(ServiceOptions)
    case print(String)
    case fail(String)

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

        Exit codes: 0 stopped, 1 bad configuration, 2 usage, 3 running already,
        4 no session bus, or lost for 30 seconds, 5 runtime directory or socket.

        To control it: appearancectl --help

        """

    static func parse(_ words: ArraySlice<String>) -> CommandLineOptions {
        var options = ServiceOptions()
        var speed: String?
        var rest = words
        while let word = rest.popFirst() {
            let (name, attached) = split(word)
            func value() -> String? { attached ?? rest.popFirst() }
            switch name {
            case "--help", "-h": return .print(help)
            case "--version": return .print("appearanced \(projectVersion)\n")
            case "--check": options.checksOnly = true
            case "--config":
                guard let path = value(), !path.isEmpty
                else { return .fail("--config needs a file") }
                options.configurationPath = path
            case "--simulate":
                guard let path = value(), !path.isEmpty
                else { return .fail("--simulate needs a light recording") }
                options.tracePath = path
            case "--record":
                guard let path = value(), !path.isEmpty
                else { return .fail("--record needs a file") }
                // It is readable by its owner alone, and the previous one is kept beside it.
                guard path != "-" else {
                    return .fail(
                        "--record needs a file, not standard output; a file named - is ./-")
                }
                options.recordPath = path
            case "--speed":
                guard let number = value() else { return .fail("--speed needs a number") }
                speed = number
            default:
                return .fail("unknown option \(word); see appearanced --help")
            }
            if attached != nil, name == "--check" {
                return .fail("--check takes no value")
            }
        }
        if let speed {
            guard options.tracePath != nil else {
                return .fail("--speed needs --simulate")
            }
            guard let number = Int64(speed), (1...100_000).contains(number) else {
                return .fail("--speed is a whole number from 1 to 100000, not \(speed)")
            }
            options.speed = number
        }
        return .run(options)
    }

    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}
