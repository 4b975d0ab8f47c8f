import AppearanceEngine
import AppearanceModel
import DBus

extension AppearanceInterface {
    /// A method with its code.
    struct Method {
        let description: InterfaceDescription.Method
        let answer: (AppearanceInterface, MethodCall) throws(DBusError) -> Void

        init(
            _ name: String, takes: [InterfaceDescription.Argument] = [],
            returns: [InterfaceDescription.Argument] = [], _ text: String,
            _ answer: @escaping (AppearanceInterface, MethodCall) throws(DBusError) -> Void
        ) {
            description = InterfaceDescription.Method(
                name: name, takes: takes, returns: returns, text: text)
            self.answer = answer
        }
    }

    static var methods: [Method] {
        [
            Method(
                "SetMode", takes: [.init("mode", "s"), .init("options", "a{sv}")],
                """
                Sets the mode, permanently or for a while.

                mode: "auto", "light", "dark" or "night".
                options: at most one of
                  "for"    t  the duration after which the mode is "auto" again;
                  "until"  s  "next" (the next boundary of the schedule at which "auto" would look different),
                              "after-next" (the boundary after that one, whose change is skipped), "sunrise",
                              "sunset", or a time as "HH:MM" in TimeZone; the next such instant counts.
                Without options the mode lasts until it is changed.

                Refused with org.freedesktop.DBus.Error.InvalidArgs: another word, both options, an option
                with "auto", an unknown option or one of another type. Refused with
                io.github.appearanced.Error.NoSuchEvent: an event that does not come, such as the sunrise in
                polar night; the message has the time when it next does. Refused with
                io.github.appearanced.Error.CalledByHook, as are Toggle and Resume: a call of a hook that is
                running, because each change runs it again. A refused call changes nothing.
                """
            ) { members, call throws(DBusError) in
                try members.apply(
                    .modeChosen(
                        CallArguments.mode(call.arguments[0]),
                        end: CallArguments.end(call.arguments[1])), call)
            },
            Method(
                "Toggle", returns: [.init("appearance", "s")],
                """
                Changes light to dark, and dark or night to light, until the next boundary of the schedule at
                which "auto" would look different, or for 12 hours if none is known. If the result is the
                appearance of "auto" at this time, or what "auto" showed before the mode was chosen, the mode
                becomes "auto": two calls undo each other. Returns the new appearance.
                """
            ) { members, call throws(DBusError) in
                try members.apply(.toggled, call) {
                    call.reply(.string(members.snapshot?.appearance.rawValue ?? ""))
                }
            },
            Method(
                "Pause", takes: [.init("options", "a{sv}")],
                """
                Keeps the current appearance; the mode stays, and the reason is "inhibited". A pause survives
                a restart of the daemon. Options "for" and "until" as for SetMode; without them, until Resume.
                """
            ) { members, call throws(DBusError) in
                try members.apply(.paused(end: CallArguments.end(call.arguments[0])), call)
            },
            Method(
                "PauseLight", takes: [.init("options", "a{sv}")],
                """
                Lets light decide nothing, and the schedule alone, until an end: one of the options "for" and
                "until" as for SetMode is needed. It survives a restart of the daemon; Resume ends it.
                """
            ) { members, call throws(DBusError) in
                guard let end = try CallArguments.end(call.arguments[0])
                else { throw .invalidArgs("light is paused until an end: use for or until") }
                try members.apply(.lightPaused(end: end), call)
            },
            Method("Resume", "Ends a pause, of all changes or of light, if there is one.") {
                members, call throws(DBusError) in
                try members.apply(.resumed, call)
            },
            Method(
                "Inhibit", takes: [.init("who", "s"), .init("why", "s")],
                returns: [.init("cookie", "u")],
                """
                Keeps the current appearance, as Pause does, until Uninhibit with the returned cookie, or
                until the caller leaves the bus. For a film, a presentation, a photograph.

                who: the name of the app, for people. why: its activity, for people.
                """
            ) { members, call throws(DBusError) in try members.inhibit(call) },
            Method(
                "Uninhibit", takes: [.init("cookie", "u")],
                "Releases an inhibitor by its cookie, which the same caller must have got from Inhibit."
            ) { members, call throws(DBusError) in try members.uninhibit(call) },
            Method(
                "FeedLight", takes: [.init("source", "s"), .init("lux", "d")],
                """
                Reports the light level from a source that is not a sensor of this machine.

                source: its name, for people; the newest level of a name replaces the previous one of that name.
                Of several names, the first decides until it ends, unless sensor.prefer names another one.
                lux: the level, not a single sample of it. It is trusted at once and expires after 30 minutes
                (or as configured), and like any light it must persist before the appearance changes.
                """
            ) { members, call throws(DBusError) in
                try members.apply(CallArguments.feed(call.arguments), call)
            },
            Method(
                "EndReports", takes: [.init("source", "s")],
                "Lets the levels that were reported under a name count no more; none is needed."
            ) { members, call throws(DBusError) in
                try members.apply(
                    .reportsEnded(source: CallArguments.source(call.arguments)), call)
            },
            Method(
                "ReportPresence", takes: [.init("holders", "a(ss)"), .init("options", "a{sv}")],
                """
                Reports what the caller sees of the user, in place of its last report, until it leaves the bus.

                holders: the circumstances in which a change by light or schedule waits, each a kind
                  ("fullscreen", "gamemode", "inhibitors", "screencast" or "programs") and the name of the
                  program, or an empty string.
                options: what the caller sees of the input:
                  "quiet"  b  whether there was none for switch.quiet;
                  "idle"   b  whether the desktop is idle.
                """
            ) { members, call throws(DBusError) in try members.reportPresence(call) },
            Method(
                "Explain", returns: [.init("explanation", "a{sv}")],
                """
                Returns the complete rationale of the last decision, with live numbers: every input with its
                vote and weight, the light and its thresholds, the pending and the next change. The tree is
                that of "appearancectl why" with its option for JSON; keys without a value are left out.
                """
            ) { members, call throws(DBusError) in call.reply(members.rationale.dbusValue) },
            Method(
                "ListSensors", returns: [.init("sensors", "aa{sv}")],
                """
                Lists every light sensor, in use or not, in the order of preference; those that are not in use
                are read once for it. The rows are those of "appearancectl sensors" with its option for JSON,
                where age is the time since the last valid reading; keys without a value are left out.
                """
            ) { members, call throws(DBusError) in members.listSensors(call) },
        ]
    }

