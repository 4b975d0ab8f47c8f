/// The key of a trait of the app's own, which nodes inherit as they do the appearance.
///
/// ```swift
/// enum DensityKey: TraitKey { static let defaultValue = 1.0 }
///
/// extension Traits {
///     var density: Double {
///         get { self[DensityKey.self] }
///         set { self[DensityKey.self] = newValue }
///     }
/// }
///
/// list.overrides[DensityKey.self] = 0.8
/// list.child().traits.density        // 0.8
/// ```
public protocol TraitKey {
    /// The type of the values.
    associatedtype Value: Hashable & Sendable
    /// The value where no node overrides the trait.
    static var defaultValue: Value { get }
}

/// The values of an app's own traits.
struct CustomTraits: Hashable, Sendable {
    private var values: [ObjectIdentifier: CustomTrait] = [:]

    subscript<Key: TraitKey>(_ key: Key.Type) -> Key.Value? {
        // A missing value would be cast to the `nil` of a type that is optional itself.
        get { values[ObjectIdentifier(key)].flatMap { $0.value as? Key.Value } }
        set {
            values[ObjectIdentifier(key)] = newValue.map {
                CustomTrait($0, isDefault: $0 == Key.defaultValue)
            }
        }
    }

    /// Replaces the values that others override; a default value is the same as none.
    mutating func merge(_ overrides: CustomTraits) {
        for (key, trait) in overrides.values { values[key] = trait.isDefault ? nil : trait }
    }
}

/// A value with identity, so that an inherited one is compared at once.
private final class CustomTrait: Hashable, Sendable {
    let value: any Hashable & Sendable
    let isDefault: Bool

    init(_ value: some Hashable & Sendable, isDefault: Bool) {
        self.value = value
        self.isDefault = isDefault
    }

    static func == (left: CustomTrait, right: CustomTrait) -> Bool {
        left === right || AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

/// The design tokens as a trait, so that a brand belongs to a place in the tree.
private enum TokensKey: TraitKey {
    static let defaultValue = DesignTokens.standard
}

extension Traits {
    /// The value of a trait of the app's own.
    public subscript<Key: TraitKey>(_ key: Key.Type) -> Key.Value {
        get { custom[key] ?? Key.defaultValue }
        set { custom[key] = newValue == Key.defaultValue ? nil : newValue }
    }

    /// The design tokens in effect; those of the standard set unless a node overrides them.
    public var tokens: DesignTokens {
        get { self[TokensKey.self] }
        set { self[TokensKey.self] = newValue }
    }

    /// Returns the colour to draw with, of the tokens in effect.
    public func color(_ token: ColorToken) -> Color { tokens.color(token, in: self) }
}

extension TraitOverrides {
    /// The override of a trait of the app's own; `nil` inherits.
    public subscript<Key: TraitKey>(_ key: Key.Type) -> Key.Value? {
        get { custom[key] }
        set { custom[key] = newValue }
    }

    /// The design tokens, such as a brand's; `nil` inherits.
    public var tokens: DesignTokens? {
        get { self[TokensKey.self] }
        set { self[TokensKey.self] = newValue }
    }
}
