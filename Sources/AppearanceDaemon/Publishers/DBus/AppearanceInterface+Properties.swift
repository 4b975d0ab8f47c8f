import AppearanceModel
import DBus

extension AppearanceInterface {
    /// A property that is a part of the published state.
    struct Property: Sendable {
        let description: InterfaceDescription.Property
        let value: @Sendable (Snapshot) -> DBusValue

        init(
            _ name: String, _ type: String,
            change: InterfaceDescription.Property.Change = .emitted,
            _ text: String, _ value: @escaping @Sendable (Snapshot) -> DBusValue
        ) {
            description = InterfaceDescription.Property(
                name: name, type: type, isWritable: name == modeName, change: change, text: text)
            self.value = value
        }

        /// The value before the first decision, which no caller can read.
        var empty: DBusValue {
            switch description.type {
            case "t": .uint64(0)
            case "d": .double(-1)
            case "b": .boolean(false)
            case "a(ss)": .array(of: "(ss)", [])
            default: .string("")
            }
        }
    }

    /// The name of the only property that can be set.
    static let modeName = "Mode"

    static let properties: [Property] = [
        Property(
            modeName, "s",
            """
            The user's choice: "auto" (light sensor, sun and clock decide), "light", "dark" or "night".

            Setting it is SetMode without options, and lasts until it is changed. Any other word is
            refused with org.freedesktop.DBus.Error.InvalidArgs and changes nothing.
            """
        ) { .string($0.mode.rawValue) },
        Property(
            "Appearance", "s",
            #"The appearance in effect: "light", "dark" or "night". Apps follow this property."#
        ) { .string($0.appearance.rawValue) },
        Property(
            "Reason", "s",
            """
            The input that decided: "sensor" (the light in the room), "schedule" (sun or clock), "manual"
            (the mode is not auto), "inhibited" (paused or inhibited, so unchanged) or "startup" (as
            before a restart, or before "auto" was chosen, until the light sensor has been checked).
            """
        ) { .string($0.reason.rawValue) },
        Property(
            "Explanation", "s",
            """
            The last decision in one sentence for people: the cause, the number and threshold behind it,
            and its end. It changes with mode, appearance, reason, sensor state, next or pending change;
            for live numbers call Explain. Its times are those of TimeZone. While a change is pending it
            names the seconds left at the time of reading. Show it, but do not parse it: the wording may
            change.
            """
        ) { .string($0.explanation) },
        Property(
            "ModeUntil", "t",
            "The end of a temporary mode; 0 if the mode lasts until it is changed."
        ) { .time($0.until) },
        Property(
            "NextChange", "t",
            """
            The time of the next change of the appearance if the light stays as it is: a pending change, a
            boundary of the schedule, or the end of reported light, of a temporary mode or of a pause; 0 if none
            is known, as before a sensor has been read that decides then.
            """
        ) { .time($0.next?.at) },
        Property(
            "NextAppearance", "s", "The appearance after NextChange; empty if none is known."
        ) { .string($0.next?.appearance.rawValue ?? "") },
        Property(
            "PendingChange", "t",
            """
            The time of the change that the current light leads to, if it persists for the configured
            dwell time. 0 if no change is pending.
            """
        ) { .time($0.pending?.at) },
        Property(
            "PendingAppearance", "s",
            "The appearance after PendingChange; empty if no change is pending."
        ) { .string($0.pending?.appearance.rawValue ?? "") },
        Property(
            "WaitsFor", "(ss)",
            """
            The circumstance for which the pending change waits, which is due, and the name of its program or an
            empty string: "fullscreen", "gamemode", "inhibitors", "screencast", "programs", "input" (keyboard or
            pointer are in use), "use" (the desktop is not idle), "unlocked" or "start" (of the daemon). Both are
            empty if no change waits. It comes at PendingChange all the same.
            """
        ) {
            .structure([
                .string($0.waitsFor?.cause.kind.rawValue ?? ""),
                .string($0.waitsFor?.cause.who ?? ""),
            ])
        },
        Property(
            "LightLevel", "d",
            """
            The filtered light level that decisions use, in LightLevelUnit; -1 if unknown, as while no
            sensor is read because a mode is chosen or the session is locked. Changes are
            emitted at most once a second, and only if the level has moved by 10 percent or more.
            """
        ) { .double($0.light?.value ?? -1) },
        Property(
            "LightLevelUnit", "s",
            #"The unit of LightLevel: "lux", or "percent" from a sensor that does not measure lux."#
        ) { .string(($0.light?.unit ?? .lux).rawValue) },
        Property(
            "ReportedBy", "s",
            "The source of LightLevel as FeedLight named it; empty if the light is a sensor's."
        ) { .string($0.reported?.source ?? "") },
        Property(
            "ReportedUntil", "t", change: .silent,
            "The time at which the reported light expires; 0 if there is none."
        ) { .time($0.reported?.until) },
        Property(
            "SensorState", "s",
            """
            The state of the light sensor: "none" (there is no sensor), "warming" (too few samples yet),
            "trusted", "stale" (no valid sample for 10 seconds, or for two polling intervals and a second
            if that is longer; its last level still decides) or "distrusted" (stuck, implausible, under a
            closed lid, or no valid sample for six times that; the schedule decides, after silence from
            its next boundary or after five minutes).
            """
        ) { .string($0.sensor.rawValue) },
        Property("Paused", "b", "Whether a pause is in effect.") { .boolean($0.paused) },
        Property(
            "PausedUntil", "t",
            "The end of the pause; 0 if it lasts until Resume, or if there is none."
        ) { .time($0.pausedUntil) },
        Property(
            "LightPausedUntil", "t",
            "The end of the time in which light decides nothing; 0 while it may."
        ) { .time($0.lightPausedUntil) },
        Property(
            "LightNeeded", "b",
            """
            Whether a source that measures light only on request, such as a camera or a web service, should
            measure and call FeedLight. It is false while light decides nothing, a sensor works or nobody uses
            the session. Wait for two seconds in which it stays true: the daemon may just have started, and its
            sensor may follow.
            """
        ) { .boolean($0.lightNeeded) },
        Property(
            "Inhibitors", "a(ss)",
            "The programs that inhibit changes, each with its reason, in the order of their calls."
        ) { snapshot in
            .array(
                of: "(ss)",
                snapshot.inhibitors.map { .structure([.string($0.who), .string($0.why)]) })
        },
        Property(
            "Configuration", "s",
            "The configuration file that was last read; empty if there is none, and every setting has its default."
        ) { .string($0.configuration ?? "") },
        Property(
            "ConfigurationLoaded", "t",
            "The time at which that file was last read, or found missing; an invalid one has a ConfigurationError."
        ) { .time($0.configurationLoaded) },
        Property(
            "ConfigurationError", "s",
            """
            The problem of an invalid configuration file, until it is fixed; empty for none. The previous
            configuration stays in effect meanwhile.
            """
        ) { .string($0.configurationError ?? "") },
        Property(
            "TimeZone", "s",
            """
            The time zone of the schedule, of "until" as HH:MM, and of the times in Explanation: a name
            such as "Europe/Berlin", or another value of the variable TZ.
            """
        ) { .string($0.timeZone ?? "") },
        Property("Version", "s", change: .constant, "The version of the daemon.") { _ in
            .string(projectVersion)
        },
    ]
}

extension DBusValue {
    /// Returns microseconds since the epoch; 0 for none.
    static func time(_ time: WallTime?) -> DBusValue {
        .uint64(UInt64(max(0, time?.microsecondsSinceEpoch ?? 0)))
    }
}
