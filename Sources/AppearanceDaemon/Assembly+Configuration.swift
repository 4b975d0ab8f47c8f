import AppearanceEngine
import AppearanceModel
import LightSensors
import Linux
import SettingsFile

extension Assembly {
    /// The files that may hold the configuration.
    var configurationPlace: ConfigurationPlace {
        environment.configuration.named(options.configurationPath)
    }

    func configurationFile() throws(ExitReason) -> ConfigurationFile {
        let place = configurationPlace
        let file = place.read()
        for problem in file.problems.lines { report(problem) }
        if file.configuration == nil {
            guard !place.isNamed, !options.checksOnly else { throw .invalidConfiguration }
        }
        return file
    }

    /// Reports a problem with the file: on standard error for `--check`, else in the log.
    private func report(_ problem: String) {
        if options.checksOnly {
            StandardStream.error.line(problem)
        } else {
            log.error(problem)
        }
    }

    func reportChecked(_ file: ConfigurationFile) -> ExitReason {
        let subject = file.path.map { "\($0) is valid" }
        return StandardStream.print(
            "\(subject ?? "there is no configuration file; the built-in defaults are in effect")\n",
            by: "appearanced")
    }

    /// Returns the time zone; logs its problem, unless the location is that of the configuration before.
    func zone(_ configuration: Configuration, after before: Configuration? = nil) -> LocalZone {
        let zone = environment.configuration.zone(of: configuration)
        if let warning = zone.warning, configuration.location != before?.location {
            log.warning(warning)
        }
        return zone
    }

    /// Returns the place for which the sun is computed; logs the place of a time zone, unless the location is
    /// that of the configuration before.
    func place(
        _ configuration: Configuration, _ zone: LocalZone, after before: Configuration? = nil
    ) -> SunPlace {
        let place = zone.sunPlace(configuration.location, at: ServiceClock().now.wall)
        guard configuration.location != before?.location else { return place }
        let name = zone.rules.name
        let numbers = place.coordinates.map {
            "\($0.latitudeDegrees.hundredths), \($0.longitudeDegrees.hundredths)"
        }
        switch (place.origin, numbers) {
        case (.configuration, _): break
        case (.timeZone, let numbers?):
            log.info("the sun is computed for \(numbers), the place of \(name)")
        case (.clockElsewhere, let numbers?):
            log.notice(
                "the clock is not that of the place in [location], so the sun is computed for"
                    + " \(numbers), the place of \(name); to keep yours, set fixed = true there")
        case (.timeZone, nil), (.clockElsewhere, nil):
            log.notice(
                "the time zone \(name) has no place; sunrise is taken as 07:00 and sunset"
                    + " as 19:00; set latitude and longitude in [location]")
        }
        return place
    }
}

extension Double {
    /// The number with two decimals, for coordinates.
    fileprivate var hundredths: String {
        let count = Int((self * 100).rounded())
        let sign = count < 0 ? "-" : ""
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
