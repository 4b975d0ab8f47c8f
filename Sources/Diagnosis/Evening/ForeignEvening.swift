package import AppearanceConfig
package import AppearanceModel
internal import Console

/// The colours of the screen in the evening, as another program has them.
package struct ForeignEvening: Equatable {
    /// The colour temperature at night in kelvin.
    package private(set) var temperature: Int
    /// The place whose sun counts; `nil` if the program has none of its own.
    package private(set) var coordinates: Coordinates?
    /// The middle of the change in the morning and of that in the evening; `nil` if the sun decides.
    package private(set) var times: (light: ClockTime, dark: ClockTime)?
    /// The length of the change in minutes; `nil` if it is unknown.
    package private(set) var fadeMinutes: Int?

    package init(temperature: Int) { self.temperature = temperature }

    package static func == (left: ForeignEvening, right: ForeignEvening) -> Bool {
        left.temperature == right.temperature && left.coordinates == right.coordinates
            && left.times?.light == right.times?.light && left.times?.dark == right.times?.dark
            && left.fadeMinutes == right.fadeMinutes
    }

    /// Whether the screen is warmer than daylight at night.
    package var isWarm: Bool { temperature < 6500 }

    /// Returns the changes that give the night filter the same settings.
    ///
    /// A place and times that the configuration has of its own stay.
    package func changes(to configuration: Configuration) -> [ConfigurationEdit.Change] {
        let kelvin = min(max(temperature, 1000), 6500)
        var changes = [ConfigurationEdit.Change("nightfilter.evening.temperature", to: "\(kelvin)")]
        if let fadeMinutes {
            changes.append(
                .init("nightfilter.evening.fade", to: "\"\(min(max(fadeMinutes, 0), 120))m\""))
        }
        if let coordinates, configuration.location.coordinates == nil {
            changes += PlaceChange(coordinates).changes
        }
        if let times, configuration.schedule == Configuration().schedule {
            changes.append(.init("schedule.dark", to: "\"\(times.dark)\""))
            changes.append(.init("schedule.light", to: "\"\(times.light)\""))
        }
        return changes
    }

    private mutating func setPlace(_ latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return }
        coordinates = Coordinates(latitudeDegrees: latitude, longitudeDegrees: longitude)
    }
}

// MARK: - The settings of each program

extension ForeignEvening {
    /// The settings of redshift or gammastep, from its file and its arguments, which come first.
    ///
    /// The man pages redshift(1) and gammastep(1) describe both; the default at night is 4500 K.
    package init(redshift text: String, _ arguments: [String]) {
        let file = SettingsSections(text)
        let options = Self.options(arguments)
        let given = options["t"]?.split(separator: ":").last.flatMap { Int($0) }
        self.init(temperature: given ?? file["temp-night"].flatMap { Int($0) } ?? 4500)
        let place = options["l"]?.split(separator: ":").map(String.init) ?? []
        if place.count == 2, let latitude = Double(place[0]) {
            setPlace(latitude, Double(place[1]))
        } else {
            setPlace(file["lat"].flatMap { Double($0) }, file["lon"].flatMap { Double($0) })
        }
        if let dawn = Self.span(file["dawn-time"]), let dusk = Self.span(file["dusk-time"]) {
            times = (dawn.middle, dusk.middle)
            fadeMinutes = dusk.minutes
        }
    }

    /// The settings of wlsunset, which has no file.
    ///
    /// The man page wlsunset(1) describes them; the default at night is 4000 K.
    package init(wlsunset arguments: [String]) {
        let options = Self.options(arguments)
        self.init(temperature: options["t"].flatMap { Int($0) } ?? 4000)
        setPlace(options["l"].flatMap { Double($0) }, options["L"].flatMap { Double($0) })
        if let sunrise = options["S"].flatMap({ ClockTime(configured: $0) }),
            let sunset = options["s"].flatMap({ ClockTime(configured: $0) })
        {
            times = (sunrise, sunset)
            fadeMinutes = options["d"].flatMap { Int($0) }.map { $0 / 60 }
        }
    }

