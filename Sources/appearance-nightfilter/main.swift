import Linux
import ScreenFilterService

StandardDescriptors.fill()
switch CommandLineOptions.parse(Array(CommandLine.arguments.dropFirst())) {
case .run(let options):
    let service = FilterService(options, environment: CurrentProcess.variable)
    CurrentProcess.exit(service.run().rawValue)
case .print(let text):
    CurrentProcess.exit(StandardStream.print(text, by: "appearance-nightfilter").rawValue)
case .fail(let text):
    StandardStream.error.line("appearance-nightfilter: \(text)")
    CurrentProcess.exit(ExitReason.usage.rawValue)
}

/// The parser of the command line.
enum CommandLineOptions {
    case run(FilterOptions)
    case print(String)
    case fail(String)

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

        Exit codes: 0 done, 1 refused, 2 usage, 3 the display has its filter already, or with
        --status has none, 4 no display, 5 no runtime directory, 6 a system call failed, or the
        display does not answer.

        """

    static func parse(_ words: [String]) -> CommandLineOptions {
        var options = FilterOptions()
        var isJSON = false
        var rest = words[...]
        while let word = rest.popFirst() {
            let sign = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
            let attached = sign.map { String(word[word.index(after: $0)...]) }
            switch sign.map({ String(word[..<$0]) }) ?? word {
            case "--help", "-h": return .print(help)
            case "--version": return .print("appearance-nightfilter \(filterVersion)\n")
            case "--reset", "--status":
                let job = word == "--reset" ? FilterOptions.Job.reset : .status(json: false)
                guard [.filter, job].contains(options.job)
                else { return .fail("--reset and --status cannot be used together") }
                options.job = job
            case "--json": isJSON = true
            case "--config":
                guard let path = attached ?? rest.popFirst(), !path.isEmpty
                else { return .fail("--config needs a file") }
                options.configurationPath = path
                continue
            default:
                return .fail("unknown option \(word); see appearance-nightfilter --help")
            }
            if attached != nil { return .fail("\(word) takes no value") }
        }
        guard isJSON else { return .run(options) }
        guard options.job == .status(json: false)
        else { return .fail("--json needs --status") }
        options.job = .status(json: true)
        return .run(options)
    }
}
