import AppearanceModel

/// All keys of the configuration file: their meaning, place and range.
///
/// The built-in values are those of `Configuration()` and stand nowhere else. A later key may build
/// on an earlier one: a weekday starts with the values of `[schedule]`.
package enum ConfigurationSchema {
    /// The keys of general use, in the order of the shipped file.
    package static let keys: [ConfigurationKey] = generalKeys + desktopKeys

    private static let generalKeys: [ConfigurationKey] = [
        ConfigurationKey(
            "ambient.policy", \.ambient.policy, .word,
            "Who decides in auto mode: the sensor where it is trusted, the darker or the lighter "
                + "of sensor and schedule, or the schedule alone."),
        ConfigurationKey(
            "ambient.dark_below", \.ambient.thresholds.darkBelow, .lux,
            "Light becomes dark at or below this illuminance, in lux."),
        ConfigurationKey(
            "ambient.light_above", \.ambient.thresholds.lightAbove, .lux,
            "Dark becomes light at or above this illuminance, in lux."),
        ConfigurationKey(
            "ambient.night_below", \.ambient.thresholds.nightBelow, .lux,
            "Dark becomes night at or below this illuminance, in lux."),
        ConfigurationKey(
            "ambient.night_above", \.ambient.thresholds.nightAbove, .lux,
            "Night becomes dark at or above this illuminance, in lux."),
        ConfigurationKey(
            "ambient.night_needs", \.ambient.nightNeeds, .word,
            "What brings night: a dark room in the night window (both), a dark room at any "
                + "time (sensor), or the night window alone (schedule)."),
        ConfigurationKey(
            "ambient.reversal_gap", \.ambient.reversalGap, .span(.zero ... .hours(1)),
            "How long after a change the opposite change has to wait; leaving night does not."),
        ConfigurationKey(
            "ambient.smoothing", \.ambient.smoothing, .span(.milliseconds(100) ... .minutes(1)),
            "The time constant with which measured light is smoothed."),
        ConfigurationKey(
            "ambient.self_light.light", \.ambient.selfLight.light, .lux,
            "What the screen itself throws on the sensor while light, in lux; it is subtracted."),
        ConfigurationKey(
            "ambient.self_light.dark", \.ambient.selfLight.dark, .lux,
            "What the screen itself throws on the sensor while dark, in lux; it is subtracted."),
        ConfigurationKey(
            "ambient.self_light.night", \.ambient.selfLight.night, .lux,
            "What the screen itself throws on the sensor at night, in lux; it is subtracted."),
        ConfigurationKey(
            "ambient.percent.dark_below", \.ambient.percent.darkBelow, .percent,
            "Light becomes dark at or below this much of the sensor's range."),
        ConfigurationKey(
            "ambient.percent.light_above", \.ambient.percent.lightAbove, .percent,
            "Dark becomes light at or above this much of the sensor's range."),
        ConfigurationKey(
            "ambient.percent.night_below", \.ambient.percent.nightBelow, .percent,
            "Dark becomes night at or below this much of the sensor's range."),
        ConfigurationKey(
            "ambient.percent.night_above", \.ambient.percent.nightAbove, .percent,
            "Night becomes dark at or above this much of the sensor's range."),
        ConfigurationKey(
            "ambient.dwell.light_to_dark", \.ambient.dwell.lightToDark, .span(.zero ... .hours(1)),
            "How long it must stay dim before light becomes dark."),
        ConfigurationKey(
            "ambient.dwell.dark_to_light", \.ambient.dwell.darkToLight, .span(.zero ... .hours(1)),
            "How long it must stay bright before dark becomes light."),
        ConfigurationKey(
            "ambient.dwell.dark_to_night", \.ambient.dwell.darkToNight, .span(.zero ... .hours(1)),
            "How long the room must stay dark before dark becomes night."),
        ConfigurationKey(
            "ambient.dwell.night_to_dark", \.ambient.dwell.nightToDark, .span(.zero ... .hours(1)),
            "How long it must be brighter before night becomes dark."),
        ConfigurationKey(
            "sensor.source", \.sensor.source, .word,
            "Where light readings come from: iio, the kernel's sensors; proxy, iio-sensor-proxy; "
                + "auto, the kernel's where they can be read and else iio-sensor-proxy; or none."),
        ConfigurationKey(
            "sensor.poll", \.sensor.poll, .span(.milliseconds(500) ... .minutes(1)),
            "How often the sensor is read while light moves."),
        ConfigurationKey(
            "sensor.poll_steady", \.sensor.pollSteady, .span(.milliseconds(500) ... .minutes(10)),
            "How often the sensor is read after 30 s of steady light; not less than poll."),
        ConfigurationKey(
            "sensor.ignore", \.sensor.ignore, .names,
            "The names or device paths of sensors that are never used."),
        ConfigurationKey(
            "fed.hold", \.fed.hold, .span(.seconds(1) ... .hours(24)),
            "How long a light level counts that a program hands in."),
        ConfigurationKey(
            "schedule.light", \.schedule.everyDay.light, .time,
            "When the schedule turns light."),
        ConfigurationKey(
            "schedule.dark", \.schedule.everyDay.dark, .time,
            "When the schedule turns dark."),
        ConfigurationKey(
            "schedule.night", \.schedule.everyDay.night, .timeOrNever,
            "When the night window opens."),
        ConfigurationKey(
            "schedule.night_end", \.schedule.everyDay.nightEnd, .time,
            "When the night window closes."),
        ConfigurationKey(
            "location.latitude", \.location.latitude, .degrees(within: 90),
            "The latitude in degrees, north positive; derived from the time zone where absent."),
        ConfigurationKey(
            "location.longitude", \.location.longitude, .degrees(within: 180),
            "The longitude in degrees, east positive; derived from the time zone where absent."),
        ConfigurationKey(
            "location.time_zone", \.location.timeZone, .timeZone,
            "The time zone of all times of day."),
        ConfigurationKey(
            "nightfilter.intensity", \.nightfilter.intensity, .share(from: 0),
            "How far the whole screen goes to the tint at night; at 1 every pixel is a shade of it."
        ),
        ConfigurationKey(
            "nightfilter.tint", \.nightfilter.tint, .color,
            "What white becomes at night; a darker colour is a darker screen."),
        ConfigurationKey(
            "nightfilter.floor", \.nightfilter.floor, .share(from: 0.05),
            "The part of full brightness that white keeps at least, whatever the tint and other "
                + "programs say."),
        ConfigurationKey(
            "nightfilter.fade", \.nightfilter.fade, .span(.zero ... .minutes(10)),
            "How long the screen takes to turn red, and to turn back; 0s for at once."),
        ConfigurationKey(
            "nightfilter.notice", \.nightfilter.notice, .span(.zero ... .minutes(30)),
            "How long before the screen turns red by itself a notification says so; 0s for none."),
        ConfigurationKey(
            "portal.enabled", \.portal.enabled, .truth,
            "Whether apps that ask the desktop portal are answered: Firefox, Chromium, GTK 4, "
                + "Qt 6 and whatever runs in a sandbox."),
        ConfigurationKey(
            "portal.accent_color", \.portal.everyAppearance.accentColor, .unlessAbsent(.color),
            "The accent colour that the portal tells apps; absent: the desktop's own."),
        ConfigurationKey(
            "portal.contrast", \.portal.everyAppearance.contrast, .unlessAbsent(.word),
            "The contrast that the portal tells apps; absent: the desktop's own."),
        ConfigurationKey(
            "portal.reduced_motion", \.portal.everyAppearance.reducedMotion, .unlessAbsent(.truth),
            "Whether the portal asks apps to move less; absent: the desktop's own."),
    ]

    /// The keys that override the schedule on one day of the week, such as
    /// `schedule.saturday.light`.
    package static let weekdayKeys: [ConfigurationKey] = Weekday.allCases.flatMap { day in
        let name = day.rawValue
        return [
            ConfigurationKey(
                "schedule.\(name).light", \.schedule[on: day].light, .time,
                "When the schedule turns light on a \(name); absent: as on every day."),
            ConfigurationKey(
                "schedule.\(name).dark", \.schedule[on: day].dark, .time,
                "When the schedule turns dark on a \(name); absent: as on every day."),
            ConfigurationKey(
                "schedule.\(name).night", \.schedule[on: day].night, .timeOrNever,
                "When the night window opens on a \(name); absent: as on every day."),
            ConfigurationKey(
                "schedule.\(name).night_end", \.schedule[on: day].nightEnd, .time,
                "When the night window closes on a \(name); absent: as on every day."),
        ]
    }

    /// The keys that override the portal's hints in one appearance, such as
    /// `portal.night.accent_color`.
    package static let appearanceKeys: [ConfigurationKey] = Appearance.allCases.flatMap {
        appearance in
        let name = appearance.rawValue
        return [
            ConfigurationKey(
                "portal.\(name).accent_color", \.portal[in: appearance].accentColor,
                .unlessAbsent(.color),
                "The accent colour that the portal tells apps in \(name); absent: as always."),
            ConfigurationKey(
                "portal.\(name).contrast", \.portal[in: appearance].contrast, .unlessAbsent(.word),
                "The contrast that the portal tells apps in \(name); absent: as always."),
            ConfigurationKey(
                "portal.\(name).reduced_motion", \.portal[in: appearance].reducedMotion,
                .unlessAbsent(.truth),
                "Whether the portal asks apps to move less in \(name); absent: as always."),
        ]
    }

    /// The constraints between two keys.
    static let constraints: [KeyConstraint] = generalConstraints + themeConstraints

    private static let generalConstraints: [KeyConstraint] = [
        KeyConstraint(\.ambient.thresholds.nightBelow, below: \.ambient.thresholds.nightAbove),
        KeyConstraint(\.ambient.thresholds.nightBelow, wellBelow: \.ambient.thresholds.nightAbove),
        KeyConstraint(\.ambient.thresholds.nightAbove, notAbove: \.ambient.thresholds.darkBelow),
        KeyConstraint(\.ambient.thresholds.darkBelow, below: \.ambient.thresholds.lightAbove),
        KeyConstraint(\.ambient.thresholds.darkBelow, wellBelow: \.ambient.thresholds.lightAbove),
        KeyConstraint(\.ambient.percent.nightBelow, below: \.ambient.percent.nightAbove),
        KeyConstraint(\.ambient.percent.nightBelow, wellBelow: \.ambient.percent.nightAbove),
        KeyConstraint(\.ambient.percent.nightAbove, notAbove: \.ambient.percent.darkBelow),
        KeyConstraint(\.ambient.percent.darkBelow, below: \.ambient.percent.lightAbove),
        KeyConstraint(\.ambient.percent.darkBelow, wellBelow: \.ambient.percent.lightAbove),
        KeyConstraint(\.sensor.poll, notAbove: \.sensor.pollSteady),
        KeyConstraint(\.location.latitude, onlyWith: \.location.longitude),
    ]
}
