internal import AppearanceEngine
package import AppearanceModel

/// An end of an override or a pause, as a menu offers it.
package enum OverrideEnd: CaseIterable, Equatable, Sendable {
    /// The next change of the schedule that changes the appearance, as the daemon computes it.
    case next
    case hour
    case sunrise
    case sunset
    /// No end.
    case never

    /// The end as a request has it; `nil` for none.
    package var request: ModeEnd? {
        switch self {
        case .next: .nextBoundary
        case .hour: .after(.hours(1))
        case .sunrise: .sunrise
        case .sunset: .sunset
        case .never: nil
        }
    }

    /// Returns the ends that are possible now; the first is that of a mode that is chosen.
    ///
    /// A day without a change of the schedule, or without a sunrise, does not offer it.
    package static func choices(_ state: ServiceState?, at now: WallTime) -> [OverrideEnd] {
        allCases.filter { end in
            switch end {
            case .hour, .never: true
            // Whether there is a next change depends on the light too, which the daemon knows.
            case .next: state?.rationale == nil || end.instant(state, after: now) != nil
            case .sunrise, .sunset: end.instant(state, after: now) != nil
            }
        }
    }

    /// Returns the time at which the daemon would end a mode that is set now; `nil` without an end, and if that
    /// is unknown.
    func instant(_ state: ServiceState?, after now: WallTime) -> WallTime? {
        if self == .next { return state?.rationale?.untilNext }
        guard let request, let schedule = state?.schedule else { return nil }
        return switch schedule.ending(request, after: now) {
        case .at(let end): end
        case .doesNotOccur: nil
        }
    }

    /// Returns the line of the menu.
    package func text(_ state: ServiceState?, at now: WallTime, _ format: PageFormatter) -> String {
        let tr = format.tr
        let end = instant(state, after: now).map(format.time)
        switch self {
        case .next:
            return end.map { tr("Until the next change, %s").filled($0) }
                ?? tr("Until the next change")
        case .hour: return tr("For one hour")
        case .sunrise:
            return end.map { tr("Until sunrise, %s").filled($0) } ?? tr("Until sunrise")
        case .sunset: return end.map { tr("Until sunset, %s").filled($0) } ?? tr("Until sunset")
        case .never: return tr("Until I change it")
        }
    }
}
