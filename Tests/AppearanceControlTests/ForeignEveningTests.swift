import AppearanceConfig
import AppearanceModel
import AppearanceTestSupport
import Diagnosis
import Testing

/// The settings of other programs that warm the screen, as the night filter takes them over.
@Suite(.bounded) struct ForeignEveningTests {
    private func lines(
        _ evening: ForeignEvening, over configuration: Configuration = Configuration()
    ) -> [String] {
        evening.changes(to: configuration).map { "\($0.path) = \($0.value ?? "")" }
    }

    @Test func `redshift and gammastep have a file, and options that come first`() {
        let file = """
            ; my screen
            [general]
            temp-day=5700
            temp-night = 3600   ; candle
            dawn-time=6:00-7:45
            dusk-time=18:35-20:15

            [manual]
            lat=55.7
            lon=12.6
            """
        #expect(
            lines(ForeignEvening(redshift: file, [])) == [
                "nightfilter.evening.temperature = 3600", "nightfilter.evening.fade = \"100m\"",
                "location.longitude = 12.6", "location.latitude = 55.7",
                "schedule.dark = \"19:25\"", "schedule.light = \"06:52\"",
            ])
        #expect(
            lines(ForeignEvening(redshift: file, ["-l", "48.1:11.6", "-t", "6500:2800"])).prefix(4)
                == [
                    "nightfilter.evening.temperature = 2800", "nightfilter.evening.fade = \"100m\"",
                    "location.longitude = 11.6", "location.latitude = 48.1",
                ])
        #expect(
            lines(ForeignEvening(redshift: "", ["-m", "wayland"])) == [
                "nightfilter.evening.temperature = 4500"
            ])
    }

    @Test func `wlsunset has options only`() {
        #expect(
            lines(ForeignEvening(wlsunset: ["-t", "3000", "-l", "39.9", "-L116.3"])) == [
                "nightfilter.evening.temperature = 3000", "location.longitude = 116.3",
                "location.latitude = 39.9",
            ])
        let times = ["-S", "06:30", "-s", "18:30", "-d", "1800"]
        #expect(
            lines(ForeignEvening(wlsunset: times)) == [
                "nightfilter.evening.temperature = 4000", "nightfilter.evening.fade = \"30m\"",
                "schedule.dark = \"18:30\"", "schedule.light = \"06:30\"",
            ])
    }

    @Test func `the warmest profile of hyprsunset is its evening`() {
        let file = """
            max-gamma = 150
            profile {
                time = 7:30
                identity = true
            }
            profile {
                time = 21:00   # late
                temperature = 5000
                gamma = 0.8
            }
            """
        #expect(
            lines(ForeignEvening(hyprsunset: file, [])) == [
                "nightfilter.evening.temperature = 5000", "nightfilter.evening.fade = \"0m\"",
                "schedule.dark = \"21:00\"", "schedule.light = \"07:30\"",
            ])
        #expect(ForeignEvening(hyprsunset: file, ["--temperature", "3500"]).temperature == 3500)
        #expect(
            !ForeignEvening(hyprsunset: "profile {\nidentity = true\n}", ["-t", "6500"]).isWarm)
    }

    @Test(
        arguments: [
            ("center", "19:00", "06:00"), ("finish_by", "18:45", "05:45"),
            ("start_at", "19:15", "06:15"),
        ])
    func `the times of sunsetr are the end, the start or the middle of a change`(
        _ mode: String, _ dark: String, _ light: String
    ) {
        let file = """
            transition_mode = "\(mode)"   # when
            night_temp = 3100
            sunset = "19:00:00"
            sunrise = "06:00:00"
            transition_duration = 30
            latitude = 1.0
            longitude = 2.0
            """
        #expect(
            lines(ForeignEvening(sunsetr: file)) == [
                "nightfilter.evening.temperature = 3100", "nightfilter.evening.fade = \"30m\"",
                "schedule.dark = \"\(dark)\"", "schedule.light = \"\(light)\"",
            ])
        let byTheSun = file.replacing("\"\(mode)\"", with: "\"geo\"")
        #expect(
            lines(ForeignEvening(sunsetr: byTheSun)) == [
                "nightfilter.evening.temperature = 3100", "location.longitude = 2.0",
                "location.latitude = 1.0",
            ])
    }

    @Test func `a place and times of the configuration stay, and numbers out of range are none`()
        throws
    {
        var configuration = Configuration()
        configuration.location.coordinates = Coordinates(latitudeDegrees: 1, longitudeDegrees: 2)
        configuration.schedule.everyDay.dark = .solar(.civilDusk, offset: .zero)
        let file = "temp-night=900\ndawn-time=6:00\ndusk-time=18:00\n[manual]\nlat=10\nlon=20\n"
        #expect(
            lines(ForeignEvening(redshift: file, []), over: configuration) == [
                "nightfilter.evening.temperature = 1000", "nightfilter.evening.fade = \"0m\"",
            ])
        let wild =
            "temp-night=99999999999999999999\ndawn-time=25:00\ndusk-time=-\nlat=91\nlon=nan\n"
        #expect(
            lines(ForeignEvening(redshift: wild, [])) == ["nightfilter.evening.temperature = 4500"])
    }

    @Test(arguments: [
        ("gammastep", "app.slice/gammastep.service", "gammastep.service"),
        ("redshift", "app.slice/redshift-gtk.service", "redshift-gtk.service"),
        ("hyprsunset", "session.slice/wayland-wm@hyprland.desktop.service", nil),
        ("gammastep", "app.slice/foot-server.service", nil),
        ("gammastep", "app.slice/app-gammastep@autostart.service", nil),
        ("gammastep", "app.slice/gammasteps.service", nil),
        ("gammastep", "app.slice/gammastep-3.scope", nil),
    ])
    func `a unit that is not the program's own is never stopped with it`(
        program: String, group: String, unit: String?
    ) {
        let manager = "0::/user.slice/user-1000.slice/user@1000.service/"
        #expect(EveningProgram.unit(of: program, inGroup: manager + group + "\n") == unit)
        let system = "0::/system.slice/"
        #expect(EveningProgram.unit(of: program, inGroup: system + group + "\n") == nil)
    }

    @Test(arguments: [("-9223372036854775808", 0), ("-30", 0), ("9223372036854775807", 120)])
    func `the duration of a change of sunsetr has a limit`(text: String, minutes: Int) {
        let evening = ForeignEvening(
            sunsetr: """
                transition_mode = "finish_by"
                transition_duration = \(text)
                sunset = "19:00:00"
                sunrise = "06:00:00"
                """)
        let fade = evening.changes(to: Configuration()).first { $0.path.hasSuffix(".fade") }
        #expect(fade?.value == "\"\(minutes)m\"")
    }
}
