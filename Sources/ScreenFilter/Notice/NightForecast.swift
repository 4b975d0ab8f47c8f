package import AppearanceModel

/// The known facts about whether and when the screen turns red.
package struct NightForecast: Equatable, Sendable {
    /// Whether it is night, and why.
    package enum Night: Hashable, Sendable {
        case unknown
        case no
        /// Night by light, sun or clock.
        case automatic
        /// Night by the user's choice.
        case chosen
    }

    package var night: Night
    /// The mode that the user chose.
    package var mode: Mode
    /// The end of the mode; `nil` without one.
    package var modeEnd: WallTime?
    /// The next change of the appearance; `nil` if unknown.
    package var next: NextChange?
    /// The override of the night filter; `nil` without one.
    package var override: NightOverride?
    /// Whether the appearance is dark or night.
    package var isDark: Bool

    package init(
        _ night: Night, mode: Mode = .auto, modeEnd: WallTime? = nil, next: NextChange? = nil,
        override: NightOverride? = nil, isDark: Bool = false
    ) {
        self.isDark = isDark
        self.night = night
        self.mode = mode
        self.modeEnd = modeEnd
        self.next = next
        self.override = override
    }

    /// Whether the screen should be red now.
    package var wantsRed: Bool {
        switch override {
        case .on: true
        case .off, .evening: false
        case nil: isNight
        }
    }

    private var isNight: Bool {
        switch night {
        case .unknown, .no: false
        case .automatic, .chosen: true
        }
    }

    /// The time at which the screen will turn red automatically; `nil` if unknown or red already.
    package var turn: WallTime? {
        switch override {
        case .on: return nil
        case nil: return isNight ? nil : nextNight
        case .off(let end), .evening(let end):
            guard isNight else { return nextNight.map { max($0, end) } }
            if let next, next.at <= end { return nil }
            return end
        }
    }

    private var nextNight: WallTime? {
        guard night == .no, let next, next.appearance == .night else { return nil }
        return next.at
    }

    /// Returns whether an override has expired after the end of night, so that the night reported
    /// by the daemon is about to end.
    func isOutdated(since before: NightForecast, at now: WallTime) -> Bool {
        guard case .off(let end)? = before.override, override == nil, end <= now, let next else {
            return false
        }
        return next.at <= now
    }

    /// Returns whether the user has just turned the screen red.
    func isByHand(since before: NightForecast?, at now: WallTime) -> Bool {
        if case .on? = override { return true }
        if night == .chosen { return true }
        guard let before else { return false }
        switch before.override {
        case .off(let end)? where override == nil: return end > now
        // After a preview, the screen is as before it.
        case .evening?: return true
        case .off, .on, nil: break
        }
        return before.mode != mode && before.modeEnd.map { $0 > now } ?? true
    }
}

extension NightForecast {
    /// Returns the colours of the evening that the screen should have; `hours` returns the evenings of the
    /// schedule around now.
    ///
    /// Without the daemon the screen is unchanged, as it is at night.
    package func evening(
        _ when: EveningSettings.When, hours: () -> [Range<WallTime>]
    ) -> EveningLight.Goal {
        switch override {
        case .off: return .none
        case .evening: return .evening
        case .on, nil: break
        }
        guard night != .unknown else { return .none }
        return switch when {
        case .schedule: .hours(hours())
        case .dark: isDark ? .evening : .none
        }
    }

    /// Returns whether the appearance has changed by itself, so that its colours may change slowly.
    package func isSlow(since before: NightForecast, at now: WallTime) -> Bool {
        guard night != .unknown, before.night != .unknown, override == before.override
        else { return false }
        return before.mode == mode || before.modeEnd.map { $0 <= now } ?? false
    }
}
