import AppearanceDaemon

/// What the words on the command line come to.
enum CommandLineOptions {
    case run(ServiceOptions)
    case say(String)
    case complain(String)

    static let help = """
        Usage: appearanced [--config FILE] [--check] [--simulate TRACE.csv [--speed N]]

        Keeps the desktop light, dark or night by itself: by a light sensor where there is
        one, and by sun and clock. It runs in your session until it is told to stop:

            systemctl --user enable --now appearanced

        Options:
          --config FILE         take this configuration file, not the usual one
                                (~/.config/appearanced/config.toml)
          --check               only say whether the configuration is in order
          --simulate TRACE.csv  replay a recorded course of light in place of a sensor:
                                a time, then lux, in each line
          --speed N             let the replay pass N times as fast (1 to 100000)
          --version             say the version
          -h, --help            say this

        Exit codes: 0 stopped, 1 bad configuration, 2 usage, 3 running already,
        4 no session bus, or lost for 30 seconds, 5 runtime directory or socket.

        To see and say what it does: appearancectl --help

        """

    static func parse(_ words: [String]) -> CommandLineOptions {
        var options = ServiceOptions()
        var speed: String?
        var rest = words[...]
        while let word = rest.popFirst() {
            let (name, attached) = split(word)
            func value() -> String? { attached ?? rest.popFirst() }
            switch name {
            case "--help", "-h": return .say(help)
            case "--version": return .say("appearanced \(serviceVersion)\n")
            case "--check": options.checksOnly = true
            case "--config":
                guard let path = value() else { return .complain("--config wants a file") }
                options.configurationPath = path
            case "--simulate":
                guard let path = value() else { return .complain("--simulate wants a trace file") }
                options.tracePath = path
            case "--speed":
                guard let number = value() else { return .complain("--speed wants a number") }
                speed = number
            default:
                return .complain("there is no option \(word); see appearanced --help")
            }
            if attached != nil, name == "--check" {
                return .complain("--check takes no value")
            }
        }
        if let speed {
            guard options.tracePath != nil else {
                return .complain("--speed goes with --simulate: real time cannot be hurried")
            }
            guard let number = Int64(speed), (1...100_000).contains(number) else {
                return .complain("--speed is a whole number from 1 to 100000, not \(speed)")
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
