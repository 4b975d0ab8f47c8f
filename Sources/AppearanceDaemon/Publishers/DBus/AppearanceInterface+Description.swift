extension AppearanceInterface {
    /// The answer to Introspect: config/io.github.appearanced.Appearance1.xml, byte for byte, so
    /// that the program needs no file beside it.
    static let description = #"""
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
        <!--
          The desktop's appearance on the session bus: light, dark or night, why, and until when.

          Bus name    io.github.appearanced
          Object      /io/github/appearanced
          Interface   io.github.appearanced.Appearance1

          Two words are never mixed here. The *mode* is what the user chose: "auto", "light", "dark" or
          "night". The *appearance* is what is in effect: "light", "dark" or "night". An app that wants to
          look right follows Appearance; an app that offers a switch shows and sets Mode.

          "night" is darker than dark: for a dark room late in the day. An app that knows no third look
          treats it as dark.

          Times are microseconds since 1970-01-01T00:00:00Z, durations microseconds. Zero and the empty
          text stand for "none" where that is said. New members may come; those here keep their meaning.
        -->
        <node>
          <interface name="io.github.appearanced.Appearance1">

            <!--
              What the user chose: "auto" (light sensor, sun and clock decide), "light", "dark" or "night".

              Setting it is SetMode with no options, and holds until it is changed. Any other word is
              refused with org.freedesktop.DBus.Error.InvalidArgs and changes nothing.
            -->
            <property name="Mode" type="s" access="readwrite">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- What is in effect: "light", "dark" or "night". This is what to follow. -->
            <property name="Appearance" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              What decided: "sensor" (the light in the room), "schedule" (sun or clock), "manual" (the mode
              is not auto), "inhibited" (paused or inhibited, so held as it was) or "startup" (kept from
              before the service was last stopped).
            -->
            <property name="Reason" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              The last decision in one sentence for people: its cause, the number and threshold behind it,
              and what will end it. It changes when mode, appearance, reason, sensor state, next or pending
              change do; for live numbers call Explain. Its times are those of TimeZone. While a change is
              pending it names the seconds that are left when it is read. Show it, but do not take it apart:
              its wording may change.
            -->
            <property name="Explanation" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- When a temporary mode ends; 0 when the mode holds until it is changed. -->
            <property name="ModeUntil" type="t" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              The next change of the appearance if the light stays as it is: a pending change, a boundary of
              the schedule, or the end of a temporary mode or pause; 0 when none is known.
            -->
            <property name="NextChange" type="t" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- What the appearance becomes at NextChange; empty when none is known. -->
            <property name="NextAppearance" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              When the change comes that the light asks for by now: it must ask for it without a break for
              the configured dwell time. 0 when no change is pending.
            -->
            <property name="PendingChange" type="t" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- What the appearance becomes at PendingChange; empty when no change is pending. -->
            <property name="PendingAppearance" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              The light as the decision sees it: filtered, in LightLevelUnit; -1 when unknown. Changes are
              told at most once a second, and only when the level has moved by 10 percent or more.
            -->
            <property name="LightLevel" type="d" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- The unit of LightLevel: "lux", or "percent" from a sensor that does not measure lux. -->
            <property name="LightLevelUnit" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- The source of LightLevel as FeedLight named it; empty when the light is a sensor's. -->
            <property name="ReportedBy" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- When the reported light stops counting; 0 when none counts. -->
            <property name="ReportedUntil" type="t" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>

            <!--
              How far the light sensor is believed: "none" (there is no sensor), "warming" (too few samples
              yet), "trusted", "stale" (no valid sample for 10 seconds, or for two polling intervals and a
              second where that is longer; its last level still decides) or "distrusted" (stuck, implausible,
              under a closed lid, or no valid sample for six times that; the schedule decides, after silence
              from its next boundary or after five minutes).
            -->
            <property name="SensorState" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- Whether the appearance is held by Pause. -->
            <property name="Paused" type="b" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- When the pause ends; 0 when it lasts until Resume, or when there is none. -->
            <property name="PausedUntil" type="t" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- Who holds the appearance by Inhibit, and why, in the order in which they came. -->
            <property name="Inhibitors" type="a(ss)" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              What is wrong with a configuration file that could not be taken, until it is mended; empty
              when all is well. The configuration before it stays in force meanwhile.
            -->
            <property name="ConfigurationError" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!--
              The time zone of the schedule, of "until" as HH:MM, and of the times in Explanation: a name
              such as "Europe/Berlin", or what else the variable TZ may hold.
            -->
            <property name="TimeZone" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="true"/>
            </property>

            <!-- The version of the service. -->
            <property name="Version" type="s" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="const"/>
            </property>

            <!--
              Chooses a mode, for good or for a while.

              mode: "auto", "light", "dark" or "night".
              options: at most one of
                "for"    t  the duration after which the mode is "auto" again;
                "until"  s  "next" (the next boundary of the schedule at which "auto" would look different),
                            "sunrise", "sunset", or a time as "HH:MM" in TimeZone; the next such instant
                            counts.
              Without options the mode holds until it is changed.

              Refused with org.freedesktop.DBus.Error.InvalidArgs: another word, both options, an option
              with "auto", an unknown option or one of another type. Refused with
              io.github.appearanced.Error.NoSuchEvent: an event that does not come, such as the sunrise in
              polar night; the message says when it next does. A refused call changes nothing.
            -->
            <method name="SetMode">
              <arg name="mode" type="s" direction="in"/>
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!--
              Turns light to dark, and dark or night to light, until the next boundary of the schedule at
              which "auto" would look different, or for 12 hours where none is known. When the result is
              what "auto" would show now, the mode becomes "auto". Returns the new appearance.
            -->
            <method name="Toggle">
              <arg name="appearance" type="s" direction="out"/>
            </method>

            <!--
              Holds the present appearance; the mode stays, and the reason is "inhibited". It survives a
              restart of the service. Options "for" and "until" as for SetMode; without them, until Resume.
            -->
            <method name="Pause">
              <arg name="options" type="a{sv}" direction="in"/>
            </method>

            <!-- Ends a pause; does nothing when there is none. -->
            <method name="Resume"/>

            <!--
              Holds the present appearance, as Pause does, for as long as the returned cookie lives: until
              Uninhibit, or until the caller leaves the bus. For a film, a presentation, a photograph.

              who: the name of the app, for people. why: what it is doing, for people.
            -->
            <method name="Inhibit">
              <arg name="who" type="s" direction="in"/>
              <arg name="why" type="s" direction="in"/>
              <arg name="cookie" type="u" direction="out"/>
            </method>

            <!-- Gives a cookie back. It must be one that the same caller got from Inhibit. -->
            <method name="Uninhibit">
              <arg name="cookie" type="u" direction="in"/>
            </method>

            <!--
              Tells the light level from a source that is not a sensor of this machine.

              source: what it is, for people; the newest level of a source replaces its last one.
              lux: the level, not one sample of it. It is believed at once and holds for 30 minutes (or as
              configured), and like any light it must last for a while before the appearance changes.
            -->
            <method name="FeedLight">
              <arg name="source" type="s" direction="in"/>
              <arg name="lux" type="d" direction="in"/>
            </method>

            <!--
              Tells the whole decision, with live numbers: every input with its vote and whether it counts,
              the light and its thresholds, what is waiting to happen, and what comes next. The tree is that
              of "appearancectl why" with its option for JSON; keys without a value are left out.
            -->
            <method name="Explain">
              <arg name="explanation" type="a{sv}" direction="out"/>
            </method>

            <!--
              The appearance has changed: exactly once for each change, and after the property Appearance
              reads the new value. A change of mode alone is told by PropertiesChanged only.

              appearance: the new one. previous: the one before. reason: as the property Reason.
            -->
            <signal name="AppearanceChanged">
              <arg name="appearance" type="s"/>
              <arg name="previous" type="s"/>
              <arg name="reason" type="s"/>
            </signal>

          </interface>
        </node>

        """#
}
