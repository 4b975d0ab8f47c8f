/// The files in which Plasma's programs keep their settings.
///
/// https://api.kde.org/kconfig-index.html
package enum KConfigText {
    /// The folder, below that of the user's configuration, of what a global theme has set.
    static let defaultsFolder = "/kdedefaults"
    /// `$XDG_CONFIG_DIRS` where it is not set.
    static let usualDirectories = "/etc/xdg"

    /// Where a file of settings may lie, the first to count first: what the user has set, what a
    /// global theme has brought along, and what everybody's is.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - home: `$XDG_CONFIG_HOME`, or what stands for it.
    ///   - directories: `$XDG_CONFIG_DIRS`; nil or empty for the usual place.
    /// - Returns: The paths, whether there is a file or not.
    package static func paths(
        of name: String, home: String, directories: String?
    ) -> [String] {
        let others = directories.flatMap { $0.isEmpty ? nil : $0 } ?? usualDirectories
        return ([home, home + defaultsFolder] + others.split(separator: ":").map(String.init))
            .filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
    }

    /// Goes through the entries of a text: the group, the key and the value of each; what makes no
    /// sense is left out.
    static func read(
        _ text: String, _ take: (_ group: Substring, _ key: Substring, _ value: Substring) -> Void
    ) {
        var group: Substring = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            if line.first == "[" {
                group = line.last == "]" ? line.dropFirst().dropLast() : ""
            } else if line.first != "#", let sign = line.firstIndex(of: "=") {
                let name = line[..<sign].trimmed.withoutMarks
                take(group, name, line[line.index(after: sign)...].trimmed)
            }
        }
    }
}

extension Substring {
    /// Without the blanks around it.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
        return start[...end]
    }

    /// A key without the marks that may follow it, as in `ColorScheme[$i]`.
    fileprivate var withoutMarks: Substring {
        firstIndex(of: "[").map { self[..<$0] } ?? self
    }
}
