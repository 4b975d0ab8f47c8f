import AppearanceModel

/// What goes on around the light sensor that keeps it from being read or believed: the machine
/// sleeps or has just woken, the lid is shut, nobody sees the session.
struct SensorConditions: Equatable, Sendable {
    /// An announced suspend that is over without a word has come to nothing after this long.
    static let longestSuspending = Microseconds.seconds(60)
    /// A sensor that is touched sooner after a suspend may answer 0 for as long as it is asked.
    static let restAfterSuspend = Microseconds.seconds(5)
    /// The light that falls in while a lid opens says nothing about the room.
    static let restAfterOpening = Microseconds.seconds(2)

    /// Since when a suspend has been announced; nil while none is.
    var suspendingSince: BootTime?
    var isLidClosed = false
    /// Whether the session is in the foreground and not locked.
    var isSessionInUse = true
    /// The sensor is left alone until then; nil for no longer.
    private(set) var restsUntil: BootTime?
    /// What the sensor has to show since the last suspend; nil when it has shown it.
    var wakeCheck: ResumeGate?

    /// Whether the sensor may be touched at all.
    var mayRead: Bool { suspendingSince == nil && !isLidClosed && restsUntil == nil }

    /// Leaves the sensor alone until then, or longer where that was wanted already.
    mutating func rest(until time: BootTime) { restsUntil = max(restsUntil ?? time, time) }

    mutating func endRest(at now: BootTime) {
        if let end = restsUntil, end <= now { restsUntil = nil }
    }

    /// When something here ends by itself.
    var due: BootTime? {
        let suspending = suspendingSince.map { $0 + Self.longestSuspending }
        guard let restsUntil else { return suspending }
        return suspending.map { min($0, restsUntil) } ?? restsUntil
    }
}
