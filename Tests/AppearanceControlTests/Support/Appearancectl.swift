import AppearanceTestSupport

/// The real program, built beside these tests.
struct Appearancectl {
    /// The result of a run; a negative status is the signal that killed it.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errorOutput: String
    }

    private let environment: [String: String]

    /// The program in its own environment: this runtime directory (`nil`: none), UTC.
    init(in directory: RuntimeDirectory?) {
        var environment = ["TZ": "UTC", "COLUMNS": "80", "LC_ALL": "C.UTF-8"]
        environment["XDG_RUNTIME_DIR"] = directory?.path
        self.environment = environment
    }

    /// Runs it to its end.
    func run(_ arguments: String...) throws -> Outcome { try run(arguments) }

    func run(_ arguments: [String]) throws -> Outcome {
        try outcome(BuiltProducts.appearancectl, arguments)
    }

    /// Runs a line of shell, in which `$0` is the program.
    func run(script: String) throws -> Outcome {
        try outcome("/bin/sh", ["-c", script, BuiltProducts.appearancectl])
    }

    /// Runs it on a terminal, and returns what the terminal shows, without colours.
    func lines(
        _ arguments: [String], onTerminalOfColumns columns: Int, _ variables: [String: String] = [:]
    ) throws -> [String] {
        let words = ([BuiltProducts.appearancectl] + arguments).map { "'\($0)'" }
        let line = "stty cols \(columns); exec \(words.joined(separator: " "))"
        let finished = try ChildProcess.run(
            "script", ["-qec", line, "/dev/null"],
            environment: environment.merging(["TERM": "xterm", "NO_COLOR": "1"]) { $1 }
                .merging(variables) { $1 })
        return finished.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Starts it; it ends with the last reference to it, or by a signal.
    func start(_ arguments: String...) throws -> Running {
        Running(
            process: try ChildProcess(
                BuiltProducts.appearancectl, arguments, environment: environment))
    }

    private func outcome(_ program: String, _ arguments: [String]) throws -> Outcome {
        let finished = try ChildProcess.run(program, arguments, environment: environment)
        let status: Int32 =
            switch finished.status {
            case .exited(let code): code
            case .killed(let signal): -signal
            }
        return Outcome(status: status, output: finished.output, errorOutput: finished.errors)
    }

    /// The program while it runs.
    struct Running {
        let process: ChildProcess

        var output: Lines { Lines(process: process, stream: .output) }
        var errorOutput: Lines { Lines(process: process, stream: .errors) }

        /// Interrupts it like Ctrl-C, and returns its result.
        func interrupt() throws -> ExitStatus {
            process.signal(2)
            return try process.expectExit()
        }
    }

    /// The lines of a stream, each waited for.
    struct Lines {
        fileprivate let process: ChildProcess
        fileprivate let stream: ChildProcess.Stream

        /// The next line.
        func next() throws -> String {
            try process.waitForLine("the next line", on: stream) { _ in true }
        }
    }
}
