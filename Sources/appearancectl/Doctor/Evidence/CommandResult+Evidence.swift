internal import AppearanceProtocol

extension CommandResult {
    /// What was said; throws why it was not, in a sentence about the program.
    func text(of question: Command) throws(Unavailable) -> String {
        let program = question.program
        switch self {
        case .said(let text): return text
        case .refused: throw Unavailable("\(program) could not find it out.")
        case .missing: throw Unavailable("There is no \(program) on this machine to ask.")
        case .silent: throw Unavailable("\(program) did not answer in time.")
        case .endless: throw Unavailable("\(program) answers without an end.")
        }
    }

    /// The first value of a reply that busctl printed as JSON, out of all variants it is wrapped in.
    var busValue: JSON? {
        guard case .said(let text) = self,
            let reply = try? JSON(decoding: Array(text.utf8)),
            var value = reply["data"]?.array?.first
        else { return nil }
        while value["type"] != nil, let inner = value["data"] { value = inner }
        return value
    }
}

extension String {
    /// Words of somebody else's: one line, and no longer than one reads.
    var excerpt: String {
        let line = String(prefix { !$0.isNewline })
        return line.count > 200 ? line.prefix(200) + "…" : line
    }

    /// As one word of a shell's, in quotes where it needs them.
    var shellWord: String {
        let plain = allSatisfy {
            ($0.isASCII && ($0.isLetter || $0.isNumber)) || "/._-+:,@%".contains($0)
        }
        return plain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
    }
}
