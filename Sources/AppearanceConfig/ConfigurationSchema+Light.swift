import AppearanceModel

extension ConfigurationSchema {
    /// The tables of ambient light and of the sensor.
    static let lightTables: [ConfigurationTable] = [
        ConfigurationTable(
            "ambient",
            "The decision by ambient light. It must hold that night_below < night_above <= dark_below "
                + "< light_above; between the two thresholds of a pair nothing changes. They must be "
                + "at least 5 % and 0.01 apart.",
            [
                ConfigurationKey(
                    "ambient.policy", \.ambient.policy, .word,
                    "The inputs that decide in mode auto: sensor, the sensor while it is trusted and "
                        + "else the schedule; darker or lighter, of sensor and schedule; or schedule, "
                        + "the schedule alone."),
                ConfigurationKey(
                    "ambient.dark_below", \.ambient.thresholds.darkBelow, .lux,
                    "The illuminance in lux at or below which light becomes dark."),
                ConfigurationKey(
                    "ambient.light_above", \.ambient.thresholds.lightAbove, .lux,
                    "The illuminance in lux at or above which dark becomes light."),
                ConfigurationKey(
                    "ambient.night_below", \.ambient.thresholds.nightBelow, .lux,
                    "The illuminance in lux at or below which dark becomes night."),
                ConfigurationKey(
                    "ambient.night_above", \.ambient.thresholds.nightAbove, .lux,
                    "The illuminance in lux at or above which night becomes dark."),
                ConfigurationKey(
                    "ambient.night_needs", \.ambient.nightNeeds, .word,
                    "The conditions of night: both, a dark room in the night hours; sensor, a dark "
                        + "room at any time; or schedule, the night hours alone."),
                ConfigurationKey(
                    "ambient.reversal_gap", \.ambient.reversalGap, .span(.zero ... .hours(1)),
                    "The least time between a change and the opposite change; night ends without "
                        + "it."),
                ConfigurationKey(
                    "ambient.smoothing", \.ambient.smoothing,
                    .span(.milliseconds(100) ... .minutes(1)),
                    "The time constant of the filter that smooths the light."),
            ]),
        ConfigurationTable(
            "ambient.self_light",
            "The light of the screen itself at the sensor, which is subtracted. appearancectl calibrate "
                + "measures that of a light screen. Between two appearances, it must differ by less than "
                + "their thresholds, so that constant light settles.",
            [
                ConfigurationKey(
                    "ambient.self_light.light", \.ambient.selfLight.light, .lux,
                    "The screen's illuminance while light, in lux."),
                ConfigurationKey(
                    "ambient.self_light.dark", \.ambient.selfLight.dark, .lux,
                    "The screen's illuminance while dark, in lux."),
                ConfigurationKey(
                    "ambient.self_light.night", \.ambient.selfLight.night, .lux,
                    "The screen's illuminance at night, in lux."),
            ]),
        ConfigurationTable(
            "ambient.percent",
            "The thresholds for a sensor that reports a part of its range in place of lux, such as "
                + "applesmc on a Mac with an Intel processor. Suitable values depend on the model.",
            [
                ConfigurationKey(
                    "ambient.percent.dark_below", \.ambient.percent.darkBelow, .percent,
                    "The part of the range at or below which light becomes dark."),
                ConfigurationKey(
                    "ambient.percent.light_above", \.ambient.percent.lightAbove, .percent,
                    "The part of the range at or above which dark becomes light."),
                ConfigurationKey(
                    "ambient.percent.night_below", \.ambient.percent.nightBelow, .percent,
                    "The part of the range at or below which dark becomes night."),
                ConfigurationKey(
                    "ambient.percent.night_above", \.ambient.percent.nightAbove, .percent,
                    "The part of the range at or above which night becomes dark."),
            ]),
        ConfigurationTable(
            "ambient.dwell",
            "The dwell times: how long a new level must persist before the appearance changes. 0s is "
                + "at once.",
            [
                ConfigurationKey(
                    "ambient.dwell.light_to_dark", \.ambient.dwell.lightToDark,
                    .span(.zero ... .hours(1)), "The dwell time of a change from light to dark."),
                ConfigurationKey(
                    "ambient.dwell.dark_to_light", \.ambient.dwell.darkToLight,
                    .span(.zero ... .hours(1)), "The dwell time of a change from dark to light."),
                ConfigurationKey(
                    "ambient.dwell.dark_to_night", \.ambient.dwell.darkToNight,
                    .span(.zero ... .hours(1)), "The dwell time of a change from dark to night."),
                ConfigurationKey(
                    "ambient.dwell.night_to_dark", \.ambient.dwell.nightToDark,
                    .span(.zero ... .hours(1)), "The dwell time of a change from night to dark."),
            ]),
        ConfigurationTable(
            "sensor", "The light sensor, and how often it is read.",
            [
                ConfigurationKey(
                    "sensor.source", \.sensor.source, .word,
                    "The source of light readings: iio, the kernel's sensors; proxy, "
                        + "iio-sensor-proxy; auto, the kernel's if one can be read and else "
                        + "iio-sensor-proxy; or none.",
                    details: "See LIGHT SENSOR in appearanced(1)."),
                ConfigurationKey(
                    "sensor.poll", \.sensor.poll, .span(.milliseconds(500) ... .minutes(1)),
                    "The interval between readings while light moves.",
                    details: "A long interval delays changes: a new level counts from its third "
                        + "reading, and then its dwell time begins."),
                ConfigurationKey(
                    "sensor.poll_steady", \.sensor.pollSteady,
                    .span(.milliseconds(500) ... .minutes(10)),
                    "The interval between readings after 30 s of steady light; not less than poll."),
                ConfigurationKey(
                    "sensor.ignore", \.sensor.ignore, .names,
                    "The sensors that are never used, each by its name or path as appearancectl "
                        + "sensors prints it, such as [\"als\", \"hid-sensor\"]."),
                ConfigurationKey(
                    "sensor.prefer", \.sensor.prefer, .names,
                    "The sensors, each by its name or path, and the names of reported light, of which the "
                        + "first that can be used decides before all others."),
            ]),
    ]
}