    /// The interface, as Introspect and config/io.github.appearanced.Appearance1.xml have it.
    static var description: InterfaceDescription {
        InterfaceDescription(
            name: DBusPublisher.interface,
            text: """
                The desktop's appearance on the session bus: light, dark or night, its reason and its end.

                Bus name    \(DBusPublisher.name)
                Object      \(DBusPublisher.path)
                Interface   \(DBusPublisher.interface)

                The *mode* is what the user chose: "auto", "light", "dark" or "night". The *appearance* is what
                is in effect: "light", "dark" or "night". An app follows Appearance; an app that offers a
                switch shows and sets Mode.

                "night" is darker than dark: for a dark room late in the day. An app without a third look
                treats it as dark.

                Times are microseconds since 1970-01-01T00:00:00Z, durations microseconds. Zero and the empty
                text mean "none" as documented. New members may be added; those here keep their meaning.
                """,
            properties: properties.map(\.description), methods: methods.map(\.description),
            signals: [appearanceChanged])
    }

    static let appearanceChanged = InterfaceDescription.Signal(
        name: "AppearanceChanged",
        arguments: [.init("appearance", "s"), .init("previous", "s"), .init("reason", "s")],
        text: """
            The appearance has changed: emitted exactly once for each change, after the property
            Appearance has the new value. A change of mode alone is emitted as PropertiesChanged only.

            appearance: the new one. previous: the one before. reason: as the property Reason.
            """)
}
