import AppearanceTestSupport

/// The built program appearance-tokens.
enum TokensProgram {
    /// The result of a run; a status below zero is the signal that ended it.
    struct Outcome: Equatable {
        var status: Int32
        var output: String
        var errorOutput: String
    }

    /// Runs the program with arguments until it exits.
    static func run(_ arguments: [String]) throws -> Outcome {
        let finished = try ChildProcess.run(
            BuiltProducts.appearanceTokens, arguments,
            environment: ["TZ": "UTC", "COLUMNS": "80", "LC_ALL": "C.UTF-8"])
        let status: Int32 =
            switch finished.status {
            case .exited(let code): code
            case .killed(let signal): -signal
            }
        return Outcome(status: status, output: finished.output, errorOutput: finished.errors)
    }
}
