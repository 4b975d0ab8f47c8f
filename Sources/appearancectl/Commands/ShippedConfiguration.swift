/// The configuration file as it is shipped: config/appearanced.toml to the letter, so that the
/// program needs no file beside it.
enum ShippedConfiguration {
    static let text = #"""
        # The configuration of appearanced, with every key and its built-in value.
        #
        # Copy this file to ~/.config/appearanced/config.toml and change what should differ; what is left
        # out keeps its built-in value. The file is watched and taken as a whole: while anything in it is
        # wrong, the running configuration stays, and `appearanced --check` names each mistake with its
        # line.
        #
        # Durations are strings such as "1m30s", made of d, h, m, s and ms, the largest first.

        # How light becomes an appearance. Always night_below < night_above <= dark_below < light_above,
        # so that between two bounds nothing changes.
        [ambient]

        # Who decides in auto mode: the sensor where it is trusted, the darker or the lighter of sensor
        # and schedule, or the schedule alone.
        # Takes sensor, darker, lighter or schedule.
        policy = "sensor"

        # Light becomes dark at or below this illuminance, in lux.
        # Takes 0 to 200000 lux.
        dark_below = 40.0

        # Dark becomes light at or above this illuminance, in lux.
        # Takes 0 to 200000 lux.
        light_above = 80.0

        # Dark becomes night at or below this illuminance, in lux.
        # Takes 0 to 200000 lux.
        night_below = 3.0

        # Night becomes dark at or above this illuminance, in lux.
        # Takes 0 to 200000 lux.
        night_above = 8.0

        # What brings night: a dark room in the night window (both), a dark room at any time (sensor), or
        # the night window alone (schedule).
        # Takes both, sensor or schedule.
        night_needs = "both"

        # How long after a change the opposite change has to wait; leaving night does not.
        # Takes 0s to 1h.
        reversal_gap = "60s"

        # The time constant with which measured light is smoothed.
        # Takes 100ms to 1m.
        smoothing = "3s"

        # The screen's own light. To measure it, show the desktop in a dark room and read the sensor.
        [ambient.self_light]

        # What the screen itself throws on the sensor while light, in lux; it is subtracted.
        # Takes 0 to 200000 lux.
        light = 0.0

        # What the screen itself throws on the sensor while dark, in lux; it is subtracted.
        # Takes 0 to 200000 lux.
        dark = 0.0

        # What the screen itself throws on the sensor at night, in lux; it is subtracted.
        # Takes 0 to 200000 lux.
        night = 0.0

        # The same bounds for a sensor that does not count lux, as that of a Mac with an Intel processor: it
        # says how much of its range it sees, in percent. Which of them suit depends on the model.
        [ambient.percent]

        # Light becomes dark at or below this much of the sensor's range.
        # Takes 0 to 100 percent.
        dark_below = 8.0

        # Dark becomes light at or above this much of the sensor's range.
        # Takes 0 to 100 percent.
        light_above = 16.0

        # Dark becomes night at or below this much of the sensor's range.
        # Takes 0 to 100 percent.
        night_below = 1.0

        # Night becomes dark at or above this much of the sensor's range.
        # Takes 0 to 100 percent.
        night_above = 3.0

        # How long light must ask for a change before it comes. "0s" is at once.
        [ambient.dwell]

        # How long it must stay dim before light becomes dark.
        # Takes 0s to 1h.
        light_to_dark = "30s"

        # How long it must stay bright before dark becomes light.
        # Takes 0s to 1h.
        dark_to_light = "15s"

        # How long the room must stay dark before dark becomes night.
        # Takes 0s to 1h.
        dark_to_night = "2m"

        # How long it must be brighter before night becomes dark.
        # Takes 0s to 1h.
        night_to_dark = "10s"

        # Which light sensor is read, and how often.
        [sensor]

        # Where light readings come from: iio, the kernel's sensors; proxy, iio-sensor-proxy; auto, the
        # kernel's where they can be read and else iio-sensor-proxy; or none.
        # Takes auto, iio, proxy or none.
        source = "auto"

        # How often the sensor is read while light moves.
        # Takes 500ms to 1m.
        poll = "1s"

        # How often the sensor is read after 30 s of steady light; not less than poll.
        # Takes 500ms to 10m.
        poll_steady = "5s"

        # The names or device paths of sensors that are never used.
        # Takes a list of names, which may be empty, such as ["als", "hid-sensor"].
        ignore = []

        # Light levels that programs hand in.
        [fed]

        # How long a light level counts that a program hands in.
        # Takes 1s to 1d.
        hold = "30m"

        # What holds where no sensor decides. A time is HH:MM, or astronomical_dawn, nautical_dawn,
        # civil_dawn, sunrise, solar_noon, sunset, civil_dusk, nautical_dusk, astronomical_dusk, with an
        # offset of up to 12h if wanted, such as sunset-30m.
        [schedule]

