package import AppearanceModel

/// The texts of the notice of a change that was made by itself.
package struct ChangeNotice {
    /// A button; the raw value is the key.
    package enum Button: String, Sendable {
        case undo
        /// Offered while not all changes are announced.
        case never
    }

    package let summary: String
    package let body: String
    /// The command of the undo, for a server that draws no buttons.
    package let command: String
    package let buttons: [(button: Button, label: String)]
    /// The label of the action that opens the window.
    package let windowLabel: String

    /// The texts about an appearance that has come, with the sentence about the state.
    ///
    /// `isOneOfFew` is whether only the first changes are announced.
    package init(
        _ appearance: Appearance, because sentence: StateSentence, isOneOfFew: Bool,
        _ format: PageFormatter
    ) {
        let tr = format.tr
        summary =
            switch appearance {
            case .light: tr("It is light now")
            case .dark: tr("It is dark now")
            case .night: tr("It is night now")
            }
        let text = sentence.text(format)
        body = isOneOfFew ? "\(text) \(tr("This is announced three times."))" : text
        command = tr("Undo: %s").filled("appearancectl toggle")
        buttons =
            [(.undo, tr("Undo"))] + (isOneOfFew ? [(.never, tr("Do not say it again"))] : [])
        windowLabel = tr("Settings")
    }
}
