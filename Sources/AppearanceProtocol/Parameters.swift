internal import AppearanceLimits
internal import AppearanceModel

/// The parameters of a call, each asked for by its name and type.
///
/// Everything that is not as asked throws `invalidParameter` with the parameter's name. An
/// optional parameter may be left out or null, which varlink holds to be the same.
struct Parameters {
    private let members: [JSON.Member]

    init(_ value: JSON?) throws(VarlinkError) {
        switch value {
        case nil, .null: members = []
        case .object(let members): self.members = members
        case .bool, .integer, .real, .string, .array:
            throw .invalidParameter(parameter: "parameters")
        }
    }

    /// Refuses every name but these, so that a misspelt one is never passed over in silence.
    func allow(_ names: String...) throws(VarlinkError) {
        if let unknown = members.first(where: { !names.contains($0.name) }) {
            throw .invalidParameter(parameter: unknown.name)
        }
    }

    func string(_ name: String) throws(VarlinkError) -> String {
        guard let text = self[name]?.string else { throw .invalidParameter(parameter: name) }
        return text
    }

    func printable(_ name: String, within length: Int) throws(VarlinkError) -> String {
        let text = try string(name)
        guard Limits.isPrintable(text, within: length)
        else { throw .invalidParameter(parameter: name) }
        return text
    }

    func number(_ name: String) throws(VarlinkError) -> Double {
        guard let number = self[name]?.number else { throw .invalidParameter(parameter: name) }
        return number
    }

    func optionalBool(_ name: String) throws(VarlinkError) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let bool = value.bool else { throw .invalidParameter(parameter: name) }
        return bool
    }

    /// When a mode or a pause ends, from `for` or `until`; nil for neither.
    func end() throws(VarlinkError) -> ModeEnd? {
        guard let span = self["for"] else { return try untilEnd() }
        guard let count = span.integer, let end = ModeEnd(lasting: Microseconds(count))
        else { throw .invalidParameter(parameter: "for") }
        guard self["until"] == nil else { throw .invalidParameter(parameter: "until") }
        return end
    }

    private func untilEnd() throws(VarlinkError) -> ModeEnd? {
        guard let until = self["until"] else { return nil }
        guard let end = until.string.flatMap(ModeEnd.init(until:))
        else { throw .invalidParameter(parameter: "until") }
        return end
    }

    private subscript(name: String) -> JSON? {
        guard let value = members.first(where: { $0.name == name })?.value, value != .null
        else { return nil }
        return value
    }
}
