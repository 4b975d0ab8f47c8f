// The values for the portal's apps, as data. The frontend has no third appearance, so night is
// dark; apps that distinguish them read our own key.
//
// https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html

import AppearanceModel
import DBus

/// The settings of the portal backend in one appearance.
struct PortalValues: Equatable {
    /// One setting; `value` is of the type that its key has in the specification.
    struct Setting: Equatable {
        let namespace: String
        let key: String
        let value: DBusValue
    }

    static let shared = "org.freedesktop.appearance"
    static let own = "io.github.appearanced"

    /// The settings; those of one namespace are adjacent.
    let settings: [Setting]

    init(_ appearance: Appearance, _ configuration: PortalSettings) {
        let hints = configuration[appearance]
        var settings: [Setting] = []
        func add(_ key: String, _ value: DBusValue, to namespace: String = Self.shared) {
            settings.append(Setting(namespace: namespace, key: key, value: value))
        }
        add("color-scheme", appearance.colorScheme)
        // If a key is set for one appearance, it is reported for all of them: without it, apps
        // would keep the value of the appearance before.
        if configuration.sets(\.accentColor) {
            add("accent-color", .accent(hints.accentColor))
        }
        if configuration.sets(\.contrast) {
            add("contrast", .uint32(hints.contrast == .higher ? 1 : 0))
        }
        if configuration.sets(\.reducedMotion) {
            add("reduced-motion", .uint32(hints.reducedMotion == true ? 1 : 0))
        }
        add("appearance", .string(appearance.rawValue), to: Self.own)
        self.settings = settings
    }

    /// Returns the value of a key; `nil` if the backend has no such key.
    func value(of key: String, in namespace: String) -> DBusValue? {
        settings.first { $0.namespace == namespace && $0.key == key }?.value
    }

    /// Returns the settings whose values differ from earlier ones; a key that is gone has a neutral value.
    func changes(from earlier: PortalValues?) -> [Setting] {
        let former = earlier?.settings ?? []
        let gone = former.filter { value(of: $0.key, in: $0.namespace) == nil }.map(\.neutral)
        return settings.filter { !former.contains($0) } + gone
    }

    /// Returns the settings of every matching namespace, as ReadAll answers them.
    func matching(_ patterns: [String]) -> DBusValue {
        let namespaces = [Self.shared, Self.own].filter { namespace in
            patterns.isEmpty || patterns.contains { Self.pattern($0, matches: namespace) }
        }
        return .dictionary(
            key: "s", value: "a{sv}",
            namespaces.map { namespace in
                let entries = settings.filter { $0.namespace == namespace }
                return DBusValue.Entry(
                    .string(namespace),
                    .properties(
                        Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })))
            })
    }

    /// Returns whether a pattern matches: a name, the empty text for all, or a prefix before a
    /// star.
    private static func pattern(_ pattern: String, matches namespace: String) -> Bool {
        guard !pattern.isEmpty else { return true }
        guard pattern.utf8.last == UInt8(ascii: "*") else { return pattern == namespace }
        let stem = pattern.dropLast()
        return namespace.hasPrefix(stem)
            || stem.utf8.last == UInt8(ascii: ".") && namespace == stem.dropLast()
    }
}

extension PortalValues.Setting {
    /// The same hint, not set.
    fileprivate var neutral: Self {
        let isColor = value.signature == DBusValue.accent(nil).signature
        return Self(namespace: namespace, key: key, value: isColor ? .accent(nil) : .uint32(0))
    }
}

extension PortalSettings {
    /// Returns whether the configuration sets a hint in any appearance.
    fileprivate func sets<Hint>(_ hint: KeyPath<PortalHints, Hint?>) -> Bool {
        Appearance.allCases.contains { self[$0][keyPath: hint] != nil }
    }
}

extension Appearance {
    /// 1 prefers dark, 2 prefers light; 0 is no preference, and any other value counts as 0.
    fileprivate var colorScheme: DBusValue {
        switch self {
        case .light: .uint32(2)
        case .dark, .night: .uint32(1)
        }
    }
}

extension DBusValue {
    /// Returns red, green and blue from 0 to 1; out of that range for none, as specified.
    fileprivate static func accent(_ color: AccentColor?) -> DBusValue {
        guard let color else {
            return .structure([.double(-1), .double(-1), .double(-1)])
        }
        return .structure(
            [color.red, color.green, color.blue].map { .double(Double($0) / 255) })
    }
}
