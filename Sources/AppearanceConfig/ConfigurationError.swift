/// Everything that is wrong with a configuration file that cannot be taken, in its own order.
package struct ConfigurationError: Error, Hashable, Sendable {
    /// At least one.
    package let diagnostics: [Diagnostic]

    /// Nil if nothing is wrong.
    package init?(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return nil }
        self.diagnostics = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }

    /// The number of diagnostics that are written out: nobody corrects more at once.
    package static let mostWritten = 20

    /// The first diagnostics, one a line, and the number of those left out.
    package var lines: [String] {
        let lines = diagnostics.prefix(Self.mostWritten).map(\.description)
        let rest = diagnostics.count - lines.count
        guard rest > 0 else { return lines }
        let file = diagnostics.first?.file ?? ""
        return lines + ["\(file): and \(rest) more \(rest == 1 ? "problem" : "problems")"]
    }
}

extension ConfigurationError: CustomStringConvertible {
    package var description: String { lines.joined(separator: "\n") }
}
