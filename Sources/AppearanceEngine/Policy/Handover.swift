import AppearanceModel

/// The decision going from the light to the schedule, when a sensor is lost, and back.
///
/// A sensor that comes and goes must not make the appearance come and go with it.
struct Handover: Equatable, Sendable {
    /// The shortest time between a change because light was lost and one because it is back.
    static let calm = Microseconds.minutes(5)

    /// A light that decided and is lost.
    struct Loss: Equatable, Sendable {
        var at: BootTime
        /// Whether the sensor is there and gives no readings, so that it may be back at any moment.
        var isSilence: Bool
        /// The first schedule boundary after it that asks for another appearance.
        var boundary: WallTime?
    }

    /// What the schedule stands in for.
    enum StandIn: Sendable {
        case none
        /// A sensor that is there and silent.
        case forSilence
        /// A sensor that was removed, is covered or not trusted, or reported light that expired.
        case forAbsence
    }

    /// The loss that the schedule has yet to take over from.
    var loss: Loss?
    var standIn = StandIn.none
    /// When the appearance last changed without the user.
    var changedAt: BootTime?
    /// When light that was lost last took over again and changed the appearance.
    var returnedAt: BootTime?

    /// When the schedule takes over; `nil` without a loss.
    func fallBackDue(dwell: Microseconds, at now: Moment) -> BootTime? {
        guard let loss else { return nil }
        guard loss.isSilence else { return Self.later(loss.at + dwell, than: returnedAt) }
        let isOverBoundary = loss.boundary.map { $0 <= now.wall } ?? false
        return Self.later(isOverBoundary ? loss.at : loss.at + Self.calm, than: changedAt)
    }

    /// When light may decide again after the schedule stood in for a silent sensor; `nil` for at
    /// once.
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
