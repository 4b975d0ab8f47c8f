package import AppearanceModel

// A notice precedes every automatic change to red. A scheduled change is announced in advance; any
// other is announced when it comes, and the screen follows after the same time, once a night only,
// so that a lamp does not cause repeated notices. A change by the user takes effect at once.

/// The policy that announces automatic changes to red and delays them.
package struct NoticePolicy: Equatable, Sendable {
    private enum State: Equatable {
        /// The screen is not red, and no notice is due.
        case idle
        /// The notice is shown, or no program can show it.
        case announced(Notice, isShown: Bool)
        /// A scheduled change is overdue, so the daemon is about to report it.
        case overdue(NextChange)
        case red(Notice?)
    }

    /// The time between notice and change; zero for no notice.
    package var leadTime: Microseconds
    private var state: State
    private var last: NightForecast?
    /// The time until which no further notice is needed.
    private var announcedUntil: WallTime?

    package init(leadTime: Microseconds, findsRed: Bool) {
        self.leadTime = leadTime
        state = findsRed ? .red(nil) : .idle
    }

    /// Whether to delay the change to red.
    package var isDelaying: Bool {
        guard let last, last.wantsRed else { return false }
        return !isRed
    }

    private var isRed: Bool {
        switch state {
        case .red: true
        case .idle, .announced, .overdue: false
        }
    }

    /// The notice to show now; `nil` for none.
    package var currentNotice: Notice? {
        switch state {
        case .announced(let notice, _): notice
        case .red(let notice): notice
        case .idle, .overdue: nil
        }
    }

    /// Returns the time of the next update without another event; `nil` for never.
    package func nextUpdate(after now: WallTime) -> WallTime? {
        switch state {
        case .idle: last?.turn.map { $0 - leadTime }.flatMap { $0 > now ? $0 : nil }
        case .announced(let notice, _): isDelaying ? notice.turn : nil
        case .red(let notice): notice?.end
        case .overdue: nil
        }
    }

    /// Updates the policy with a forecast; `endOfNight` returns the end of the night's hours.
    package mutating func update(
        _ forecast: NightForecast, at now: WallTime, endOfNight: () -> WallTime
    ) {
        let before = last
        let wasRed = isRed
        state =
            forecast.wantsRed
            ? turned(forecast, since: before, at: now)
            : scheduled(forecast, now)
        last = forecast
        if isRed, !wasRed || before == nil, forecast.night == .automatic, forecast.override == nil {
            announcedUntil = endOfNight()
        }
    }

    /// Notes that no program can show the notice: then nothing is delayed.
    package mutating func noticeFailed() {
        switch state {
        case .idle, .overdue: break
        case .announced(let notice, _): state = .announced(notice, isShown: false)
        case .red: state = .red(nil)
        }
    }

    /// Returns the state of a screen that should not be red.
    private func scheduled(_ forecast: NightForecast, _ now: WallTime) -> State {
        guard let turn = forecast.turn, turn - leadTime <= now else { return .idle }
        // The notice remains valid at its time, until the forecast changes.
        if case .announced(let notice, _) = state, notice.turn == turn { return state }
        return turn > now ? .announced(Notice(.scheduled, turn: turn), isShown: true) : .idle
    }

    /// Returns the state of a screen that should be red.
    private func turned(
        _ forecast: NightForecast, since before: NightForecast?, at now: WallTime
    ) -> State {
        if case .red(let notice) = state {
            return .red(notice.flatMap { $0.end > now ? $0 : nil })
        }
        if case .overdue(let next) = state, forecast.next == next { return state }
        if let before, let next = forecast.next, forecast.isOutdated(since: before, at: now) {
            return .overdue(next)
        }
        guard leadTime > .zero, !forecast.isByHand(since: before, at: now) else { return .red(nil) }
        guard let before, before.night != .unknown else { return found(at: now) }
        if case .announced(let notice, let isShown) = state {
            return due(notice, isShown: isShown, at: now)
        }
        guard !isAnnounced(at: now) else { return .red(nil) }
        return .announced(Notice(.delayed, turn: now + leadTime), isShown: true)
    }

    /// Returns the state of a screen that is night at the start: red at once, announced afterwards.
    private func found(at now: WallTime) -> State {
        isAnnounced(at: now) ? .red(nil) : .red(Notice(.done, turn: now, end: now + leadTime))
    }

    private func due(_ notice: Notice, isShown: Bool, at now: WallTime) -> State {
        guard isShown, notice.turn > now else { return .red(nil) }
        // A clock that was set back does not prolong the delay.
        guard notice.turn - now > leadTime else { return state }
        return .announced(Notice(notice.occasion, turn: now + leadTime), isShown: true)
    }

    private func isAnnounced(at now: WallTime) -> Bool { announcedUntil.map { $0 > now } ?? false }
}

/// A notice of an automatic change to red.
package struct Notice: Hashable, Sendable {
    package enum Occasion: Hashable, Sendable {
        /// The screen will turn red at a scheduled time.
        case scheduled
        /// Night came without a schedule; the change is delayed.
        case delayed
        /// The screen has turned red.
        case done
    }

    package let occasion: Occasion
    package let turn: WallTime
    /// The time at which the notice expires.
    package let end: WallTime

    init(_ occasion: Occasion, turn: WallTime, end: WallTime? = nil) {
        self.occasion = occasion
        self.turn = turn
        self.end = end ?? turn
    }
}
