/// A varlink interface that the daemon speaks; the raw value is its name.
package enum Interface: String, CaseIterable, Sendable {
    /// The interface that every varlink service has.
    case service = "org.varlink.service"
    /// The daemon's own interface.
    case appearanced = "io.github.appearanced"

    /// The interface in varlink's description language.
    package var text: String {
        switch self {
        case .service: Self.serviceText
        case .appearanced: Self.appearancedText
        }
    }

    /// Returns the full name of one of the interface's methods or errors.
    func member(_ name: String) -> String { rawValue + "." + name }
}

// https://varlink.org/Service: the names are varlink's, the comments ours.

extension Interface {
    static let serviceText = """
        # The description that every varlink service gives of itself.
        interface org.varlink.service

        # The maker and the version of the service, and its interfaces.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The description of an interface, in the language of this text.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not implement this interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but this service does not implement it.
        error MethodNotImplemented (method: string)

        # This parameter is missing, unknown, of the wrong type, or out of range.
        error InvalidParameter (parameter: string)

        # The caller may not do this.
        error PermissionDenied ()

        # The method must be called with "more".
        error ExpectedMore ()

        """
}

// The answer to GetInterfaceDescription: config/io.github.appearanced.varlink, byte for byte.
// Change this, then run scripts/render; a test compares them.

extension Interface {
    static let appearancedText = """
        # The desktop's appearance: light, dark or night, and why.
        # Times are microseconds since the Unix epoch, durations microseconds.
        interface io.github.appearanced

        # The user's choice.
        type Mode (auto, light, dark, night)

        # The appearance in effect.
        type Appearance (light, dark, night)

        type Reason (sensor, schedule, manual, inhibited, startup)

        type SensorState (none, warming, trusted, distrusted, stale)

        # A program that keeps the appearance in effect, with its reason.
        type Inhibitor (who: string, why: string)

        # next_change: the time of the first of all known changes, if the light stays as it is. It is null
        # while a sensor is being checked, and before the end of a mode or a pause after which a sensor decides.
        # pending_change: the time of a change that the light requests, unless the light changes back, or at the
        # latest that of a change that is due and waits.
        # waits_for: the circumstance for which that change waits; kind as of ReportPresence, or "input"
        # (keyboard or pointer are in use), "use" (the desktop is not idle), "unlocked" or "start" (of the daemon).
        # at_most: the time at which it comes all the same, which is pending_change.
        # reported_by, reported_until: the source of light from FeedLight, and the time when it expires.
        # light_needed: a source that measures light only on request, such as a camera, should do so now.
        # inhibitors: the programs that keep the appearance in effect, on D-Bus and here, in the order of their calls.
        # configuration: the file that was last read, null if there is none and every setting has its default.
        # configuration_loaded: the time at which it was last read; an invalid one has a configuration_error.
        # warning: a program that changes the mode again and again, or a hook that tries to, in a sentence.
        # time_zone: the zone of "until" and of the times in explanation, in the format of the variable TZ.
        type Status (
          mode: Mode,
          appearance: Appearance,
          previous: ?Appearance,
          reason: Reason,
          explanation: string,
          since: int,
          until: ?int,
          next_change: ?int,
          next_appearance: ?Appearance,
          pending_change: ?int,
          pending_appearance: ?Appearance,
          waits_for: ?Holder,
          at_most: ?int,
          light: ?float,
          light_unit: ?string,
          reported_by: ?string,
          reported_until: ?int,
          sensor: SensorState,
          paused: bool,
          paused_until: ?int,
          light_paused_until: ?int,
          light_needed: bool,
          inhibitors: []Inhibitor,
          configuration: ?string,
          configuration_loaded: ?int,
          configuration_error: ?string,
          warning: ?string,
          time_zone: ?string,
          sequence: int
        )

        method GetStatus() -> (status: Status)

        # With "more": the current status at once, then one reply for each change; with light also light readings, at most one a second.
        method Watch(light: ?bool) -> (status: Status)

        # for: a duration; until: "next", "after-next", "sunrise", "sunset" or "HH:MM". Without both, until it is changed.
        # after-next: the change after the next one, which does not come.
        method SetMode(mode: Mode, for: ?int, until: ?string) -> (status: Status)

        # Swaps light and dark, and changes night to light, until the schedule next changes what auto shows.
        method Toggle() -> (status: Status)

        # Keeps the appearance in effect.
        method Pause(for: ?int, until: ?string) -> (status: Status)

        # Lets light decide nothing until an end, and the schedule alone; one of for and until is needed.
        method PauseLight(for: ?int, until: ?string) -> (status: Status)

        # Ends a pause of all changes, and that of light.
        method Resume() -> (status: Status)

        # With "more": keeps the appearance in effect until this connection closes.
        method Inhibit(who: string, why: string) -> ()

        # Reports a light level in lux from a source that is not a sensor of this machine.
        # With while_connected, it ends with this connection. Of several sources, the first decides until it ends.
        method FeedLight(source: string, lux: float, while_connected: ?bool) -> ()

        # Lets the levels that were reported under a name count no more.
        method EndReports(source: string) -> ()

        # Asks the sources that measure light only on request for one level now: light_needed is true until it is reported.
        # Only while an inhibitor keeps the appearance, as for a program that calibrates; otherwise it has no effect.
        method RequestLight() -> ()

        # A circumstance in which a change by light or schedule waits: kind is "fullscreen", "gamemode",
        # "inhibitors", "screencast" or "programs", who the name of the program; only "programs" needs one.
        type Holder (kind: string, who: string)

        # Reports what the caller sees of the user, in place of its last report, until this connection closes.
        # quiet: no input for switch.quiet; idle: the desktop is idle; null for what the caller does not see.
        method ReportPresence(holders: []Holder, quiet: ?bool, idle: ?bool) -> ()

        # The tree that "appearancectl why --json" prints.
        method Explain() -> (explanation: object)

        # The array that "appearancectl sensors --json" prints.
        method ListSensors() -> (sensors: []object)

        # Leaves the desktop's settings alone until the configuration changes or the daemon restarts.
        # Replies once no program that changes them is running.
        method LeaveDesktop() -> ()

        # The event does not occur soon; next is the time when it next does, null if not within a year.
        error NoSuchEvent(until: string, next: ?int)

        error LimitsExceeded(limit: string)

        # A hook that is running has called SetMode, Toggle or Resume: each change would run it again.
        error CalledByHook(hook: string)

        """
}
