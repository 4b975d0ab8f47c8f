import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Testing

/// The table of all keys.
@Suite(.bounded) struct SchemaTests {
    static let allKeys =
        ConfigurationSchema.keys + ConfigurationSchema.weekdayKeys
        + ConfigurationSchema.appearanceKeys

    @Test func `every key has its documented default`() {
        let defaults = ConfigurationSchema.keys.map { "\($0.path) = \($0.defaultText ?? "-")" }
        #expect(
            defaults == [
                "ambient.policy = \"sensor\"", "ambient.dark_below = 40.0",
                "ambient.light_above = 80.0", "ambient.night_below = 3.0",
                "ambient.night_above = 8.0", "ambient.night_needs = \"both\"",
                "ambient.reversal_gap = \"1m\"", "ambient.smoothing = \"3s\"",
                "ambient.self_light.light = 0.0", "ambient.self_light.dark = 0.0",
                "ambient.self_light.night = 0.0", "ambient.percent.dark_below = 8.0",
                "ambient.percent.light_above = 16.0", "ambient.percent.night_below = 1.0",
                "ambient.percent.night_above = 3.0", "ambient.dwell.light_to_dark = \"30s\"",
                "ambient.dwell.dark_to_light = \"15s\"", "ambient.dwell.dark_to_night = \"2m\"",
                "ambient.dwell.night_to_dark = \"10s\"", "sensor.source = \"auto\"",
                "sensor.poll = \"1s\"", "sensor.poll_steady = \"5s\"", "sensor.ignore = []",
                "sensor.prefer = []",
                "fed.hold = \"30m\"", "camera.device = \"\"", "camera.at_most_every = \"5m\"",
                "camera.factor = 1.0", "schedule.light = \"sunrise\"",
                "schedule.dark = \"sunset\"", "schedule.night = \"22:30\"",
                "schedule.night_end = \"06:30\"", "location.latitude = -",
                "location.longitude = -", "location.time_zone = \"\"",
                "location.fixed = false",
                "nightfilter.intensity = 1.0",
                "nightfilter.tint = \"#ff0000\"", "nightfilter.floor = 0.1",
                "nightfilter.fade = \"3s\"", "nightfilter.notice = \"2m\"",
                "nightfilter.gnome = \"auto\"", "nightfilter.plasma = \"auto\"",
                "nightfilter.evening.temperature = 0", "nightfilter.evening.when = \"schedule\"",
                "nightfilter.evening.fade = \"30m\"",
                "portal.enabled = true",
                "portal.accent_color = -", "portal.contrast = -", "portal.reduced_motion = -",
                "switch.when = \"now\"", "switch.quiet = \"5s\"",
                "switch.hold = [\"fullscreen\", \"gamemode\"]", "switch.programs = []",
                "switch.at_most = \"30m\"", "notify.changes = \"first\"",
                "desktop.follow = \"none\"", "desktop.external = \"adopt\"",
                "desktop.light_scheme = \"auto\"", "desktop.gtk_theme.light = \"\"",
                "desktop.gtk_theme.dark = \"\"", "desktop.gtk_theme.night = \"\"",
                "desktop.icon_theme.light = \"\"", "desktop.icon_theme.dark = \"\"",
                "desktop.icon_theme.night = \"\"", "desktop.cursor_theme.light = \"\"",
                "desktop.cursor_theme.dark = \"\"", "desktop.cursor_theme.night = \"\"",
                "desktop.wallpaper.light = \"\"", "desktop.wallpaper.dark = \"\"",
                "desktop.wallpaper.night = \"\"", "desktop.kvantum_theme.light = \"\"",
                "desktop.kvantum_theme.dark = \"\"", "desktop.kvantum_theme.night = \"\"",
                "desktop.qt_color_scheme.light = \"\"", "desktop.qt_color_scheme.dark = \"\"",
                "desktop.qt_color_scheme.night = \"\"",
                "desktop.kde_color_scheme.light = \"BreezeLight\"",
                "desktop.kde_color_scheme.dark = \"BreezeDark\"",
                "desktop.kde_color_scheme.night = \"\"", "desktop.kde_look_and_feel.light = \"\"",
                "desktop.kde_look_and_feel.dark = \"\"", "desktop.kde_look_and_feel.night = \"\"",
                "desktop.xfce_theme.light = \"Adwaita\"",
                "desktop.xfce_theme.dark = \"Adwaita-dark\"", "desktop.xfce_theme.night = \"\"",
                "desktop.xfce_window_theme.light = \"\"", "desktop.xfce_window_theme.dark = \"\"",
                "desktop.xfce_window_theme.night = \"\"",
                "desktop.cinnamon_theme.light = \"\"", "desktop.cinnamon_theme.dark = \"\"",
                "desktop.cinnamon_theme.night = \"\"", "hooks.parallel = 4",
                "hooks.timeout = \"30s\"", "hooks.on_start = \"changed\"",
                "hooks.darkman = false", "history.days = 30",
                "safety.flash_guard = true",
            ])
    }

    @Test(arguments: Self.allKeys)
    func `a printed default is read back unchanged`(_ key: ConfigurationKey) throws {
        guard let text = key.defaultText else {
            #expect(["location", "portal"].contains(key.path.prefix { $0 != "." }))
            return
        }
        let configuration = try read("\(key.path) = \(text)")
        #expect(key.text(in: configuration) == text)
        #expect(configuration.ambient == Configuration().ambient)
        #expect(configuration.schedule.everyDay == DaySchedule())
    }

    @Test(arguments: Self.allKeys)
    func `every key is explained in one sentence`(_ key: ConfigurationKey) {
        #expect(key.meaning.hasSuffix("."))
        #expect(key.meaning.dropLast().contains(". ") == false)
        #expect(!key.range.isEmpty)
        #expect(ConfigurationSchema.key(at: key.path)?.meaning == key.meaning)
    }

    @Test func `a change of a key is named beside the same change of one with its name`() {
        var next = Configuration()
        next.ambient.thresholds.darkBelow = 10
        next.ambient.percent.darkBelow = 10
        var before = next
        before.ambient.thresholds.darkBelow = 8
        before.ambient.percent.darkBelow = 8
        #expect(
            ConfigurationSchema.changes(from: before, to: next)
                == "ambient.dark_below 8.0 → 10.0, ambient.percent.dark_below 8.0 → 10.0")
        // A day without a time of its own changes with the general one.
        var days = Configuration()
        days.schedule.weekdays[.sunday] = DaySchedule()
        var later = days
        later.schedule.everyDay.dark = .clock(ClockTime(wrapping: 18 * 60))
        later.schedule.weekdays[.sunday]?.dark = .clock(ClockTime(wrapping: 18 * 60))
        #expect(
            ConfigurationSchema.changes(from: days, to: later)
                == #"schedule.dark "sunset" → "18:00""#)
    }

    @Test func `an unknown path has no key`() {
        #expect(ConfigurationSchema.key(at: "ambient") == nil)
        #expect(ConfigurationSchema.key(at: "schedule.caturday.light") == nil)
    }

    // The output of `text(in:)` must have the same value when it is read, for every kind.
    @Test(arguments: [
        "schedule.dark = \"civil_dusk-1h10m\"", "schedule.light = \"sunrise+5m\"",
        "schedule.night = \"\"", "schedule.sunday.night = \"nautical_dusk\"",
        "schedule.dark = \"sunset, 18:00 to 21:00\"",
        "schedule.sunday.dark = \"sunset+30m, 18:00 to 21:00\"",
        "schedule.night = \"sunset+4h, 22:00 to 01:00\"",
        "schedule.light = \"civil_dawn-1h10m, not before 06:00\"",
        "schedule.night_end = \"sunrise, not after 07:30\"",
        "sensor.ignore = [\"a \\\"quoted\\\" name\", \"tab\\t\"]", "sensor.poll_steady = \"1m30s\"",
        "portal.accent_color = \"#0a84ff\"", "portal.night.contrast = \"higher\"",
        "portal.night.reduced_motion = true", "ambient.dark_below = 12.5",
        "location.time_zone = \"Europe/Berlin\"", "desktop.follow = \"auto\"",
        "desktop.external = \"ignore\"", "desktop.light_scheme = \"prefer-light\"",
        "desktop.kde_color_scheme.dark = \"Nordic Darker\"", "hooks.parallel = 1",
    ])
    func `a written value is read back unchanged`(_ line: String) throws {
        let parts = line.split(separator: " = ", maxSplits: 1)
        let key = try #require(ConfigurationSchema.key(at: String(parts[0])))
        #expect(key.text(in: try read(line)) == String(parts[1]))
    }
}