        # When the schedule turns light.
        light = "sunrise"

        # When the schedule turns dark.
        dark = "sunset"

        # When the night window opens; "" for never.
        night = "22:30"

        # When the night window closes.
        night_end = "06:30"

        # A day of the week may differ in any of them:
        # [schedule.saturday]
        # light = "sunrise+1h"
        # night = "23:30"

        # Where the sun is watched from.
        [location]

        # The latitude in degrees, north positive; derived from the time zone where absent.
        # Takes -90 to 90 degrees, together with longitude.
        # latitude = 52.52

        # The longitude in degrees, east positive; derived from the time zone where absent.
        # Takes -180 to 180 degrees, together with latitude.
        # longitude = 13.40

        # The time zone of all times of day.
        # Takes an IANA name such as Europe/Berlin, or "" for the system's.
        time_zone = ""

        # How the whole screen turns red at night, by appearance-nightfilter.
        [nightfilter]

        # How far the whole screen goes to the tint at night; at 1 every pixel is a shade of it.
        # Takes 0 to 1.
        intensity = 1.0

        # What white becomes at night; a darker colour is a darker screen.
        # Takes a colour such as #3584e4.
        tint = "#ff0000"

        # The part of full brightness that white keeps at least, whatever the tint and other programs say.
        # Takes 0.05 to 1.
        floor = 0.1

        # How long the screen takes to turn red, and to turn back; 0s for at once.
        # Takes 0s to 10m.
        fade = "3s"

        # How long before the screen turns red by itself a notification says so; 0s for none.
        # Takes 0s to 30m.
        notice = "2m"

        # What apps hear that ask the desktop portal, and follow its answer without knowing appearanced.
        [portal]

        # Whether apps that ask the desktop portal are answered: Firefox, Chromium, GTK 4, Qt 6 and whatever
        # runs in a sandbox.
        # Takes true or false.
        enabled = true

        # The accent colour that the portal tells apps; absent: the desktop's own.
        # Takes a colour such as #3584e4.
        # accent_color = "#3584e4"

        # The contrast that the portal tells apps; absent: the desktop's own.
        # Takes normal or higher.
        # contrast = "normal"

        # Whether the portal asks apps to move less; absent: the desktop's own.
        # Takes true or false.
        # reduced_motion = false

        # Each of the three may differ in an appearance:
        # [portal.night]
        # accent_color = "#cc0000"

        # The desktop's own setting of light and dark. Nothing of it is touched until follow says so; what is
        # touched is noted, and `appearancectl reset` gives it back.
        [desktop]

        # Whose own setting is kept in step: none; auto, that of the desktop that runs; gsettings, GNOME's and
        # its kin's; kde, Plasma's; or xfce, Xfce's.
        # Takes none, auto, gsettings, kde or xfce.
        follow = "none"

        # What becomes of somebody's turning that setting by hand: adopt, it is a mode until the next schedule
        # boundary; ignore, it stays as it is until the appearance changes the next time.
        # Takes adopt or ignore.
        external = "adopt"

        # What color-scheme is in GSettings when it is light: auto, prefer-light on desktops without a switch
        # of their own, and default on the others.
        # Takes auto, default or prefer-light.
        light_scheme = "auto"

        [desktop.gtk_theme]

        # The theme of GTK 3 programs, through GSettings, when it is light.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        light = ""

        # The theme of GTK 3 programs, through GSettings, when it is dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        dark = ""

        # The theme of GTK 3 programs, through GSettings, at night; where empty, the one for dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        night = ""

        # What `plasma-apply-colorscheme --list-schemes` lists.
        [desktop.kde_color_scheme]

        # Plasma's colour scheme when it is light.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        light = "BreezeLight"

        # Plasma's colour scheme when it is dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        dark = "BreezeDark"

        # Plasma's colour scheme at night; where empty, the one for dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        night = ""

        # What `plasma-apply-lookandfeel --list` lists, such as org.kde.breezedark.desktop.
        [desktop.kde_look_and_feel]

        # Plasma's global theme, applied in the place of the colour scheme, when it is light.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        light = ""

        # Plasma's global theme, applied in the place of the colour scheme, when it is dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        dark = ""

        # Plasma's global theme, applied in the place of the colour scheme, at night; where empty, the one
        # for dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        night = ""

        [desktop.xfce_theme]

        # Xfce's style when it is light.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        light = "Adwaita"

        # Xfce's style when it is dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        dark = "Adwaita-dark"

        # Xfce's style at night; where empty, the one for dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        night = ""

        [desktop.xfce_window_theme]

        # The style of Xfce's window manager when it is light.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        light = ""

        # The style of Xfce's window manager when it is dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        dark = ""

        # The style of Xfce's window manager at night; where empty, the one for dark.
        # Takes the name of a theme that is installed, or "" to leave it alone.
        night = ""

        """#
}
