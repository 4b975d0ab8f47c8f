import AppearanceModel

/// All tables and keys of the configuration file: their documentation, place, range and default.
///
/// config/appearanced.toml, and the reference in appearanced(5), are rendered from it. The built-in
/// values are those of `Configuration()` and stand nowhere else. A later key may build on an earlier
/// one: a weekday starts with the values of `[schedule]`.
package enum ConfigurationSchema {
    /// The tables, in the order of the shipped file.
    static let tables: [ConfigurationTable] =
        lightTables + generalTables + changeTables + desktopTables + hookTables + historyTables
        + safetyTables

    /// The keys of general use, in the order of the shipped file.
    package static let keys: [ConfigurationKey] = tables.flatMap(\.keys)

    private static let generalTables: [ConfigurationTable] = [
        ConfigurationTable(
            "fed", "Light levels that programs report.",
            [
                ConfigurationKey(
                    "fed.hold", \.fed.hold, .span(.seconds(1) ... .hours(24)),
                    "How long a reported light level counts; four times as long while the program that reports it "
                        + "is connected, as appearancectl feed - is.")
            ]),
        ConfigurationTable(
            "camera",
            "A camera that measures the light of a room without a sensor, by appearance-camera(1). Nothing uses "
                + "a camera unless you enable that program.",
            [
                ConfigurationKey(
                    "camera.device", \.camera.device, .cameraDevice,
                    "The camera."),
                ConfigurationKey(
                    "camera.at_most_every", \.camera.atMostEvery, .span(.minutes(1) ... .hours(2)),
                    "The least time between two measurements; a change takes a second look a minute later."
                ),
                ConfigurationKey(
                    "camera.factor", \.camera.factor, .factor,
                    "The factor from the camera's number to lux, which appearance-camera --calibrate writes."
                ),
            ]),
        ConfigurationTable(
            "schedule",
            "The schedule of sun and clock, which decides if no sensor does. A time is "
                + ValueKind<TimeExpression>.timeRange + ".",
            [
                ConfigurationKey(
                    "schedule.light", \.schedule.everyDay.light, .time,
                    "The time at which the schedule becomes light."),
                ConfigurationKey(
                    "schedule.dark", \.schedule.everyDay.dark, .time,
                    "The time at which the schedule becomes dark.",
                    details:
                        "With limits such as 18:00 to 21:00, the nearer one counts while sunset is "
                        + "not between them. Any time by the sun may have limits; the second may be "
                        + "after midnight, up to 12h after the first. While the sun stays up, the "
                        + "latest counts for sunset and the earliest for sunrise, and while it stays "
                        + "down, the opposite."),
                ConfigurationKey(
                    "schedule.night", \.schedule.everyDay.night, .timeOrNever,
                    "The time at which the night hours begin.",
                    details: "A time before light, such as 00:30, is in the evening of its day, "
                        + "after midnight."),
                ConfigurationKey(
                    "schedule.night_end", \.schedule.everyDay.nightEnd, .time,
                    "The time at which the night hours end."),
            ],
            example: .init(
                "A day of the week, from monday to sunday, may override any of them:",
                ["[schedule.saturday]", #"light = "sunrise+1h""#, #"night = "23:30""#])),
        ConfigurationTable(
            "location",
            "The place for which sunrise and sunset are computed. Without latitude and longitude it "
                + "is the place of the time zone. appearancectl place CITY sets both.",
            [
                ConfigurationKey(
                    "location.latitude", \.location.latitude, .degrees(within: 90),
                    "The latitude in degrees, north positive, together with longitude.",
                    example: "52.52"),
                ConfigurationKey(
                    "location.longitude", \.location.longitude, .degrees(within: 180),
                    "The longitude in degrees, east positive, together with latitude.",
                    example: "13.40"),
                ConfigurationKey(
                    "location.time_zone", \.location.timeZone, .timeZone,
                    "The time zone of all times of day."),
                ConfigurationKey(
                    "location.fixed", \.location.isFixed, .truth,
                    "Whether the sun of latitude and longitude counts on a journey, too.",
                    details:
                        "Otherwise the place of the time zone counts while the clock differs by more "
                        + "than an hour from that at the configured place."),
            ]),
        ConfigurationTable(
            "nightfilter",
            "The colour change of the whole screen at night, by appearance-nightfilter(1). The daemon "
                + "itself does not use these keys.",
            [
                ConfigurationKey(
                    "nightfilter.intensity", \.nightfilter.intensity, .share(from: 0),
                    "The strength of the tint; at 1 every pixel is black or a shade of it."),
                ConfigurationKey(
                    "nightfilter.tint", \.nightfilter.tint, .color,
                    "The colour of white at night; a darker colour makes the screen darker.",
                    details: "\"#990000\" has six tenths of the light of \"#ff0000\"."),
                ConfigurationKey(
                    "nightfilter.floor", \.nightfilter.floor, .share(from: 0.05),
                    "The least brightness of white, as a part of full brightness, whatever the tint "
                        + "and other programs set."),
                ConfigurationKey(
                    "nightfilter.fade", \.nightfilter.fade, .span(.zero ... .minutes(10)),
                    "The duration of the fade, in both directions; 0s for none.",
                    details: "If the desktop asks for reduced motion, there is no fade."),
                ConfigurationKey(
                    "nightfilter.notice", \.nightfilter.notice, .span(.zero ... .minutes(30)),
                    "How long before an automatic change a notification announces it; 0s for none."),
                ConfigurationKey(
                    "nightfilter.gnome", \.nightfilter.gnome, .word,
                    "The method on GNOME under Wayland: auto, the best available; extension, of GNOME "
                        + "Shell; magnifier; night-light, which is only orange; or off."),
                ConfigurationKey(
                    "nightfilter.plasma", \.nightfilter.plasma, .word,
                    "The method on Plasma under Wayland: auto, the best available; effect, of KWin; "
                        + "night-light, which is only orange; or off."),
            ]),
        ConfigurationTable(
            "nightfilter.evening",
            "Warmer colours of the whole screen in the evening, by appearance-nightfilter(1) too. At night, "
                + "its red replaces them.",
            [
                ConfigurationKey(
                    "nightfilter.evening.temperature", \.nightfilter.evening.temperature, .kelvin,
                    "The colour temperature of white in the evening, in kelvin; 0 for none.",
                    details:
                        "At 6500 nothing changes; 3400 is that of a halogen lamp, 2700 that of a light "
                        + "bulb, 1900 that of a candle. Below 1900 no blue is left."),
                ConfigurationKey(
                    "nightfilter.evening.when", \.nightfilter.evening.when, .word,
                    "The hours of the evening: schedule, from dark to light by the schedule, whatever the "
                        + "light of the room; or dark, while the appearance is dark or night."),
                ConfigurationKey(
                    "nightfilter.evening.fade", \.nightfilter.evening.fade,
                    .span(.zero ... .hours(2)),
                    "The duration of the fade at either end, half of it before the time of the schedule; 0s "
                        + "for none.",
                    details:
                        "With dark, it begins when the appearance changes. After a choice of yours or a "
                        + "suspend it takes at most 3 s."),
            ]),
        ConfigurationTable(
            "portal",
            "The desktop portal, for apps without support for appearanced. They receive light or "
                + "dark; night is dark for them. The portal takes unset values from the desktop's own "
                + "backend.",
            [
                ConfigurationKey(
                    "portal.enabled", \.portal.enabled, .truth,
                    "Whether to serve the portal: for Firefox, Chromium, GTK 4, Qt 6 and sandboxed "
                        + "apps."),
                ConfigurationKey(
                    "portal.accent_color", \.portal.everyAppearance.accentColor,
                    .unlessAbsent(.color),
                    "The accent colour, that of selected and active elements.",
                    example: "\"#3584e4\""),
                ConfigurationKey(
                    "portal.contrast", \.portal.everyAppearance.contrast, .unlessAbsent(.word),
                    "The contrast.", example: "\"normal\""),
                ConfigurationKey(
                    "portal.reduced_motion", \.portal.everyAppearance.reducedMotion,
                    .unlessAbsent(.truth), "Whether apps are asked to reduce motion.",
                    example: "false"),
            ],
            example: .init(
                "Each appearance, light, dark or night, may override the last three. A key that is set "
                    + "for one appearance is published for all: if unset, as no colour, normal or "
                    + "false:",
                ["[portal.night]", ##"accent_color = "#cc0000""##])),
    ]

    /// The table of the programs that run when the appearance changes.
    private static let hookTables: [ConfigurationTable] = [
        ConfigurationTable(
            "hooks",
            "The programs that run when the appearance changes: the executable files in "
                + "~/.config/appearanced/hooks.d. `appearancectl hooks` lists them.",
            [
                ConfigurationKey(
                    "hooks.parallel", \.hooks.parallel, .count(in: 1...32),
                    "The number of hooks that may run at the same time."),
                ConfigurationKey(
                    "hooks.timeout", \.hooks.timeout, .span(.seconds(1) ... .minutes(10)),
                    "The time after which a hook is ended with all its processes."),
                ConfigurationKey(
                    "hooks.on_start", \.hooks.onStart, .word,
                    "The hooks that run when the daemon starts: changed, those that have not yet "
                        + "succeeded in the present appearance; always, all; or never, none."),
                ConfigurationKey(
                    "hooks.darkman", \.hooks.darkman, .truth,
                    "Whether the scripts of darkman run too: those in darkman, dark-mode.d and "
                        + "light-mode.d below ~/.local/share.",
                    details: "At night they receive dark. Stop darkman first, or they run twice."),
            ])
    ]

    /// The table of the past decisions.
    private static let historyTables: [ConfigurationTable] = [
        ConfigurationTable(
            "history",
            "The past decisions and the light, which `appearancectl log` shows. They are kept in "
                + "~/.local/state/appearanced/history.jsonl, at most 4 MiB, and sent nowhere.",
            [
                ConfigurationKey(
                    "history.days", \.history.days, .count(in: 0...366),
                    "The number of days that are kept; 0 to keep no history.",
                    details: "An existing file is not removed.")
            ])
    ]

    /// The table of when an automatic change may come.
    private static let changeTables: [ConfigurationTable] = [
        ConfigurationTable(
            "switch",
            "When a change by light or schedule may come. A choice of yours comes at once, and so does "
                + "every change after a start or a suspend, or while the session is locked. Programs "
                + "report what they see; where none does, nothing waits.",
            [
                ConfigurationKey(
                    "switch.when", \.change.when, .word,
                    "The time of a change: now; pause, in a pause of keyboard and pointer; idle, once the "
                        + "desktop is idle; or unlock, with the next lock of the session."),
                ConfigurationKey(
                    "switch.quiet", \.change.quiet, .span(.seconds(1) ... .minutes(10)),
                    "The length of that pause."),
                ConfigurationKey(
                    "switch.hold", \.change.hold, .list(),
                    "The circumstances in which a change waits: fullscreen, the window in use fills the "
                        + "screen; gamemode, a game runs; inhibitors, a program asks for no "
                        + "interruption; screencast, the screen is shared; programs, one of those runs."
                ),
                ConfigurationKey(
                    "switch.programs", \.change.programs, .names,
                    "The names of programs, as ps has them, for programs in switch.hold."),
                ConfigurationKey(
                    "switch.at_most", \.change.atMost, .span(.minutes(1) ... .hours(12)),
                    "How long a change waits at most."),
            ]),
        ConfigurationTable(
            "notify", "The notices of automatic changes.",
            [
                ConfigurationKey(
                    "notify.changes", \.notify.changes, .word,
                    "The changes by light or schedule of which a notice tells, with the cause and a button "
                        + "that takes it back: first, the first three after the installation; always or "
                        + "never.")
            ]),
    ]

    /// The table of the protection of people.
    private static let safetyTables: [ConfigurationTable] = [
        ConfigurationTable(
            "safety", "The protection of people.",
            [
                ConfigurationKey(
                    "safety.flash_guard", \.safety.flashGuard, .truth,
                    "Whether at most three changes of the appearance in any second are published, so "
                        + "that nothing can make the screen flash (WCAG 2.3.1).",
                    details: "A further change comes within a second, and the newest always does.")
            ])
    ]

    /// The keys that override the schedule on one day of the week, such as `schedule.saturday.light`.
    package static let weekdayKeys: [ConfigurationKey] = Weekday.allCases.flatMap { day in
        let path = "schedule.\(day.rawValue)"
        let when = "on \(day.name)s; absent: as on every day."
        return [
            ConfigurationKey(
                "\(path).light", \.schedule[on: day].light, .time,
                "The time at which the schedule becomes light \(when)"),
            ConfigurationKey(
                "\(path).dark", \.schedule[on: day].dark, .time,
                "The time at which the schedule becomes dark \(when)"),
            ConfigurationKey(
                "\(path).night", \.schedule[on: day].night, .timeOrNever,
                "The time at which the night hours begin \(when)"),
            ConfigurationKey(
                "\(path).night_end", \.schedule[on: day].nightEnd, .time,
                "The time at which the night hours end \(when)"),
        ]
    }

    /// The keys that override the portal's hints in one appearance, such as `portal.night.accent_color`.
    package static let appearanceKeys: [ConfigurationKey] = Appearance.allCases.flatMap {
        appearance in
        let name = appearance.rawValue
        return [
            ConfigurationKey(
                "portal.\(name).accent_color", \.portal[in: appearance].accentColor,
                .unlessAbsent(.color), "The accent colour in \(name); absent: as in all."),
            ConfigurationKey(
                "portal.\(name).contrast", \.portal[in: appearance].contrast, .unlessAbsent(.word),
                "The contrast in \(name); absent: as in all."),
            ConfigurationKey(
                "portal.\(name).reduced_motion", \.portal[in: appearance].reducedMotion,
                .unlessAbsent(.truth),
                "Whether apps are asked to reduce motion in \(name); absent: as in all."),
        ]
    }
}
