package import AppearanceEngine

/// The name of an event in a run recording.
///
/// Two switches without a default keep format and engine in step: a new event needs a name here, and
/// a new name its members in `Event+JSON`.
package enum EventName: String, CaseIterable, Sendable {
    case started, configured
    case configurationRefused = "configuration_refused"
    case sensorFound = "sensor_found"
    case sensorLost = "sensor_lost"
    case light
    case lightStuck = "light_still"
    case lightMissed = "light_missed"
    case lightReported = "fed"
    case reportEnded = "report_ended"
    case lightWanted = "light_wanted"
    case modeChosen = "mode_chosen"
    case toggled
    case switchTurned = "switch_turned"
    case paused, resumed, inhibited, released, suspending
    case suspendEnded = "suspend_ended"
    case suspended
    case lidClosed = "lid_closed"
    case sessionInUse = "session_in_use"
    case scheduleChanged = "schedule_changed"
    case deadline
    case wallClockChanged = "wall_clock_changed"
    case stopping

    /// The name of an event.
    package init(_ event: Event) {
        self =
            switch event {
            case .started: .started
            case .configured: .configured
            case .configurationRefused: .configurationRefused
            case .sensorFound: .sensorFound
            case .sensorLost: .sensorLost
            case .light: .light
            case .lightStuck: .lightStuck
            case .lightMissed: .lightMissed
            case .lightReported: .lightReported
            case .reportEnded: .reportEnded
            case .lightWanted: .lightWanted
            case .modeChosen: .modeChosen
            case .toggled: .toggled
            case .switchTurned: .switchTurned
            case .paused: .paused
            case .resumed: .resumed
            case .inhibited: .inhibited
            case .released: .released
            case .suspending: .suspending
            case .suspendEnded: .suspendEnded
            case .suspended: .suspended
            case .lidClosed: .lidClosed
            case .sessionInUse: .sessionInUse
            case .scheduleChanged: .scheduleChanged
            case .deadline: .deadline
            case .wallClockChanged: .wallClockChanged
            case .stopping: .stopping
            }
    }
}
