import AppearanceModel

/// The handover of the decision from the light to the schedule when the light is lost, and back.
///
/// The appearance must not change each time an unreliable sensor disappears and returns.
struct Handover: Equatable, Sendable {
    /// The shortest time between a change because the light was lost and one because it is back.
    static let calm = Microseconds.minutes(5)

    /// The loss of light that decided.
    struct Loss: Equatable, Sendable {
        var at: BootTime
        /// Whether the sensor is present without readings, so that it may return at any moment.
        var isSilence: Bool
        /// The first boundary of the schedule after it that asks for another appearance.
        var boundary: WallTime?
    }

    /// The reason for which the schedule replaces the light.
    enum StandIn: Sendable {
        case none
        /// The sensor is present without readings.
        case forSilence
        /// The sensor was removed, is covered or not trusted, or reported light ended.
        case forAbsence
    }

    /// The loss that the schedule has not replaced yet.
    var loss: Loss?
    var standIn = StandIn.none
    /// The time of the last change of the appearance.
    var changedAt: BootTime?
    /// The time at which returning light last changed the appearance.
    var returnedAt: BootTime?

    /// Returns the time at which the schedule takes over; `nil` if no light is lost.
    func fallBackDue(dwell: Microseconds, at now: Moment) -> BootTime? {
        guard let loss else { return nil }
        guard loss.isSilence else { return Self.later(loss.at + dwell, than: returnedAt) }
        let isOverBoundary = loss.boundary.map { $0 <= now.wall } ?? false
        return Self.later(isOverBoundary ? loss.at : loss.at + Self.calm, than: changedAt)
    }

    /// The time from which light may decide again after the schedule replaced a sensor without
    /// readings; `nil` for at once.
    var returnDue: BootTime? {
        switch standIn {
        case .none, .forAbsence: nil
        case .forSilence: changedAt.map { $0 + Self.calm }
        }
    }

    private static func later(_ due: BootTime, than change: BootTime?) -> BootTime {
        change.map { max(due, $0 + calm) } ?? due
    }
}
