public import AppearanceModel
internal import Glibc

/// An image file with variants for other appearances beside it.
///
/// Of `logo.png` the variants are `logo-dark.png` and `logo-night.png`, and with more contrast
/// `logo-high-contrast.png`, `logo-dark-high-contrast.png` and `logo-night-high-contrast.png`. All of
/// them are optional.
///
/// ```swift
/// let logo = DynamicImage("/usr/share/reader/logo.png")
/// let file = logo.resolved(in: node.traits)
/// view.show(file.path, filtered: file.needsFilter)
/// ```
public struct DynamicImage: Hashable, Sendable {
    /// A variant of the image.
    public struct Variant: Hashable, Sendable {
        /// The path of the file.
        public let path: String
        /// The appearance that it was drawn for.
        public let appearance: Appearance
        /// Whether to apply a night filter, because it is night and the image was not drawn for it.
        public let needsFilter: Bool
    }

    private struct Key: Hashable {
        var appearance: Appearance
        var contrast: Contrast
    }

    private let path: String
    private let others: [Key: String]

    /// Creates an image with the variants that exist beside it.
    ///
    /// Files that appear later are not found.
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

    /// Creates an image from a file for each appearance, with any names.
    public init(light: String, dark: String, night: String? = nil) {
        path = light
        others = [
            Key(appearance: .dark, contrast: .standard): dark,
            Key(appearance: .night, contrast: .standard): night,
        ].compactMapValues(\.self)
    }

    /// Returns the nearest variant, from night over dark to the image itself.
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
        (appearance == .light ? "" : "-" + appearance.rawValue)
            + (contrast == .high ? "-high-contrast" : "")
    }

    private static func inserting(_ suffix: String, into path: String) -> String {
        let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[name...].dropFirst().lastIndex(of: ".") else { return path + suffix }
        var path = path
        path.insert(contentsOf: suffix, at: dot)
        return path
    }
}

/// A picture in memory, or one that a closure draws, that depends on the traits.
///
/// ```swift
/// let logo = DynamicPicture(light: blackLogo, dark: whiteLogo)
/// let chart = DynamicPicture { traits in drawnChart(grid: traits.color(.borderSubtle)) }
///
/// let shown = logo.resolved(in: node.traits)
/// view.show(shown.picture, filtered: shown.needsFilter)
/// ```
///
/// ``DynamicImage`` does the same for files.
public struct DynamicPicture<Picture: Sendable>: Sendable {
    /// A picture for some traits.
    public struct Variant: Sendable {
        /// The picture.
        public let picture: Picture
        /// Whether to apply a night filter, because it is night and the picture was not made for it.
        public let needsFilter: Bool
    }

    private let resolve: @Sendable (Traits) -> Variant

    /// Creates a picture for each appearance; without one, night has that of its base, filtered.
    public init(light: Picture, dark: Picture, night: Picture? = nil) {
        resolve = { traits in
            switch traits.appearance {
            case .light: return Variant(picture: light, needsFilter: false)
            case .dark: return Variant(picture: dark, needsFilter: false)
            case .night:
                if let night { return Variant(picture: night, needsFilter: false) }
                let other = traits.nightStyle.base == .light ? light : dark
                return Variant(picture: other, needsFilter: true)
            }
        }
    }

    /// Creates a picture from a closure that draws it for all traits, night included.
    public init(_ draw: @escaping @Sendable (Traits) -> Picture) {
        resolve = { Variant(picture: draw($0), needsFilter: false) }
    }

    private init(choosing choose: @escaping @Sendable (Traits) -> DynamicPicture) {
        resolve = { choose($0).resolve($0) }
    }

    /// Returns the picture to show.
    public func resolved(in traits: Traits) -> Variant { resolve(traits) }

    /// Returns the picture with another one for elevated layers.
    public func elevated(_ other: DynamicPicture) -> DynamicPicture {
        DynamicPicture(choosing: { $0.isElevated ? other : self })
    }

    /// Returns the picture with another one for high contrast.
    public func highContrast(_ other: DynamicPicture) -> DynamicPicture {
        DynamicPicture(choosing: { $0.contrast == .high ? other : self })
    }
}
