import ScreenFilterService

/// The parser of the command line.
enum CommandLineOptions {
    case run(FilterOptions)
    case say(String)
    case complain(String)

    static let help = """
        Usage: appearance-nightfilter [--config FILE]
               appearance-nightfilter --reset | --status [--json]

        Turns the whole screen red when the appearance is night, and back when it is not. It
        follows appearanced, and runs in your graphical session until it is told to stop:

            systemctl --user enable --now appearance-nightfilter

        Options:
          --config FILE  take this configuration file, not the usual one
                         (~/.config/appearanced/config.toml); [nightfilter] is the part of it
          --reset        end the filter of this display, and give the screen back
          --status       say what the filter of this display does, and how
          --json         say it as one JSON object
          --version      say the version
          -h, --help     say this

        Exit codes: 0 done, 1 refused, 2 usage, 3 the display has its filter already, or has
        none where one is asked, 4 no display, 5 no runtime directory, 6 a system call failed.

        """

    static func parse(_ words: [String]) -> CommandLineOptions {
        var options = FilterOptions()
        var wantsJSON = false
        var rest = words[...]
        while let word = rest.popFirst() {
            let sign = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
            let attached = sign.map { String(word[word.index(after: $0)...]) }
            switch sign.map({ String(word[..<$0]) }) ?? word {
            case "--help", "-h": return .say(help)
            case "--version": return .say("appearance-nightfilter \(filterVersion)\n")
            case "--reset", "--status":
                guard options.job == .filter
                else { return .complain("--reset and --status do not go together") }
                options.job = word == "--reset" ? .reset : .status(json: false)
            case "--json": wantsJSON = true
            case "--config":
                guard let path = attached ?? rest.popFirst()
                else { return .complain("--config wants a file") }
                options.configurationPath = path
                continue
            default:
                return .complain("there is no option \(word); see appearance-nightfilter --help")
            }
            if attached != nil { return .complain("\(word) takes no value") }
        }
        guard wantsJSON else { return .run(options) }
        guard options.job == .status(json: false)
        else { return .complain("--json goes with --status") }
        options.job = .status(json: true)
        return .run(options)
    }
}
