internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import ArgumentParser
internal import Glibc

/// When a wish for the screen ends, by the configuration that counts.
enum NightHours {
    /// The end that was asked for; without one, the end of the night's hours.
    static func end(_ asked: ModeEnd?) throws -> WallTime {
        if case .after(let span) = asked { return .now + span }
        let terms = try Terms.parse([])
        let configuration = usual() ?? Configuration()
        let zone = try terms.zone(configuration, otherwise: nil)
        let schedule = Schedule(
            configuration.schedule, place: terms.place(configuration, zone)?.0, zone: zone.rules)
        let end = asked ?? endOfNight(configuration.schedule.everyDay.nightEnd)
        switch schedule.ending(end, after: .now) {
        case .at(let instant): return instant
        case .doesNotCome:
            throw Complaint(
                """
                That does not come in the next day and a half.
                Say when instead: --for 8h, or --until 07:00
                """)
        }
    }

    private static func endOfNight(_ expression: TimeExpression) -> ModeEnd {
        switch expression {
        case .clock(let time): .clock(time)
        case .solar: .sunrise
        }
    }

    /// A file with a mistake is as good as none here: the service says what is wrong with it.
    private static func usual() -> Configuration? {
        let paths = ConfigurationPaths.candidates { getenv($0).map { String(cString: $0) } }
        guard let path = paths.first(where: FileWriting.exists),
            let bytes = try? FileReading.bytes(of: path, limit: 1024 * 1024)
        else { return nil }
        return try? ConfigurationReader.read(bytes, file: path)
    }
}
