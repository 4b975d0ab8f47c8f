package import AppearanceModel

/// The texts of the notice of a change that was made by itself.
package struct ChangeNotice {
    /// A button; the raw value is the key.
    package enum Button: String, Sendable {
        case undo
        /// Offered after a change by light.
        case notByLight = "not-by-light"
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
    /// `isByLight` is whether light made the change, and `isOneOfFew` whether only the first changes are announced.
    package init(
        _ appearance: Appearance, because sentence: StateSentence, isByLight: Bool,
        isOneOfFew: Bool,
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
        let undo = tr("Undo: %s").filled("appearancectl toggle")
        let leaveOut = tr("Not by light today: %s").filled("appearancectl pause --light")
        command = isByLight ? "\(undo)\n\(leaveOut)" : undo
        let byLight: [(Button, String)] =
            isByLight ? [(.notByLight, tr("Not by light today"))] : []
        buttons =
            [(.undo, tr("Undo"))] + byLight
            + (isOneOfFew ? [(.never, tr("Do not say it again"))] : [])
        windowLabel = tr("Settings")
    }
}
