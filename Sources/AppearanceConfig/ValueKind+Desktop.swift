import TOML

extension ValueKind<String> {
    /// A theme's name, which becomes an argument of the desktop's own program.
    static let themeName = ValueKind(
        range: "the name of a theme that is installed, or \"\" to leave it alone",
        read: { value throws(ValueError) in
            let text = try value.string(wanted: "a theme's name", like: "Adwaita")
            let isName =
                text.utf8.count <= 255 && text.first != "-"
                && text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
            guard isName else {
                throw ValueError(
                    value,
                    "\(text.tomlQuoted.tomlExcerpt) is not a theme's name; write one that is "
                        + "installed, such as \"Adwaita\", or \"\" to leave it alone")
            }
            return text
        },
        write: \.tomlQuoted)
}
