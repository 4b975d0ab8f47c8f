import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

/// Recorded and made-up courses of light, and the levels that the algorithm must find in them.
@Suite(.bounded) struct LightLevelTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/traces")

    /// The traces with the levels of the reference model, `[seconds, level]`.
    private struct Reference: Decodable {
        struct Level: Decodable, Equatable {
            var seconds: Double
            var level: String

            init(from decoder: any Decoder) throws {
                var pair = try decoder.unkeyedContainer()
                seconds = try pair.decode(Double.self)
                level = try pair.decode(String.self)
            }
        }

        var what: String
        var levels: [Level]
    }

    static let names = [
        "scenario_bug219890_poll_trace_x30_0_03_glitches.csv",
        "scenario_219890_buffer_trace_134_238.csv",
        "scenario_headlights_8_s_400_lux_in_night_room.csv",
        "scenario_hand_over_sensor_10_s_in_300_lux.csv",
        "scenario_lamp_on_in_night_room_1_150_lux.csv",
        "scenario_clouds_45_110_lux_90_s_period_1_h.csv",
        "scenario_dusk_500_0_2_lux_over_90_min.csv",
        "scenario_tv_flicker_2_30_lux_1_h.csv",
        "scenario_hover_at_60_lux_noise_20_4_h.csv",
        "roof_30s.csv",
    ]

    @Test(arguments: names)
    func `levels equal those of the reference model within 3 seconds`(_ name: String) throws {
        let references = try JSONDecoder().decode(
            [String: Reference].self,
            from: Data(contentsOf: Self.folder.appending(path: "light_levels.json")))
        let expected = try #require(references[name]?.levels)
        let found = try levels(of: name)
        #expect(found.map(\.level) == expected.map(\.level))
        for (found, expected) in zip(found, expected) {
            #expect(
                abs(found.seconds - expected.seconds) <= 3,
                "\(found.level) at \(found.seconds) s, expected at \(expected.seconds) s")
        }
    }

    @Test(arguments: [
        "glitch_bug219890_buffer.csv", "glitch_bug219890_poll.csv",
        "glitch_thinkbook13x_issue10.csv",
    ])
    func `glitches change nothing`(_ name: String) throws {
        #expect(try levels(of: name).map(\.level) == ["light"])
    }

    /// Plays a trace second by second to an engine that goes by light alone.
    private func levels(of name: String) throws -> [(seconds: Double, level: String)] {
        let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let start = try #require(WallTime(iso8601: "2026-01-01T00:00:00", zone: .utc))
        let trace = try LightTrace(csv: text, zone: .utc, start: start)
        var configuration = Configuration()
        configuration.ambient.nightNeeds = .sensor
        // The sensor has moved before, so that a steady start is believed as well.
        var driver = EngineDriver(
            configuration, at: trace.start.iso8601, sensor: "als",
            saved: .fresh(movers: ["als"], at: trace.start - .days(1)))
        var levels: [(Double, String)] = []
        var row = 0
        let length = try #require(trace.rows.last).offset.count / 1_000_000
        for second in 0...length {
            let offset = Microseconds.seconds(second)
            while row + 1 < trace.rows.count, trace.rows[row + 1].offset <= offset { row += 1 }
            let age = offset - trace.rows[row].offset
            if let lux = trace.rows[row].lux, age <= .seconds(180) {
                driver.read(lux.value)
            }
            if let snapshot = driver.last, snapshot.sensor == .trusted,
                levels.last?.1 != snapshot.appearance.rawValue
            {
                levels.append((Double(second), snapshot.appearance.rawValue))
            }
            driver.wait(.seconds(1))
        }
        return levels
    }
}
