internal import AppearanceModel

/// The JSON of one or several files as one object of groups, in which no group extends another any more.
///
/// A file that comes later replaces the tokens of those before it.
/// https://www.designtokens.org/tr/2025.10/format/
struct TokenDocument {
    private(set) var root: PlacedJSON
    let files: [String]

    /// The limit on tokens and groups after groups have inherited, so that a small file stays small.
    private static let mostMembers = 100_000
    private static let longestChain = 16

    private var count = 0

    /// Merges the files.
    init(_ roots: [PlacedJSON], files: [String]) throws(PlacedError) {
        self.files = files
        var merged = roots.first ?? PlacedJSON(value: .object([]), place: .init(line: 1, column: 1))
        for other in roots.dropFirst() { merged = Self.merge(other, over: merged) }
        root = merged
        root = try expanded(merged, within: [])
    }

    /// Returns the name of the file of a place.
    func name(_ place: PlacedJSON.Place) -> String {
        files.indices.contains(place.file) ? files[place.file] : ""
    }

    /// Returns the diagnostic of a problem.
    func diagnostic(_ place: PlacedJSON.Place, _ path: String, _ reason: String) -> Diagnostic {
        Diagnostic(
            file: name(place), line: place.line, column: place.column, key: path, reason: reason)
    }

    /// Returns the value at a JSON pointer such as `/color/accent/$value`; `nil` if there is none.
    func value(at pointer: String) -> PlacedJSON? { Self.value(at: pointer, in: root) }

    private static func value(at pointer: String, in root: PlacedJSON) -> PlacedJSON? {
        guard pointer.hasPrefix("/") || pointer.isEmpty else { return nil }
        var value = root
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            if let member = value[name] {
                value = member
            } else if let elements = value.elements, let index = Int(name),
                elements.indices.contains(index)
            {
                value = elements[index]
            } else {
                return nil
            }
        }
        return value
    }

    /// Returns an object with the members of another one, which replace those of the same name; of groups the
    /// members are merged, and a token is replaced as a whole.
    static func merge(_ other: PlacedJSON, over value: PlacedJSON) -> PlacedJSON {
        guard let own = value.members, let others = other.members, !isToken(value), !isToken(other)
        else {
            return other
        }
        var members = own
        var places = Dictionary(uniqueKeysWithValues: own.enumerated().map { ($1.name, $0) })
        for member in others {
            if let index = places[member.name] {
                // Extensions are data of tools, and no groups.
                let isGroup = !member.name.hasPrefix("$") || member.name == TokenTree.root
                members[index].value =
                    isGroup ? merge(member.value, over: members[index].value) : member.value
                members[index].place = member.place
            } else {
                places[member.name] = members.count
                members.append(member)
            }
        }
        return PlacedJSON(value: .object(members), place: other.place)
    }

    static func isToken(_ value: PlacedJSON) -> Bool { value["$value"] != nil }
}

extension TokenDocument {
    /// Returns a group with the members of the groups that it and its groups extend.
    private mutating func expanded(
        _ value: PlacedJSON, within chain: [String]
    ) throws(PlacedError) -> PlacedJSON {
        guard let members = value.members, !Self.isToken(value) else { return value }
        count += members.count
        guard count <= Self.mostMembers else {
            throw PlacedError(value, "the groups have more than \(Self.mostMembers) members")
        }
        var own: [PlacedJSON.Member] = []
        var base: PlacedJSON?
        for member in members {
            if member.name == "$extends" || member.name == "$ref",
                let group = try extendedGroup(member, chain)
            {
                base = group
            } else if member.name.hasPrefix("$"), member.name != TokenTree.root {
                own.append(member)
            } else {
                var member = member
                member.value = try expanded(member.value, within: chain)
                own.append(member)
            }
        }
        let written = PlacedJSON(value: .object(own), place: value.place)
        return base.map { Self.merge(written, over: $0) } ?? written
    }

    /// Returns the group that a member names; `nil` for a reference to a token.
    private mutating func extendedGroup(
        _ member: PlacedJSON.Member, _ chain: [String]
    ) throws(PlacedError) -> PlacedJSON? {
        let isExtension = member.name == "$extends"
        guard let pointer = Self.pointer(of: member.value) else {
            guard isExtension else { return nil }
            throw PlacedError(
                member.value, "\"$extends\" names a group: \"{button}\" or \"#/button\"")
        }
        guard let target = value(at: pointer) else {
            guard isExtension else { return nil }
            throw PlacedError(
                member.value, "there is no group \(pointer.dropFirst().replacing("/", with: "."))")
        }
        guard target.members != nil, !Self.isToken(target), isExtension || target["$ref"] == nil
        else {
            guard isExtension else { return nil }
            throw PlacedError(member.value, "a group extends a group, and this is a token")
        }
        guard !chain.contains(pointer), chain.count < Self.longestChain else {
            throw PlacedError(
                member.value,
                "the groups extend one another in a circle, or over more than \(Self.longestChain)")
        }
        return try expanded(target, within: chain + [pointer])
    }

    /// Returns `{a.b}` and `#/a/b` as a JSON pointer; `nil` for anything else.
    private static func pointer(of value: PlacedJSON) -> String? {
        guard let text = value.string else { return nil }
        if text.hasPrefix("#/") { return String(text.dropFirst()) }
        guard text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 else { return nil }
        return text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
            .reduce(into: "") {
                $0 += "/" + $1.replacing("~", with: "~0").replacing("/", with: "~1")
            }
    }
}
