import AppearanceModel

/// What the service goes by, and what is wrong with the file where that is not what it says.
struct EffectiveConfiguration {
    /// What it goes by.
    var configuration: Configuration
    /// What is wrong with the file; none where it is gone by.
    var problems = ConfigurationProblems.none
    /// What is gone by in the file's place since the start, in words; nil where it was once taken.
    var standIn: String?

    /// What is published as the error of the configuration; nil for none.
    ///
    /// It is the first problem, how many more there are, and what is gone by instead.
    var complaint: String? {
        guard let first = problems.lines.first else { return nil }
        let rest =
            switch problems.count {
            case 1: ""
            case 2: " (and 1 more problem)"
            case let count: " (and \(count - 1) more problems)"
            }
        return first + rest + (standIn.map { "; \($0)" } ?? "")
    }
}
