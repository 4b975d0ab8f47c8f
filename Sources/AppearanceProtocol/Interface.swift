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

        # Who made the service, and which interfaces it speaks.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # An interface in the language of this text.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # The service does not speak this interface.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has the method, but this service does not do it.
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

        # What the user chose.
        type Mode (auto, light, dark, night)

        # What is in effect.
        type Appearance (light, dark, night)

        type Reason (sensor, schedule, manual, inhibited, startup)

        type SensorState (none, warming, trusted, distrusted, stale)

        # next_change: the next change if the light stays as it is, a pending one among them.
        # pending_change: when the change comes that the light asks for by now.
        # reported_by, reported_until: the source of light from FeedLight, and when it stops counting.
        # time_zone: the zone of "until" and of the times in explanation, as the variable TZ spells it.
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
          light: ?float,
          light_unit: ?string,
          reported_by: ?string,
          reported_until: ?int,
          sensor: SensorState,
          paused: bool,
          paused_until: ?int,
          configuration_error: ?string,
          time_zone: ?string,
          sequence: int
        )

        method GetStatus() -> (status: Status)

        # With "more": the present status at once, then one reply per change; with light, light readings too, at most one a second.
        method Watch(light: ?bool) -> (status: Status)

        # for: a duration; until: "next", "sunrise", "sunset" or "HH:MM". Neither: until changed.
        method SetMode(mode: Mode, for: ?int, until: ?string) -> (status: Status)

        # Light and dark change places until the schedule next changes what auto shows; night becomes light.
        method Toggle() -> (status: Status)

        # Hold the present appearance.
        method Pause(for: ?int, until: ?string) -> (status: Status)

        method Resume() -> (status: Status)

        # With "more": hold the present appearance for as long as this connection lives.
        method Inhibit(who: string, why: string) -> ()

        # A level from something that is not a local sensor, in lux.
        # With while_connected, it ends with this connection, and one that it has replaced counts again.
        method FeedLight(source: string, lux: float, while_connected: ?bool) -> ()

        # The tree that "appearancectl why --json" prints.
        method Explain() -> (explanation: object)

        # The array that "appearancectl sensors --json" prints.
        method ListSensors() -> (sensors: []object)

        # Leave the desktop's own setting alone until the configuration changes or the service starts again.
        # It answers when nothing that would change it runs any more.
        method LeaveDesktop() -> ()

        # The event that would end it does not come; next is the time when it does, null for not within a year.
        error NoSuchEvent(until: string, next: ?int)

        error LimitsExceeded(limit: string)

        """
}
