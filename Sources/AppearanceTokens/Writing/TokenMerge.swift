/// The set as it is written, with everything else of the files that it was read from.
///
/// These are other tokens, descriptions, and the extensions of other tools, which the format requires to
/// be kept.
enum TokenMerge {
    /// Returns the document of a set with the members of the files that it does not have.
    static func merging(_ document: JSONText, with source: PlacedJSON) -> JSONText {
        guard case .object(let own) = document, let others = source.members else { return document }
        let isToken = own.contains { $0.name == "$value" }
        // A token of the set whose path is that of a group in the files is the root of that group.
        if isToken, source[TokenTree.root] != nil {
            return merging(.object([.init(TokenTree.root, document)]), with: source)
        }
        var members = own
        for other in others {
            guard let index = members.firstIndex(where: { $0.name == other.name }) else {
                // A token that the set writes with a value of its own is no reference any more.
                if !isToken || other.name != "$ref" {
                    members.append(.init(other.name, JSONText(other.value)))
                }
                continue
            }
            switch other.name {
            // The type and the value are those that were read.
            case "$type", "$value": break
            case "$extensions":
                // The values for other appearances are below the name of this project.
                members[index].value = mergingExtensions(members[index].value, with: other.value)
            case let name where name.hasPrefix("$") && name != TokenTree.root:
                members[index].value = JSONText(other.value)
            default: members[index].value = merging(members[index].value, with: other.value)
            }
        }
        return .object(members)
    }

    private static func mergingExtensions(_ extensions: JSONText, with source: PlacedJSON)
        -> JSONText
    {
        guard case .object(let own) = extensions, let others = source.members else {
            return extensions
        }
        let kept = others.filter { other in !own.contains { $0.name == other.name } }
        return .object(own + kept.map { .init($0.name, JSONText($0.value)) })
    }

    /// Returns a document with values of this project's extension for the token at a path.
    static func adding(
        _ values: JSONText, to document: JSONText, at path: ArraySlice<String>
    ) -> JSONText {
        guard case .object(var members) = document else { return document }
        func replace(_ name: String, _ change: (JSONText) -> JSONText) {
            if let index = members.firstIndex(where: { $0.name == name }) {
                members[index].value = change(members[index].value)
            } else {
                members.append(.init(name, change(.object([]))))
            }
        }
        if let name = path.first {
            replace(name) { adding(values, to: $0, at: path.dropFirst()) }
        } else if members.contains(where: { $0.name == TokenTree.root }) {
            replace(TokenTree.root) { adding(values, to: $0, at: []) }
        } else {
            replace("$extensions") { extensions in
                guard case .object(let own) = extensions else { return extensions }
                return .object(
                    own.filter { $0.name != TokenTree.vendor } + [.init(TokenTree.vendor, values)])
            }
        }
        return .object(members)
    }
}
