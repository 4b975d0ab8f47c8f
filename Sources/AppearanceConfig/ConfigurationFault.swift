/// Everything that is wrong with a configuration file that cannot be taken, in its own order.
package struct ConfigurationFault: Error, Hashable, Sendable {
    /// At least one.
    package let diagnostics: [Diagnostic]

    /// Nil if nothing is wrong.
    package init?(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return nil }
        self.diagnostics = diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
    }

    init(_ diagnostic: Diagnostic) { diagnostics = [diagnostic] }
}

extension ConfigurationFault: CustomStringConvertible {
    /// The diagnostics, one a line.
    package var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
