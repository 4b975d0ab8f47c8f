package import AppearanceModel
internal import Glibc

extension AppearanceStatus {
    /// What holds before anybody has said anything: light.
    package static var fallback: AppearanceStatus {
        told(.light, from: .fallback, "Light, because appearanced is not running.")
    }

    /// What holds for a trial.
    package static func environment(_ appearance: Appearance) -> AppearanceStatus {
        told(
            appearance, from: .environment,
            "\(FakeAppearance.variable)=\(appearance.rawValue) in the environment.")
    }

    /// An appearance of which nothing else is known.
    package static func told(
        _ appearance: Appearance, from origin: Origin, _ explanation: String,
        after last: AppearanceStatus? = nil, contrast: Contrast = .standard,
        reducedMotion: Bool = false
    ) -> AppearanceStatus {
        let isChange = last.map { $0.appearance != appearance } ?? true
        return AppearanceStatus(
            Snapshot(
                mode: .auto, appearance: appearance,
                previous: isChange ? last?.appearance : last?.previous, reason: .startup,
                explanation: explanation, since: isChange ? .now : last?.since ?? .now, until: nil,
                next: nil, light: nil, sensor: .none, paused: false, inhibitors: [],
                configurationError: nil,
                sequence: (last?.sequence ?? 0) + (isChange && last != nil ? 1 : 0)),
            from: origin, contrast: contrast, reducedMotion: reducedMotion)
    }

    /// The same, as what was said before whoever said it went.
    package var remembered: AppearanceStatus {
        AppearanceStatus(
            Snapshot(
                mode: mode, appearance: appearance, previous: previous, reason: reason,
                explanation: explanation, since: since, until: until, next: next,
                pending: pending, light: light, reported: reported, sensor: sensor,
                paused: isPaused, pausedUntil: pausedUntil, inhibitors: [],
                configurationError: configurationError, timeZone: timeZone, sequence: sequence),
            from: .remembered, contrast: contrast, reducedMotion: reducedMotion)
    }
}

extension WallTime {
    fileprivate static var now: WallTime {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return WallTime(
            microsecondsSinceEpoch: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}
