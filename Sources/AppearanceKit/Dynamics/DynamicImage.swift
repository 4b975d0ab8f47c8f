public import AppearanceModel
internal import Glibc

/// A picture in a file, with variants beside it for grounds on which it would not do.
///
/// Of `logo.png` the variants are `logo-dark.png` and `logo-night.png`, and with more contrast
/// `logo-high-contrast.png`, `logo-dark-high-contrast.png` and `logo-night-high-contrast.png`. None
/// of them needs to be there.
///
/// ```swift
/// let logo = DynamicImage("/usr/share/reader/logo.png")
/// let file = logo.resolved(in: node.traits)
/// view.show(file.path, filtered: file.needsFilter)
/// ```
public struct DynamicImage: Hashable, Sendable {
    /// One picture of several.
    public struct Variant: Hashable, Sendable {
        /// Where it is.
        public let path: String
        /// What it was drawn for.
        public let appearance: Appearance
        /// Whether it is night and the picture was not drawn for it: shade it before you show it.
        public let needsFilter: Bool
    }

    private struct Key: Hashable {
        var appearance: Appearance
        var contrast: Contrast
    }

    private let path: String
    private let others: [Key: String]

    /// The picture at a path, with the variants that lie beside it now.
    ///
    /// The files are looked for here, and not again.
    public init(_ path: String) {
        self.path = path
        var others: [Key: String] = [:]
        for appearance in Appearance.allCases {
            for contrast in Contrast.allCases {
                let suffix = Self.suffix(appearance, contrast)
                let file = Self.inserting(suffix, into: path)
                guard !suffix.isEmpty, access(file, R_OK) == 0 else { continue }
                others[Key(appearance: appearance, contrast: contrast)] = file
            }
        }
        self.others = others
    }

    /// A picture for each ground, in files of any name.
    public init(light: String, dark: String, night: String? = nil) {
        path = light
        others = [
            Key(appearance: .dark, contrast: .standard): dark,
            Key(appearance: .night, contrast: .standard): night,
        ].compactMapValues(\.self)
    }

    /// The picture to show: the nearest there is, from night over dark to the picture itself.
    public func resolved(in traits: Traits) -> Variant {
        let isNight = traits.appearance == .night
        for appearance in Self.order(from: traits) {
            for contrast in traits.contrast == .high ? [.high, .standard] : [Contrast.standard] {
                let isPlain = appearance == .light && contrast == .standard
                let file = others[Key(appearance: appearance, contrast: contrast)]
                guard let file = file ?? (isPlain ? path : nil) else { continue }
                return Variant(
                    path: file, appearance: appearance,
                    needsFilter: isNight && appearance != .night)
            }
        }
        return Variant(path: path, appearance: .light, needsFilter: isNight)
    }

    private static func order(from traits: Traits) -> [Appearance] {
        switch traits.appearance {
        case .light: [.light]
        case .dark: [.dark, .light]
        case .night: traits.nightStyle.base == .dark ? [.night, .dark, .light] : [.night, .light]
        }
    }

    private static func suffix(_ appearance: Appearance, _ contrast: Contrast) -> String {
        let first =
            switch appearance {
            case .light: ""
            case .dark: "-dark"
            case .night: "-night"
            }
        return first + (contrast == .high ? "-high-contrast" : "")
    }

    private static func inserting(_ suffix: String, into path: String) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].dropFirst().lastIndex(of: ".") else { return path + suffix }
        return path[..<dot] + suffix + path[dot...]
    }
}
