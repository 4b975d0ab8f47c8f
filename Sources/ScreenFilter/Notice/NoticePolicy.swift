package import AppearanceModel

// Nothing turns the screen red by itself without having said so. What is foreseen is said some time
// before; what is not is said when it comes, and the screen follows that much later. Once a night is
// enough for the latter, so that a lamp that goes on and off does not nag. What somebody does by hand
// is done at once.

/// Decides what is to be said before the screen turns red by itself, and holds it back until then.
package struct NoticePolicy: Equatable, Sendable {
    private enum State: Equatable {
        /// The screen is not red, and there is nothing to say.
        case idle
        /// It has been said, or there was nobody to say it to.
        case told(Notice, isHeard: Bool)
        /// A change that was foreseen is overdue, so whoever foresaw it is about to speak.
        case awaitingWord(NextChange)
        /// The screen is red.
        case red(Notice?)
    }

    /// How long before something is said; zero for saying nothing.
    package var notice: Microseconds
    private var state: State
    private var last: NightForecast?
    /// Until when it need not be said again that night has come.
    private var knownUntil: WallTime?

    /// What begins with a screen that it finds red, or not.
    package init(notice: Microseconds, findsRed: Bool) {
        self.notice = notice
        state = findsRed ? .red(nil) : .idle
    }

    /// Whether the screen is to stay as it is for now, though it is to be red.
    package var holdsBack: Bool {
        guard let last, last.wantsRed else { return false }
        return !isRed
    }

    private var isRed: Bool {
        switch state {
        case .red: true
        case .idle, .told, .awaitingWord: false
        }
    }

    /// What is to be said now; nil for nothing.
    package var announcement: Notice? {
        switch state {
        case .told(let announcement, _): announcement
        case .red(let announcement): announcement
        case .idle, .awaitingWord: nil
        }
    }

    /// When to look again, though nothing else happens; nil for never.
    package func nextLook(after now: WallTime) -> WallTime? {
        switch state {
        case .idle: last?.turn.map { $0 - notice }.flatMap { $0 > now ? $0 : nil }
        case .told(let announcement, _): holdsBack ? announcement.turn : nil
        case .red(let announcement): announcement?.end
        case .awaitingWord: nil
        }
    }

    /// Takes what is known now; `endOfNight` says when the night's hours end.
    package mutating func take(
        _ outlook: NightForecast, at now: WallTime, endOfNight: () -> WallTime
    ) {
        let before = last
        let wasRed = isRed
        state = outlook.wantsRed ? turned(outlook, since: before, at: now) : foreseen(outlook, now)
        last = outlook
        if isRed, !wasRed || before == nil, outlook.night == .byItself, outlook.wish == nil {
            knownUntil = endOfNight()
        }
    }

    /// Takes that nobody is there to hear: then nothing is held back.
    package mutating func findNobody() {
        switch state {
        case .idle, .awaitingWord: break
        case .told(let announcement, _): state = .told(announcement, isHeard: false)
        case .red: state = .red(nil)
        }
    }

    /// What becomes of a screen that is not to be red.
    private func foreseen(_ outlook: NightForecast, _ now: WallTime) -> State {
        guard notice > .zero, let turn = outlook.turn, turn - notice <= now else { return .idle }
        // That it is said already holds even when the time has come, until somebody says otherwise.
        if case .told(let announcement, _) = state, announcement.turn == turn { return state }
        return turn > now ? .told(Notice(.foreseen, turn: turn), isHeard: true) : .idle
    }

    /// What becomes of a screen that is to be red.
    private func turned(
        _ outlook: NightForecast, since before: NightForecast?, at now: WallTime
    ) -> State {
        if case .red(let announcement) = state {
            return .red(announcement.flatMap { $0.end > now ? $0 : nil })
        }
        if case .awaitingWord(let next) = state, outlook.next == next { return state }
        if let before, let next = outlook.next, outlook.isOutdated(since: before, at: now) {
            return .awaitingWord(next)
        }
        guard notice > .zero, !outlook.isByHand(since: before, at: now) else { return .red(nil) }
        guard let before, before.night != .unknown else { return found(at: now) }
        if case .told(let announcement, let isHeard) = state {
            return due(announcement, isHeard: isHeard, at: now)
        }
        guard !isKnown(at: now) else { return .red(nil) }
        return .told(Notice(.held, turn: now + notice), isHeard: true)
    }

    /// What is found at the start is no change: it is red at once, and said afterwards.
    private func found(at now: WallTime) -> State {
        isKnown(at: now) ? .red(nil) : .red(Notice(.done, turn: now, end: now + notice))
    }

    private func due(_ announcement: Notice, isHeard: Bool, at now: WallTime) -> State {
        guard isHeard, announcement.turn > now else { return .red(nil) }
        // A clock that was set back since does not make it longer than it was to be.
        guard announcement.turn - now > notice else { return state }
        return .told(Notice(announcement.occasion, turn: now + notice), isHeard: true)
    }

    private func isKnown(at now: WallTime) -> Bool { knownUntil.map { $0 > now } ?? false }
}

/// What is said of the screen's turning red by itself.
package struct Notice: Hashable, Sendable {
    /// What there is to say.
    package enum Occasion: Hashable, Sendable {
        /// It will, at a time that was foreseen.
        case foreseen
        /// It will, as night has come without being foreseen.
        case held
        /// It has.
        case done
    }

    package let occasion: Occasion
    /// When it turns red, or did.
    package let turn: WallTime
    /// When this is of no use any more.
    package let end: WallTime

    init(_ occasion: Occasion, turn: WallTime, end: WallTime? = nil) {
        self.occasion = occasion
        self.turn = turn
        self.end = end ?? turn
    }
}
