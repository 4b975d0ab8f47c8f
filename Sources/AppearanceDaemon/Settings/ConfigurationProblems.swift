import AppearanceConfig

/// The problems of a configuration file, as they are logged.
struct ConfigurationProblems: Equatable, Sendable {
    static let none = ConfigurationProblems(lines: [], count: 0)

    /// The first problems, one a line, and a line for those left out.
    let lines: [String]
    /// The number of problems, those left out included.
    let count: Int

    /// The only problem.
    init(_ problem: String) { self.init(lines: [problem], count: 1) }

    init(_ fault: ConfigurationError) {
        self.init(lines: fault.lines, count: fault.diagnostics.count)
    }

    private init(lines: [String], count: Int) {
        self.lines = lines
        self.count = count
    }
}
