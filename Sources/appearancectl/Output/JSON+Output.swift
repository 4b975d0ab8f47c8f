package import AppearanceProtocol
internal import Console

extension JSON: ExpressibleByDictionaryLiteral {
    /// Creates an object whose members have this order.
    package init(dictionaryLiteral members: (String, JSON)...) {
        self = .object(members.map(Member.init))
    }
}

extension JSON {
    /// Returns an object without a member, for a comparison or for fewer members.
    func without(_ name: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name })
    }
}

extension JSON {
    /// Returns an object with another member at its end.
    func with(_ name: String, _ value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name: name, value: value)])
    }
}

extension StandardOutput {
    /// Prints a value on one line, with both forms of each time; JSON escapes control characters.
    static func json(_ value: JSON) { line(bytes: value.withBothTimes.text) }
}
