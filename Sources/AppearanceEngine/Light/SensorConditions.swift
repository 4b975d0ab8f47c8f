import AppearanceModel

/// The conditions under which a light sensor is not read or not trusted: the machine is suspended or
/// has just resumed, the lid is closed, no session is in use.
struct SensorConditions: Equatable, Sendable {
    /// The time after which an announced suspend that was never reported as over counts as cancelled.
    static let longestSuspending = Microseconds.seconds(60)
    /// The time without readings after a suspend; if read sooner, some sensors report only 0.
    static let restAfterSuspend = Microseconds.seconds(5)
    /// The time without readings after the lid was opened, while the light is not that of the room.
    static let restAfterOpening = Microseconds.seconds(2)

    /// The time at which a suspend was announced; `nil` if none is.
    var suspendingSince: BootTime?
    var isLidClosed = false
    /// Whether the closed lid covers the sensor in use.
    var isUnderLid = true
    var session = SessionUse.inUse
    /// The end of a time without readings; `nil` if the sensor may be read.
    private(set) var restsUntil: BootTime?

    /// Whether the closed lid covers the sensor.
    var isLidOnSensor: Bool { isLidClosed && isUnderLid }

    /// Whether the sensor is not in the light of the user: under the closed lid, or at another machine.
    var isCovered: Bool { isLidOnSensor || session == .remote }

    var isSessionInUse: Bool { session == .inUse }

    /// Whether somebody uses the machine.
    var isInUse: Bool { isSessionInUse && suspendingSince == nil }

    /// Whether the sensor may be read.
    var mayRead: Bool { suspendingSince == nil && !isCovered && restsUntil == nil }

    /// Stops the readings until a time, or until the present end if that is later.
    mutating func rest(until time: BootTime) { restsUntil = max(restsUntil ?? time, time) }

    /// Allows readings again if the time without them has passed.
    mutating func endRest(at now: BootTime) {
        if let end = restsUntil, end <= now { restsUntil = nil }
    }

    /// Returns whether an announced suspend counts as cancelled.
    func isSuspendOverdue(at now: BootTime) -> Bool {
        suspendingSince.map { $0 + Self.longestSuspending <= now } ?? false
    }

    /// The time of the next change by time alone; `nil` if there is none.
    var due: BootTime? {
        let suspending = suspendingSince.map { $0 + Self.longestSuspending }
        guard let restsUntil else { return suspending }
        return suspending.map { min($0, restsUntil) } ?? restsUntil
    }
}
