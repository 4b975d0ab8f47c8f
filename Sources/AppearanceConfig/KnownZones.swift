import AppearanceModel
import TOML

/// The names of the time zones that a machine has.
package struct KnownZones {
    let contains: (String) -> Bool
    let names: () -> [String]

    /// Creates the set of names.
    ///
    /// - Parameters:
    ///   - contains: Returns whether there is a zone of a name.
    ///   - names: Returns all names, for suggestions.
    package init(contains: @escaping (String) -> Bool, names: @escaping () -> [String]) {
        self.contains = contains
        self.names = names
    }

    /// Returns the problem with a name, and a suggestion; `nil` for a zone of this machine.
    package func problem(with name: String) -> String? {
        guard !contains(name) else { return nil }
        // The last part alone too: "Berlin", "London".
        let short = name.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let known = names()
        let near =
            Suggestion.nearest(to: name, among: known)
            ?? known.first { $0.split(separator: "/").last?.lowercased() == short }
        return "there is no time zone \(name.tomlQuoted.tomlExcerpt); "
            + (near.map { "did you mean \"\($0)\"?" } ?? "write one such as \"Europe/Berlin\"")
    }
}
