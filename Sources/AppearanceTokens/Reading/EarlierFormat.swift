/// The format of Style Dictionary before the W3C's: members without a dollar sign, and types by category.
enum EarlierFormat {
    /// The types by the first name of a path.
    private static let types = [
        "color": "color", "size": "dimension", "spacing": "dimension", "space": "dimension",
        "radius": "dimension", "time": "duration", "duration": "duration",
    ]

    /// Returns a file of the earlier format in that of the W3C, and any other file as it is.
    static func converted(_ root: PlacedJSON) -> PlacedJSON {
        hasMember(in: root) { $0.hasPrefix("$") && $0 != "$schema" && $0 != "$description" }
            || !hasMember(in: root) { $0 == "value" } ? root : converted(root, category: nil)
    }

    private static func hasMember(in value: PlacedJSON, _ condition: (String) -> Bool) -> Bool {
        (value.members ?? []).contains { condition($0.name) || hasMember(in: $0.value, condition) }
    }

    private static func converted(_ value: PlacedJSON, category: String?) -> PlacedJSON {
        guard let members = value.members else { return value }
        guard value["value"] != nil else {
            return PlacedJSON(
                value: .object(
                    members.map { member in
                        var member = member
                        member.value = converted(member.value, category: category ?? member.name)
                        return member
                    }), place: value.place)
        }
        var token: [PlacedJSON.Member] = []
        var rest: [PlacedJSON.Member] = []
        for var member in members {
            let isSecond = token.contains { ["$\(member.name)", "$description"].contains($0.name) }
            switch member.name {
            case "comment" where isSecond, "description" where isSecond: rest.append(member)
            case "$description": token.append(member)
            case "value":
                member.name = "$value"
                member.value = reference(member.value)
                token.append(member)
            case "type", "comment", "description":
                member.name = member.name == "type" ? "$type" : "$description"
                token.append(member)
            default: rest.append(member)
            }
        }
        func add(_ name: String, _ content: PlacedJSON.Value) {
            token.append(
                .init(
                    name: name, place: value.place,
                    value: PlacedJSON(value: content, place: value.place)))
        }
        if value["type"] == nil, let type = type(of: value["value"], category) {
            add("$type", .string(type))
        }
        if !rest.isEmpty {
            let data = PlacedJSON(value: .object(rest), place: value.place)
            add(
                "$extensions",
                .object([.init(name: "org.styledictionary", place: value.place, value: data)]))
        }
        return PlacedJSON(value: .object(token), place: value.place)
    }

    /// Returns the type of a value by its category; `nil` for a reference, which has that of its target.
    private static func type(of value: PlacedJSON?, _ category: String?) -> String? {
        guard let text = value?.string else { return value?.number == nil ? nil : "number" }
        guard !text.hasPrefix("{") else { return nil }
        let type = category.flatMap { types[$0] }
        // A size may be a number without its unit, or the unit alone.
        let isLength =
            text.first?.isNumber == true && (text.hasSuffix("px") || text.hasSuffix("rem"))
        return type == nil || type == "dimension" && !isLength ? "string" : type
    }

    /// Returns `{size.font.small.value}` without its end.
    private static func reference(_ value: PlacedJSON) -> PlacedJSON {
        guard let text = value.string, text.hasPrefix("{"), text.hasSuffix(".value}") else {
            return value
        }
        return PlacedJSON(value: .string(text.dropLast(7) + "}"), place: value.place)
    }
}
