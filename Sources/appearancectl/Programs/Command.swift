/// What a program of the system is asked: its name, looked up in PATH, and its arguments.
struct Command: Hashable {
    let program: String
    let arguments: [String]
    /// What it needs in its environment on top of ours.
    let environment: [String: String]

    init(_ program: String, _ arguments: String...) {
        self.init(program, arguments)
    }

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
        self.program = program
        self.arguments = arguments
        self.environment = environment
    }
}

/// What came of a question.
enum CommandResult: Equatable {
    /// It ended well, and said this.
    case said(String)
    /// It ended otherwise; the last thing it complained of, or its status.
    case refused(String)
    /// There is no such program.
    case missing
    /// It had not ended when the time was up.
    case silent
    /// It said more than anything worth hearing.
    case endless
}
