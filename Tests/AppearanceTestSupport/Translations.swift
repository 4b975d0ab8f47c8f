/// The translations of this tree and a locale of the C library, in the home of a test.
///
/// From its version 2.41 on, the C library translates nothing in the locale C.UTF-8, and a Debian may have no
/// other.
package enum Translations {
    /// Returns the environment of a program in a language of `po/`.
    package static func environment(
        in home: TestHome, language: String, locale: String = "de_DE"
    ) throws -> [String: String] {
        try environment(in: home, locale: locale, language, "compile", home.path + "/catalogs")
    }

    /// Returns the environment of a program in an invented language, which has each English text in ‹ and ›.
    package static func pseudoEnvironment(in home: TestHome) throws -> [String: String] {
        try environment(
            in: home, locale: "de_DE", "xx", "pseudo", "xx", home.path + "/catalogs")
    }

    private static func environment(
        in home: TestHome, locale: String, _ language: String, _ command: String...
    ) throws -> [String: String] {
        let locales = home.path + "/locales"
        try home.write("", to: locales + "/made")
        for (program, arguments) in [
            (Repository.root + "/scripts/po", command),
            (
                "localedef",
                ["--no-archive", "-i", locale, "-f", "UTF-8", "\(locales)/\(locale).UTF-8"]
            ),
        ] {
            let run = try ChildProcess.run(
                program, arguments, environment: TestHome.plainEnvironment)
            guard run.status == .exited(0) else {
                throw HarnessFailure("\(program): \(run.errors)")
            }
        }
        return [
            "LOCPATH": locales, "LC_ALL": locale + ".UTF-8", "LANGUAGE": language,
            "TEXTDOMAINDIR": home.path + "/catalogs",
        ]
    }

    /// Returns the parts of a text that are in no ‹ and ›.
    package static func untranslated(_ text: String) -> String {
        var depth = 0
        return text.filter { character in
            if character == "‹" { depth += 1 }
            defer { if character == "›" { depth -= 1 } }
            return depth == 0
        }
    }
}
