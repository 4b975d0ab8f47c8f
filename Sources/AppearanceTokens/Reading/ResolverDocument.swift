internal import AppearanceKit
internal import AppearanceModel

/// A resolver file: sets and modifiers that combine other files, of which a modifier may be the appearance.
///
/// https://www.designtokens.org/tr/2025.10/resolver/
struct ResolverDocument {
    /// A reader of another file by its path, with the place of the reference.
    typealias Loader = (String, PlacedJSON) throws(PlacedError) -> PlacedJSON

    private let root: PlacedJSON
    private let load: Loader
    /// The contexts that the caller chose, by the name of the modifier.
    private let inputs: [String: String]

    /// Creates it from a file; `nil` if that is a token file.
    init?(_ root: PlacedJSON, inputs: [String: String], load: @escaping Loader) {
        guard root["resolutionOrder"] != nil else { return nil }
        self.root = root
        self.inputs = inputs
        self.load = load
    }

    /// A modifier with its contexts, and an item that is always used.
    private enum Item {
        case set([PlacedJSON])
        case modifier(name: String, contexts: [PlacedJSON.Member], initial: String?, PlacedJSON)
    }

    /// Returns the token files to merge for each appearance and contrast that the modifiers distinguish, light
    /// with standard contrast first.
    func sources() throws(PlacedError) -> [(traits: Traits, roots: [PlacedJSON])] {
        if let version = root["version"], version.string != "2025.10" {
            throw PlacedError(version, "the version of a resolver file is \"2025.10\"")
        }
        let items = try self.items()
        var names: Set<String> = []
        for case .modifier(let name, _, _, _) in items { names.insert(name) }
        for name in inputs.keys.sorted() where !names.contains(name) {
            throw PlacedError(
                root,
                "there is no modifier \(name); there are \(names.sorted().joined(separator: ", "))")
        }
        var found: [(traits: Traits, roots: [PlacedJSON])] = []
        for contrast in Contrast.allCases {
            for appearance in Appearance.allCases {
                let traits = Traits(appearance: appearance, contrast: contrast)
                if let roots = try roots(items, traits) { found.append((traits, roots)) }
            }
        }
        return found
    }

    /// Returns the files for an appearance and a contrast; `nil` if no modifier distinguishes it.
    private func roots(_ items: [Item], _ traits: Traits) throws(PlacedError) -> [PlacedJSON]? {
        var roots: [PlacedJSON] = []
        var hasAppearance = traits.appearance == .light
        var hasContrast = traits.contrast == .standard
        for item in items {
            switch item {
            case .set(let sources): roots += try files(sources)
            case .modifier(let name, let contexts, let initial, let place):
                let names = contexts.map(\.name)
                let own = ContextName(for: traits, among: names)
                if inputs[name] == nil, let own {
                    hasAppearance = hasAppearance || own.isOfAppearance
                    hasContrast = hasContrast || own.isOfContrast
                }
                guard let chosen = inputs[name] ?? own?.context ?? initial else {
                    throw PlacedError(
                        place,
                        "the modifier \(name) has no default; choose one of \(names.joined(separator: ", "))"
                    )
                }
                guard let context = contexts.first(where: { $0.name == chosen }) else {
                    throw PlacedError(
                        place,
                        "the modifier \(name) has no context \(chosen); it has \(names.joined(separator: ", "))"
                    )
                }
                roots += try files(context.value.elements ?? [])
            }
        }
        return hasAppearance && hasContrast ? roots : nil
    }

