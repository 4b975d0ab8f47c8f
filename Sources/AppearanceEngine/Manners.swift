import AppearanceModel

/// The circumstances in which an automatic change waits, and the change that does.
///
/// A change that waits is no queue: the inputs go on deciding, and when nothing holds any more, their present
/// decision is published.
struct Manners: Sendable {
    /// A wait that has reached its bound.
    struct Overdue: Hashable, Sendable {
        let cause: WaitCause
        let span: Microseconds
    }

    /// After a start or a resume changes come at once for this long, as the light is being checked.
    private static let freeTime = Microseconds.minutes(1)
    /// The time in which the programs that report are heard after a restart.
    private static let reportTime = Microseconds.seconds(2)
    /// The time in which the programs are looked for that the configuration names.
    private static let lookTime = Microseconds.seconds(10)

    private var reports: [(client: UInt32, report: PresenceReport)] = []
    private var freeUntil: BootTime?
    private var reportsDue: BootTime?
    /// The time since which a change waits, moved by each suspend; `nil` if none does.
    private(set) var since: BootTime?
    /// The time since which it waits for the search for the named programs; `nil` if it has not.
    private var searchedSince: BootTime?
    /// The reason for which it waits.
    private(set) var cause: WaitCause?
    /// The wait that ended with the last change, if that was at its bound.
    private(set) var overdue: Overdue?

    /// Whether anything is known of the user's presence.
    var hasReports: Bool { !reports.isEmpty }

    // MARK: Reports

    /// Replaces the report of a client; `nil` as it has ended.
    mutating func report(_ report: PresenceReport?, of client: UInt32) {
        reports.removeAll { $0.client == client }
        if let report { reports.append((client, report)) }
    }

    /// Lets changes come at once for a while, as the daemon has started.
    mutating func start(at now: BootTime, isWaiting: Bool) {
        (reportsDue, freeUntil) =
            isWaiting ? (now + Self.reportTime, nil) : (nil, now + Self.freeTime)
    }

    /// Lets changes come at once for a while, and leaves the time of a suspend out of a wait.
    mutating func wake(at now: BootTime, after span: Microseconds) {
        freeUntil = now + Self.freeTime
        if let since { self.since = since + span }
    }

    // MARK: The change that waits

    /// Returns whether a change may be published; if not, it waits from now on.
    mutating func permits(_ settings: SwitchSettings, _ use: SessionUse, at now: BootTime) -> Bool {
        guard let cause = cause(settings, use, at: now) else {
            forgetWait()
            return true
        }
        let start = since ?? now
        (since, self.cause) = (start, cause)
        if cause.kind == .programs { searchedSince = searchedSince ?? now }
        guard start + settings.atMost <= now else { return false }
        forgetWait()
        overdue = Overdue(cause: cause, span: settings.atMost)
        return true
    }

    /// Forgets a change that waited, as it has come; the bound of an earlier one is no news any more.
    private mutating func forgetWait() {
        forgetWaiting()
        overdue = nil
    }

    /// Forgets a change that waited, as the inputs do not ask for it any more.
    mutating func forgetWaiting() { (since, cause, searchedSince) = (nil, nil, nil) }

    /// Returns the reason for which a change waits now; `nil` if it may come.
    func cause(_ settings: SwitchSettings, _ use: SessionUse, at now: BootTime) -> WaitCause? {
        // Nobody looks at a session that is locked, or not in front.
        guard !settings.isAtOnce, use == .inUse else { return nil }
        if let freeUntil, now < freeUntil { return nil }
        for kind in settings.hold {
            let holders = reports.lazy.flatMap(\.report.holders)
            if let holder = holders.first(where: { $0.kind == kind }) {
                return WaitCause(kind.cause, who: holder.who)
            }
            if kind == .programs, isLooking(for: settings.programs, at: now) {
                return WaitCause(.programs)
            }
        }
        if let reportsDue, now < reportsDue { return WaitCause(.start) }
        switch settings.when {
        case .now: return nil
        case .pause: return isKnown(\.isQuiet) ? WaitCause(.input) : nil
        case .idle: return isKnown(\.isIdle) ? WaitCause(.use) : nil
        case .unlock: return WaitCause(.unlocked)
        }
    }

    /// Returns whether a change that is due waits until the programs that the configuration names have been looked
    /// for, which begins at the latest when it is published as waiting for that.
    private func isLooking(for programs: [String], at now: BootTime) -> Bool {
        guard !programs.isEmpty, !reports.contains(where: { $0.client == PresenceClient.programs })
        else { return false }
        return searchedSince.map { now < $0 + Self.lookTime } ?? true
    }

    /// Returns whether a condition is reported by some, and fulfilled by none of them.
    private func isKnown(_ condition: KeyPath<PresenceReport, Bool?>) -> Bool {
        let answers = reports.compactMap { $0.report[keyPath: condition] }
        return !answers.isEmpty && !answers.contains(true)
    }

    /// Returns the time of the next change by time alone; `nil` if nothing waits.
    func due(_ settings: SwitchSettings) -> BootTime? {
        guard let since else { return nil }
        let bound = since + settings.atMost
        return switch cause?.kind {
        case .start: reportsDue.map { min($0, bound) } ?? bound
        case .programs where cause?.who.isEmpty == true:
            min((searchedSince ?? since) + Self.lookTime, bound)
        default: bound
        }
    }
}

extension SwitchSettings.Hold {
    /// The circumstance as a cause of a wait.
    fileprivate var cause: WaitCause.Kind {
        switch self {
        case .fullscreen: .fullscreen
        case .gamemode: .gamemode
        case .inhibitors: .inhibitors
        case .screencast: .screencast
        case .programs: .programs
        }
    }
}

extension WaitCause {
    /// The name of the program, or words for one whose name is unknown.
    private func name(else words: String) -> String {
        who.isEmpty ? words : ExplanationFormatter.name(who)
    }

    /// The circumstance as a clause: `mpv fills the screen`.
    package var words: String {
        switch kind {
        case .fullscreen: "\(name(else: "a program")) fills the screen"
        case .gamemode: "\(name(else: "a game")) runs as a game"
        case .inhibitors: "\(name(else: "a program")) asks for no interruption"
        case .screencast: "the screen is shared"
        case .programs where who.isEmpty: "the programs are looked for"
        case .programs: "\(name(else: "a program")) runs"
        case .input: "the keyboard or the pointer is in use"
        case .use: "the desktop is not idle"
        case .unlocked: "the session is not locked"
        case .start: "the programs in use are looked for"
        }
    }

    /// The end of the circumstance, as the object of a sentence: `the full screen of mpv to end`.
    var endWords: String {
        switch kind {
        case .fullscreen: "the full screen of \(name(else: "a program")) to end"
        case .gamemode: "\(name(else: "a game")) to end"
        case .programs: "\(name(else: "a program")) to end"
        case .inhibitors: "\(name(else: "a program")) to permit it"
        case .screencast: "the sharing of the screen to end"
        case .input: "a pause of the keyboard and the pointer"
        case .use: "the desktop to be idle"
        case .unlocked: "the session to be locked"
        case .start: "the programs in use"
        }
    }
}
