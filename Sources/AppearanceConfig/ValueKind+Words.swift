import AppearanceModel
import TOML

extension ValueKind
where
    Value: RawRepresentable & CaseIterable & Equatable & Sendable, Value.RawValue == String
{
    /// One of a few words.
    static var word: ValueKind {
        let words = Value.allCases.map(\.rawValue)
        let range = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        return quoted(
            range: range, wanted: "a word", like: words.first ?? "",
            problem: "is unknown; use \(range)", parse: { Value(rawValue: $0) }, write: \.rawValue,
            spoken: { Value(rawValue: $0.lowercased()) }, suggestions: { words })
    }
}

extension ValueKind {
    /// A list of a few words, each at most once.
    static func list<Word>() -> ValueKind
    where
        Value == [Word], Word: RawRepresentable & CaseIterable & Hashable & Sendable,
        Word.RawValue == String
    {
        let words = Word.allCases.map(\.rawValue)
        let range = words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
        return ValueKind(
            range: "a list of some of \(range), which may be empty",
            read: { value throws(TOMLError) in
                guard case .array(let elements) = value.content else {
                    throw TOMLError(
                        at: value.place,
                        "expected a list such as [\"\(words.first ?? "")\"], found \(value.found)")
                }
                var list: [Word] = []
                for element in elements {
                    let text = try element.string(wanted: "a word", like: words.first ?? "")
                    guard let word = Word(rawValue: text) else {
                        throw TOMLError(
                            at: element.place,
                            "\(text.tomlQuoted.tomlExcerpt) is unknown; use some of \(range)")
                    }
                    if !list.contains(word) { list.append(word) }
                }
                return list
            },
            write: { "[" + $0.map(\.rawValue.tomlQuoted).joined(separator: ", ") + "]" })
    }
}

extension ValueKind<[String]> {
    /// A list of names, each of at least one character.
    static let names = ValueKind(
        range: "a list of names, which may be empty",
        read: { value throws(TOMLError) in
            guard case .array(let elements) = value.content else {
                throw TOMLError(
                    at: value.place, "expected a list such as [\"als\"], found \(value.found)")
            }
            var names: [String] = []
            for element in elements {
                let name = try element.string(wanted: "a name", like: "als")
                if name.isEmpty {
                    throw TOMLError(at: element.place, "\"\" is not a name; remove it")
                }
                names.append(name)
            }
            return names
        },
        write: { "[" + $0.map(\.tomlQuoted).joined(separator: ", ") + "]" })
}

extension ValueKind<String> {
    /// The name of a time zone, checked as far as possible without a database.
    static let timeZone = quoted(
        range: "an IANA name such as Europe/Berlin, or \"\" for the system's",
        wanted: "a time zone", like: "Europe/Berlin",
        problem:
            "is not a time zone; write an IANA name such as \"Europe/Berlin\", or \"\" for the "
            + "system's",
        parse: { $0.isEmpty || isZoneName($0) ? $0 : nil }, write: { $0 })

    /// Returns whether a text is safe as a path below the time zone database.
    private static func isZoneName(_ text: String) -> Bool {
        text.utf8.count <= 64
            && text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .allSatisfy { part in
                    !part.isEmpty
                        && part.allSatisfy { byte in
                            switch Unicode.Scalar(byte) {
                            case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-": true
                            default: false
                            }
                        }
                }
    }
}

extension ValueKind<String> {
    /// Returns the kind of the name of a theme, which becomes an argument of the desktop's own program;
    /// the empty text has this effect.
    static func themeName(or effect: String) -> ValueKind {
        argument(
            range: "the name of a theme that is installed, or \"\" \(effect)",
            wanted: "a theme's name", like: "Adwaita",
            problem:
                "is not a theme's name; write one that is installed, such as \"Adwaita\", or \"\" "
                + effect
        ) { $0.utf8.count <= 255 && $0.first != "-" }
    }

    /// The path or the name of a camera.
    static let cameraDevice = argument(
        range: "the path or the name of a camera, or \"\" for the first that can measure light",
        wanted: "the path or the name of a camera", like: "/dev/video0",
        problem:
            "is neither a path nor a name of a camera; write one such as \"/dev/video0\", or \"\" for the "
            + "first that can measure light"
    ) { $0.utf8.count <= 255 }

    /// Returns the kind of the path of a picture, which becomes an argument of the desktop's own program.
    static func picturePath(or effect: String) -> ValueKind {
        path(of: "a picture", like: "/usr/share/backgrounds/day.jpg", or: effect)
    }

    /// Returns the kind of the path of a colour scheme of qt5ct or qt6ct.
    static func colorSchemePath(or effect: String) -> ValueKind {
        path(of: "a colour scheme", like: "/usr/share/qt5ct/colors/darker.conf", or: effect)
    }

    /// Returns the kind of an absolute path of a file, or the empty text, which has this effect.
    private static func path(
        of file: String, like example: String, or effect: String
    ) -> ValueKind {
        argument(
            range: "the absolute path of \(file), or \"\" \(effect)",
            wanted: "the path of \(file)", like: example,
            problem:
                "is not an absolute path; write one such as \"\(example)\", or \"\" \(effect)"
        ) { $0.isEmpty || $0.first == "/" && $0.utf8.count <= 4_095 }
    }

    /// A text without control characters that becomes an argument of a program.
    private static func argument(
        range: String, wanted: String, like example: String, problem: String,
        isValid: @escaping @Sendable (String) -> Bool
    ) -> ValueKind {
        quoted(
            range: range, wanted: wanted, like: example, problem: problem,
            parse: { text in
                let isPrintable = text.unicodeScalars.allSatisfy {
                    $0.value >= 32 && $0.value != 127
                }
                return isPrintable && isValid(text) ? text : nil
            },
            write: { $0 })
    }
}

extension ValueKind<Bool> {
    /// A truth value.
    static let truth = ValueKind(
        range: "true or false",
        read: { value throws(TOMLError) in
            guard case .boolean(let truth) = value.content else {
                throw TOMLError(
                    at: value.place, "expected true or false without quotes, found \(value.found)")
            }
            return truth
        },
        write: { $0 ? "true" : "false" },
        spoken: { text in
            switch text.lowercased() {
            case "true", "on", "yes": true
            case "false", "off", "no": false
            case _: nil
            }
        }, suggestions: { ["true", "false"] })
}

extension ValueKind<AccentColor> {
    /// A colour as in CSS.
    static let color = quoted(
        range: "a colour such as #3584e4", wanted: "a colour", like: "#3584e4",
        problem: "is not a colour; write # and six hexadecimal digits, such as \"#3584e4\"",
        parse: { AccentColor($0) }, write: \.text)
}

extension ValueKind {
    /// Returns the kind for a key that is absent by default.
    static func unlessAbsent<Given>(_ kind: ValueKind<Given>) -> ValueKind where Value == Given? {
        ValueKind(
            range: kind.range, shortRange: kind.shortRange,
            read: { value throws(TOMLError) in try kind.read(value) },
            write: { $0.flatMap(kind.write) },
            spoken: { text throws(SpanText.ParseError) in
                guard let value = try kind.spoken(text) else { return nil }
                return .some(value)
            }, suggestions: kind.suggestions)
    }
}
