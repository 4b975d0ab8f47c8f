public import AppearanceModel

/// Where the standard set stands out less than level AA asks for, and why it may.
///
/// None holds with high contrast: whoever needs more has all of it there.
public struct ContrastException: Hashable, Sendable {
    /// What is drawn.
    public let color: ColorToken
    /// On which grounds.
    public let grounds: [ColorToken]
    /// In which appearances.
    public let appearances: [Appearance]
    /// What it still reaches.
    public let leastRatio: Double
    /// Why it may.
    public let reason: String

    /// The whole list.
    public static let all: [ContrastException] = [
        ContrastException(
            color: .textSecondary, grounds: [.backgroundTertiary], appearances: [.light],
            leastRatio: 4.3, reason: "a field's hint; use the primary text where it must be read"),
        ContrastException(
            color: .textTertiary, grounds: ColorToken.grounds, appearances: Appearance.allCases,
            leastRatio: 2.3, reason: "hints in empty fields and what is off, which need not be read"
        ),
        ContrastException(
            color: .accent, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 3.2, reason: "labels of buttons, which their border marks as well"),
        ContrastException(
            color: .accent, grounds: [.backgroundTertiary, .surfaceElevated], appearances: [.dark],
            leastRatio: 3.8, reason: "labels of buttons, which their border marks as well"),
        ContrastException(
            color: .textOnAccent, grounds: [.accent, .error], appearances: [.light, .dark],
            leastRatio: 3.4, reason: "labels of buttons, semibold, on a shape that marks them"),
        ContrastException(
            color: .success, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 1.8, reason: "never alone: a sign's shape and words say the same"),
        ContrastException(
            color: .warning, grounds: ColorToken.grounds, appearances: [.light],
            leastRatio: 1.8, reason: "never alone: a sign's shape and words say the same"),
        ContrastException(
            color: .error, grounds: [.backgroundTertiary], appearances: [.light],
            leastRatio: 2.9, reason: "never alone: a sign's shape and words say the same"),
    ]

    /// The one that a pair falls under in an appearance at standard contrast.
    public static func covering(
        _ pair: ContrastPair, in appearance: Appearance
    ) -> ContrastException? {
        all.first {
            $0.color == pair.color && $0.grounds.contains(pair.ground)
                && $0.appearances.contains(appearance)
        }
    }
}
