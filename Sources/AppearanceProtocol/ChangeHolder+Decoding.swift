internal import AppearanceLimits
package import AppearanceModel

extension ChangeHolder {
    /// Creates a holder from a client's words.
    ///
    /// It is `nil` if the kind is unknown, if the name is too long or cannot be printed, or if a program that the
    /// configuration names has none.
    package init?(kind: String, who: String) {
        guard let kind = SwitchSettings.Hold(rawValue: kind), kind != .programs || !who.isEmpty,
            Limits.isPrintable(who, within: Limits.whoLength)
        else { return nil }
        self.init(kind, who: who)
    }
}
