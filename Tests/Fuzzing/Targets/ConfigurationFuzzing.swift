import AppearanceConfig
import AppearanceEngine
import AppearanceModel

/// A file is taken, and then the engine can go by it, or refused at a place that it has.
enum ConfigurationFuzzing {
    private static let noon = WallTime(microsecondsSinceEpoch: 1_782_043_200_000_000)
    private static let place = Coordinates(latitudeDegrees: 52.52, longitudeDegrees: 13.4)

    static func flaw(in bytes: [UInt8]) -> String? {
        do throws(FileError) {
            let configuration = try ConfigurationReader.read(bytes, file: "c")
            return flaw(of: configuration)
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            return error.diagnostics.firstNonNil { diagnostic in
                guard (1...lines).contains(diagnostic.line), diagnostic.column >= 1 else {
                    return "a place outside the file: \(diagnostic)"
                }
                return diagnostic.reason.isEmpty ? "no reason is given" : nil
            }
        }
    }

    private static func flaw(of configuration: Configuration) -> String? {
        let limits = configuration.ambient.thresholds
        let isOrdered =
            limits.nightBelow <= limits.nightAbove && limits.nightAbove <= limits.darkBelow
            && limits.darkBelow <= limits.lightAbove
        guard isOrdered else { return "the bounds are out of order: \(limits)" }
        let settings = EngineSettings(configuration, place: place, zone: .utc)
        let engine = Engine(
            settings, saved: nil,
            at: Moment(boot: BootTime(microsecondsSinceBoot: 0), wall: noon))
        _ = engine.rationale(at: Moment(boot: BootTime(microsecondsSinceBoot: 1), wall: noon))
        if let next = settings.schedule.nextBoundary(after: noon), next.at <= noon {
            return "the next boundary has passed: \(next)"
        }
        for boundary in settings.schedule.boundaries(after: noon, through: noon + .days(8)) {
            if let flaw = flaw(of: boundary) { return flaw }
        }
        let text = ConfigurationWriter.write(configuration, keys: ["schedule."])
        let again = try? ConfigurationReader.read(Array(text.utf8), file: "c")
        return again?.schedule == configuration.schedule
            ? nil : "the schedule is read back as another one: \(text)"
    }

    /// In UTC, every clock time occurs once a day.
    private static func flaw(of boundary: Boundary) -> String? {
        guard case .solar(_, _, let limits) = boundary.cause.expression,
            let time = ClockTime("\(TimeZoneRules.utc.local(boundary.at).hoursAndMinutes)")
        else { return nil }
        let isWithin =
            switch (limits.earliest, limits.latest, boundary.cause.limit) {
            case (let first?, let last?, _):
                ClockTime(wrapping: time.minuteOfDay - first.minuteOfDay).minuteOfDay
                    <= ClockTime(wrapping: last.minuteOfDay - first.minuteOfDay).minuteOfDay
            case (_, _, .earliest): time == limits.earliest
            case (_, _, .latest): time == limits.latest
            case (_, _, nil): true
            }
        return isWithin ? nil : "a boundary is outside of its limits: \(boundary)"
    }
}

extension Sequence {
    /// The first result that is one.
    func firstNonNil<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self { if let result = transform(element) { return result } }
        return nil
    }
}
