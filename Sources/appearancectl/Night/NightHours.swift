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
        let configuration = usual() ?? Configuration()
        let zone = try EngineOptions.parse([]).zone(configuration)
        let schedule = Schedule(configuration, in: zone)
        guard let end = end(asked, in: schedule) else {
            throw CommandLineError(
                """
                That does not come in the next day and a half.
                Say when instead: --for 8h, or --until 07:00
                """)
        }
        return end
    }

    private static func end(_ asked: ModeEnd?, in schedule: Schedule) -> WallTime? {
        guard let asked else { return schedule.endOfNight(after: .now) }
        switch schedule.ending(asked, after: .now) {
        case .at(let instant): return instant
        case .doesNotCome: return nil
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
