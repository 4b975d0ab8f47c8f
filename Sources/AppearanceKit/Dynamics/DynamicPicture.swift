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
