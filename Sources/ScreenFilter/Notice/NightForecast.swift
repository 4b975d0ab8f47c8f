package import AppearanceModel

/// What is known at one moment of whether the screen is to be red, and when it will be.
package struct NightForecast: Hashable, Sendable {
    /// Whether it is night, and through whom.
    package enum Night: Hashable, Sendable {
        /// Nobody says.
        case unknown
        /// It is not.
        case no
        /// It is, by light, sun or clock.
        case byItself
        /// It is, because somebody has chosen so.
        case chosen
    }

    package var night: Night
    /// What the user has chosen.
    package var mode: Mode
    /// When that ends; nil when it does not.
    package var modeEnd: WallTime?
    /// The next change of the appearance that is foreseen.
    package var next: NextChange?
    /// What is wanted of the screen for a while, whatever the appearance is.
    package var wish: NightOverride?

    package init(
        _ night: Night, mode: Mode = .auto, modeEnd: WallTime? = nil, next: NextChange? = nil,
        wish: NightOverride? = nil
    ) {
        self.night = night
        self.mode = mode
        self.modeEnd = modeEnd
        self.next = next
        self.wish = wish
    }

    /// Whether the screen is to be red now.
    package var wantsRed: Bool {
        switch wish {
        case .on: true
        case .off: false
        case nil: isNight
        }
    }

    private var isNight: Bool {
        switch night {
        case .unknown, .no: false
        case .byItself, .chosen: true
        }
    }

    /// When the screen turns red next by itself, as far as it is foreseen while it is not red.
    package var turn: WallTime? {
        switch wish {
        case .on: return nil
        case nil: return isNight ? nil : nextNight
        case .off(let end):
            guard isNight else { return nextNight.map { max($0, end) } }
            if let next, next.at <= end { return nil }
            return end
        }
    }

    private var nextNight: WallTime? {
        guard night == .no, let next, next.appearance == .night else { return nil }
        return next.at
    }

    /// Whether a wish has ended by itself since, later than the night was to end: whoever says that
    /// it is night is just about to say something else.
    func isOutdated(since before: NightForecast, at now: WallTime) -> Bool {
        guard case .off(let end)? = before.wish, wish == nil, end <= now, let next else {
            return false
        }
        return next.at <= now
    }

    /// Whether the screen is to be red by what somebody did just now, rather than by itself.
    func isByHand(since before: NightForecast?, at now: WallTime) -> Bool {
        if case .on? = wish { return true }
        if night == .chosen { return true }
        guard let before else { return false }
        if case .off(let end)? = before.wish, wish == nil { return end > now }
        return before.mode != mode && before.modeEnd.map { $0 > now } ?? true
    }
}
