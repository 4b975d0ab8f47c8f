internal import AppearanceKit

/// The appearance settings of the portal; `nil` for each that it does not have.
struct PortalAnswer: Equatable {
    /// The appearance that appearanced itself reports.
    var appearance: Appearance?
    /// 1 for dark, 2 for light, 0 for neither.
    var colorScheme: UInt32?
    /// 1 for more.
    var contrast: UInt32?
    /// 1 for less.
    var reducedMotion: UInt32?

    /// The appearance for an app: no preference is light.
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
