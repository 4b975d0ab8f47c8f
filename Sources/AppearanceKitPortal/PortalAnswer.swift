internal import AppearanceKit

/// What the portal says of the appearance; nil for what it does not.
struct PortalAnswer: Equatable {
    /// Where appearanced is asked, its own word.
    var appearance: Appearance?
    /// 1 for dark, 2 for light, 0 for neither.
    var colorScheme: UInt32?
    /// 1 for more.
    var contrast: UInt32?
    /// 1 for less.
    var reducedMotion: UInt32?

    /// What an app shows: no preference is light.
    var shown: Appearance { appearance ?? (colorScheme == 1 ? .dark : .light) }

    mutating func set(_ namespace: String, _ key: String, to value: PortalValue) {
        switch (namespace, key, value) {
        case (Portal.ownNamespace, "appearance", .word(let word)):
            appearance = Appearance(rawValue: word)
        case (Portal.namespace, "color-scheme", .number(let number)): colorScheme = number
        case (Portal.namespace, "contrast", .number(let number)): contrast = number
        case (Portal.namespace, "reduced-motion", .number(let number)): reducedMotion = number
        case (_, _, _): break
        }
    }
}

/// A value of a kind that we ask for.
enum PortalValue: Equatable {
    case number(UInt32)
    case word(String)
}

/// The portal's names on the bus.
enum Portal {
    static let name = "org.freedesktop.portal.Desktop"
    static let path = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.portal.Settings"
    static let namespace = "org.freedesktop.appearance"
    static let ownNamespace = "io.github.appearanced"
}
