internal import Console

/// The value of a declaration, as far as the linter needs it.
///
/// It is parsed byte by byte: a regular expression takes a millisecond, and a sheet has thousands
/// of values.
struct StyleValue {
    private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla", "oklch", "lab"]
    private static let names: Set<String> = [
        "black", "white", "red", "green", "blue", "gray", "grey", "yellow", "orange", "purple",
        "navy", "silver", "maroon",
    ]

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The first colour that is written out: a number, the start of a function, or a common name.
    ///
    /// URLs and quoted texts contain no colours.
    var colour: String? {
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = end(of: bytes[position], from: position + 1)
            case UInt8(ascii: "#"):
                let digits = bytes[(position + 1)...].prefix(while: Self.isHex).count
                let next = position + 1 + digits
                if [3, 4, 6, 8].contains(digits), !isWord(at: next) {
                    return text(position..<next)
                }
                position = next
            case let byte where Self.isWord(byte):
                let next = wordEnd(from: position)
                let word = text(position..<next)
                let lower = word.lowercased()
                let isCall = next < bytes.count && bytes[next] == UInt8(ascii: "(")
                if isCall, lower == "url" {
                    let isQuoted = "\"'".utf8.contains(bytes[min(next + 1, bytes.count - 1)])
                    position = isQuoted ? next + 1 : end(of: UInt8(ascii: ")"), from: next)
                    continue
                }
                if isCall ? Self.functions.contains(lower) : Self.names.contains(lower) {
                    return isCall ? word + "(" : word
                }
                position = next
            default: position += 1
            }
        }
        return nil
    }

    /// Whether it is pure black and nothing else.
    var isBlack: Bool {
        let lower = text(0..<bytes.count).lowercased()
        if ["#000", "#0000", "#000000", "#000000ff", "#000f", "black"].contains(lower) {
            return true
        }
        guard lower.hasPrefix("rgb("), lower.hasSuffix(")") else { return false }
        let parts = lower.dropFirst(4).dropLast().split { $0 == " " || $0 == "," }
        return parts == ["0", "0", "0"]
    }

    /// Whether it uses the colour of errors: `var(--error)`, `var(--color-error)`, `@error`,
    /// `@error_color`.
    var namesErrorColour: Bool {
        words(beginningWith: { Self.isWord($0) || $0 == UInt8(ascii: "@") }).contains { word in
            ["--error", "--color-error", "@error", "@error_color"].contains(text(word))
        }
    }

    /// The address in the first `url(…)`; `nil` without one.
    var address: String? {
        let url = words(beginningWith: Self.isWord).first { word in
            text(word).lowercased() == "url" && bytes[word.upperBound...].first == UInt8(ascii: "(")
        }
        guard let url, let end = bytes[url.upperBound...].firstIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let address = text((url.upperBound + 1)..<end).trimmed
            .trimming { $0 == "\"" || $0 == "'" }
        return address.isEmpty ? nil : address
    }

    // MARK: Bytes

    /// Returns the position after the next such byte, or the end.
    private func end(of byte: UInt8, from position: Int) -> Int {
        let rest = bytes[min(position, bytes.count)...]
        return rest.firstIndex(of: byte).map { $0 + 1 } ?? bytes.count
    }

    /// Returns the words, of which the first byte may be another than the rest.
    private func words(beginningWith isStart: (UInt8) -> Bool) -> [Range<Int>] {
        var words: [Range<Int>] = []
        while let start = bytes[(words.last?.upperBound ?? 0)...].firstIndex(where: isStart) {
            words.append(start..<wordEnd(from: start + 1))
        }
        return words
    }

    private func wordEnd(from position: Int) -> Int {
        position + bytes[position...].prefix(while: Self.isWord).count
    }

    private func isWord(at position: Int) -> Bool {
        position < bytes.count && Self.isWord(bytes[position])
            && bytes[position] != UInt8(ascii: "-")
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Returns whether a byte is part of a CSS name, as every byte beyond ASCII is.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), 128...:
            true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
