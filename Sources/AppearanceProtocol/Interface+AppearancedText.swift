// The description that GetInterfaceDescription answers with: config/io.github.appearanced.varlink to
// the letter, held equal to it by a test. Change the file first, then this.

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
        method FeedLight(source: string, lux: float) -> ()

        # The tree that "appearancectl why --json" prints.
        method Explain() -> (explanation: object)

        # The array that "appearancectl sensors --json" prints.
        method ListSensors() -> (sensors: []object)

        # Leave the desktop's own setting alone until the configuration changes or the service starts again.
        # It answers when nothing that would change it runs any more.
        method LeaveDesktop() -> ()

        # The event that would end it does not come; next says when it does, null for not within a year.
        error NoSuchEvent(until: string, next: ?int)

        error LimitsExceeded(limit: string)

        """
}