    /// The settings of hyprsunset: the warmest of its profiles, and the time of the one after it.
    ///
    /// https://wiki.hypr.land/Hypr-Ecosystem/hyprsunset
    package init(hyprsunset text: String, _ arguments: [String]) {
        let profiles = SettingsSections(text).sections.filter { $0.name == "profile" }
            .compactMap { _, values -> (time: ClockTime, temperature: Int)? in
                guard let time = values["time"].flatMap({ ClockTime(configured: $0) })
                else { return nil }
                let isPlain = values["identity"] == "true"
                return (time, isPlain ? 6500 : values["temperature"].flatMap { Int($0) } ?? 6000)
            }.sorted { $0.time.minuteOfDay < $1.time.minuteOfDay }
        let options = Self.options(arguments)
        let given = (options["t"] ?? options["temperature"]).flatMap { Int($0) }
        let warmest = profiles.indices.min {
            profiles[$0].temperature < profiles[$1].temperature
        }
        self.init(temperature: given ?? warmest.map { profiles[$0].temperature } ?? 6000)
        guard given == nil, let warmest, profiles.count > 1 else { return }
        times = (
            profiles[(warmest + 1) % profiles.count].time, profiles[warmest].time
        )
        // Its colours change in one step.
        fadeMinutes = 0
    }

    /// The settings of sunsetr.
    ///
    /// https://github.com/psi4j/sunsetr; the default at night is 3300 K, and a change lasts 45 min.
    package init(sunsetr text: String) {
        let file = SettingsSections(text)
        self.init(temperature: file["night_temp"].flatMap { Int($0) } ?? 3300)
        if file["transition_mode"] ?? "geo" == "geo" {
            setPlace(
                file["latitude"].flatMap { Double($0) }, file["longitude"].flatMap { Double($0) })
            return
        }
        let minutes = min(max(file["transition_duration"].flatMap { Int($0) } ?? 45, 0), 24 * 60)
        // The times are those of the end, the start or the middle of a change.
        let shift =
            switch file["transition_mode"] {
            case "finish_by": -minutes / 2
            case "start_at": minutes / 2
            default: 0
            }
        guard let sunrise = file["sunrise"].flatMap({ ClockTime($0.prefix(5)) }),
            let sunset = file["sunset"].flatMap({ ClockTime($0.prefix(5)) })
        else { return }
        times = (
            ClockTime(wrapping: sunrise.minuteOfDay + shift),
            ClockTime(wrapping: sunset.minuteOfDay + shift)
        )
        fadeMinutes = minutes
    }

    /// Returns the options of a command line with their values: `-t 3500`, `-t3500` or `--temperature 3500`.
    private static func options(_ arguments: [String]) -> [String: String] {
        var options: [String: String] = [:]
        for (index, argument) in arguments.enumerated() where argument.first == "-" {
            let next = index + 1 < arguments.count ? arguments[index + 1] : ""
            if argument.hasPrefix("--") {
                options[String(argument.dropFirst(2))] = next
            } else if argument.count > 2 {
                options[String(argument.dropFirst().prefix(1))] = String(argument.dropFirst(2))
            } else {
                options[String(argument.dropFirst())] = next
            }
        }
        return options
    }

    /// Returns the middle and the length of `6:00-7:45`, or of `6:00`.
    private static func span(_ text: String?) -> (middle: ClockTime, minutes: Int)? {
        let times = (text ?? "").split(separator: "-").map {
            ClockTime(configured: String($0).trimmed)
        }
        guard let start = times.first, let start, times.count <= 2 else { return nil }
        guard times.count == 2 else { return (start, 0) }
        guard let end = times[1] else { return nil }
        let minutes = (end.minuteOfDay - start.minuteOfDay + 1440) % 1440
        return (ClockTime(wrapping: start.minuteOfDay + minutes / 2), minutes)
    }
}