    private func items() throws(PlacedError) -> [Item] {
        guard let order = root["resolutionOrder"]?.elements else {
            throw PlacedError(root["resolutionOrder"] ?? root, "\"resolutionOrder\" is a list")
        }
        var items: [Item] = []
        var names: Set<String> = []
        for entry in order {
            guard let reference = entry["$ref"] else {
                guard let name = entry["name"]?.string, let type = entry["type"]?.string else {
                    throw PlacedError(entry, "an item has a \"$ref\", or a \"name\" and a \"type\"")
                }
                guard names.insert(name).inserted else {
                    throw PlacedError(entry, "another item has the name \(name)")
                }
                items.append(try item(entry, name, isModifier: type == "modifier"))
                continue
            }
            let parts = reference.string?.split(separator: "/").map(String.init) ?? []
            guard parts.count == 3, parts[0] == "#", ["sets", "modifiers"].contains(parts[1]),
                let target = root[parts[1]]?[parts[2]]
            else {
                throw PlacedError(
                    reference,
                    "an item names a set or modifier: \"#/sets/base\", \"#/modifiers/theme\"")
            }
            items.append(try item(target, parts[2], isModifier: parts[1] == "modifiers"))
        }
        return items
    }

    private func item(_ value: PlacedJSON, _ name: String, isModifier: Bool) throws(PlacedError)
        -> Item
    {
        guard isModifier else {
            guard let sources = value["sources"]?.elements else {
                throw PlacedError(value, "a set has a list \"sources\"")
            }
            return .set(sources)
        }
        guard let contexts = value["contexts"]?.members, !contexts.isEmpty else {
            throw PlacedError(value, "a modifier has \"contexts\", at least one")
        }
        let initial = value["default"]
        if let initial, !contexts.contains(where: { $0.name == initial.string }) {
            throw PlacedError(initial, "the default is none of the contexts")
        }
        return .modifier(name: name, contexts: contexts, initial: initial?.string, value)
    }

    /// Returns the token files of a list of sources: those written there, those of a set, and other files.
    private func files(_ sources: [PlacedJSON], within chain: [String] = []) throws(PlacedError)
        -> [PlacedJSON]
    {
        var roots: [PlacedJSON] = []
        for source in sources {
            guard let reference = source["$ref"] else {
                roots.append(source)
                continue
            }
            guard let path = reference.string else {
                throw PlacedError(reference, "a \"$ref\" is a text")
            }
            if path.hasPrefix("#") {
                let parts = path.split(separator: "/").map(String.init)
                guard parts.count == 3, parts[1] == "sets",
                    let sources = root["sets"]?[parts[2]]?["sources"]?.elements
                else {
                    throw PlacedError(reference, "only a set may be named here: \"#/sets/base\"")
                }
                guard !chain.contains(path) else {
                    throw PlacedError(reference, "the sets name one another in a circle")
                }
                roots += try files(sources, within: chain + [path])
            } else if path.contains("://") {
                throw PlacedError(
                    reference, "files of other machines are not read; save it beside this file")
            } else {
                roots.append(try load(path, reference))
            }
        }
        return roots
    }
}

/// The context of a modifier that stands for an appearance, a contrast, or both, by its name.
private struct ContextName {
    let context: String
    let isOfAppearance: Bool
    let isOfContrast: Bool

    private static let high = [
        "high", "highcontrast", "more", "morecontrast", "increased", "hc", "ax", "contrast",
    ]

    /// Returns the context for these traits, as `dark`, `dark-high-contrast` or `high`; `nil` if none of them
    /// stands for an appearance or a contrast.
    init?(for traits: Traits, among names: [String]) {
        func named(_ words: [String]) -> String? {
            names.first { words.contains($0.lowercased().filter(\.isLetter)) }
        }
        let appearance = traits.appearance.rawValue
        let both = Self.high.flatMap { [appearance + $0, $0 + appearance] }
        if named(["light", "dark"]) != nil {
            if traits.contrast == .high, let name = named(both) {
                (context, isOfAppearance, isOfContrast) = (name, true, true)
            } else if let name = named([appearance]) {
                (context, isOfAppearance, isOfContrast) = (name, true, false)
            } else {
                return nil
            }
        } else if traits.contrast == .high, let name = named(Self.high) {
            (context, isOfAppearance, isOfContrast) = (name, false, true)
        } else {
            return nil
        }
    }
}
