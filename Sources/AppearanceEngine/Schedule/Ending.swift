package import AppearanceModel

/// When something that is to end by sun or clock does end.
package enum Ending: Hashable, Sendable {
    case at(WallTime)
    /// The event does not come in the next day; when it next does, if it does at all.
    case doesNotCome(next: WallTime?)
}
