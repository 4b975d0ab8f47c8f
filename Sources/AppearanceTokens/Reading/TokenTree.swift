internal import AppearanceKit
internal import AppearanceModel

/// The tokens of a file by path, before interpretation.
struct TokenTree {
    /// A token as written.
    struct Token {
        var place: PlacedJSON.Place
        var value: PlacedJSON
        /// The type of the token or of the nearest group.
        var type: String?
        /// The extensions: values for other appearances.
        var extensions: PlacedJSON?
        /// The values for other appearances as other tools write them, by the name of the appearance.
        var modes: PlacedJSON?
    }

    let document: TokenDocument
    private(set) var tokens: [String: Token] = [:]
    /// The paths in the order of the file.
    private(set) var order: [String] = []
    private(set) var diagnostics: [Diagnostic] = []

    /// The vendor of the extension, in the notation of the format.
    static let vendor = "io.github.appearanced"

    /// The name of the token whose path is that of its group.
    static let root = "$root"

    private static let properties: Set = [
        "$type", "$value", "$description", "$deprecated", "$extensions", "$ref", "$schema", "$defs",
    ]

    /// The vendors whose extensions have values for other appearances: Terrazzo's and Primer's.
    private static let modeVendors = ["mode", "org.primer.overrides"]

    init(_ document: TokenDocument) {
        self.document = document
        let root = document.root
        guard let members = root.members else {
            report(root.place, "", "a token file is an object of groups, not \(root.kind)")
            return
        }
        add(members, path: "", type: nil)
    }

    private mutating func add(_ members: [PlacedJSON.Member], path: String, type: String?) {
        let type = ownType(members, path) ?? type
        for member in members {
            let isRoot = member.name == Self.root
            let inner = path.isEmpty ? member.name : isRoot ? path : path + "." + member.name
            if member.name.hasPrefix("$"), !isRoot {
                check(member, path)
            } else if member.name.isEmpty || member.name.contains(where: { "{}.".contains($0) }) {
                report(member.place, inner, "a name must not be empty, nor have { } or . in it")
            } else if let inside = member.value.members {
                addTokenOrGroup(inside, member, inner, type)
            } else {
                report(
                    member.value.place, inner,
                    "\(member.value.kind) is not a token; write { \"$value\": … }")
            }
        }
    }

    private mutating func addTokenOrGroup(
        _ inside: [PlacedJSON.Member], _ member: PlacedJSON.Member, _ path: String, _ type: String?
    ) {
        // A token that is a reference has no other value.
        let value = member.value["$value"] ?? (member.value["$ref"] != nil ? member.value : nil)
        guard let value else { return add(inside, path: path, type: type) }
        let own = ownType(inside, path)
        for inner in inside {
            if inner.name.hasPrefix("$") {
                check(inner, path)
            } else {
                report(
                    inner.place, path + "." + inner.name,
                    "a token holds no other; give the value of \(path) to a token \"\(Self.root)\"")
            }
        }
        guard tokens[path] == nil else {
            return report(member.place, path, "another token has this path; rename one")
        }
        order.append(path)
        tokens[path] = Token(
            place: member.place, value: value, type: own ?? type,
            extensions: member.value["$extensions"]?[Self.vendor],
            modes: Self.modeVendors.lazy.compactMap { member.value["$extensions"]?[$0] }.first)
    }

    private mutating func ownType(_ members: [PlacedJSON.Member], _ path: String) -> String? {
        guard let type = members.first(where: { $0.name == "$type" })?.value else { return nil }
        if type.string == nil {
            report(type.place, path, "a \"$type\" is a text such as \"color\"")
        }
        return type.string
    }

    private mutating func check(_ member: PlacedJSON.Member, _ path: String) {
        guard !Self.properties.contains(member.name) else { return }
        let near = Spelling.nearest(to: member.name, among: Self.properties.sorted())
        report(
            member.place, path,
            "the format has no \(member.name)"
                + (near.map { "; did you mean \($0)?" } ?? "; extras belong in \"$extensions\""))
    }

    mutating func report(_ place: PlacedJSON.Place, _ path: String, _ reason: String) {
        diagnostics.append(document.diagnostic(place, path, reason))
    }
}

/// Suggestions for misspelt words.
enum Spelling {
    /// Returns the known word at an edit distance of at most two, ignoring case; `nil` if there is none.
    static func nearest(to word: String, among known: [String]) -> String? {
        let written = Array(word.lowercased().unicodeScalars)
        let most = min(2, written.count / 3)
        // The difference of the lengths is the least distance, and cheap.
        return known.filter { abs($0.unicodeScalars.count - written.count) <= most }
            .map { ($0, Suggestion.editDistance(written, Array($0.lowercased().unicodeScalars))) }
            .filter { $0.1 <= most }.min { $0.1 < $1.1 }?.0
    }
}
