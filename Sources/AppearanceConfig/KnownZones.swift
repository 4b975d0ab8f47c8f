import TOML

/// The time zones that a machine has, by their names.
package struct KnownZones {
    let contains: (String) -> Bool
    let names: () -> [String]

    /// - Parameters:
    ///   - contains: Whether there is a zone of a name.
    ///   - names: All names, of which the nearest to an unknown one is suggested.
    package init(contains: @escaping (String) -> Bool, names: @escaping () -> [String]) {
        self.contains = contains
        self.names = names
    }

    /// What is wrong with a name and what to write instead; `nil` for a zone of this machine.
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
