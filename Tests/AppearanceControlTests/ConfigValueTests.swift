import AppearanceTestSupport
import Foundation
import Testing

/// The values of `appearancectl config set`, as people write them.
@Suite(.bounded) struct ConfigValueTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    @Test(arguments: [
        ("ambient.dwell.dark_to_night", "90 sec", "\"1m30s\""),
        ("fed.hold", "1.5h", "\"1h30m\""),
        ("fed.hold", "90min", "\"1h30m\""),
        ("schedule.night", "7pm", "\"19:00\""),
        ("schedule.night", "Never", "\"\""),
        ("schedule.night", "7:30", "\"7:30\""),
        ("schedule.dark", "Sunset - 30 min", "\"sunset-30m\""),
        ("schedule.dark", "sunset+1.5h, not before 6pm", "\"sunset+1h30m, not before 18:00\""),
        ("safety.flash_guard", "off", "false"),
        ("portal.reduced_motion", "Yes", "true"),
        ("ambient.policy", "Darker", "\"darker\""),
        ("nightfilter.gnome", "off", "\"off\""),
        ("nightfilter.evening.temperature", "3,400 K", "3400"),
        ("nightfilter.evening.temperature", "2700k", "2700"),
        ("nightfilter.evening.temperature", "off", "0"),
        ("ambient.dark_below", "45", "45"),
    ])
    func `a value is set as people write it`(key: String, value: String, line: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["config", "set", key, value],
            environment: home.environment)
        #expect(run.status == .exited(0), "\(run)")
        let text = try String(contentsOfFile: home.configurationFile, encoding: .utf8)
        #expect(text.hasSuffix("= \(line)\n"), "\(text)")
    }

    @Test(arguments: ["sensor.poll", "set dark --for", "pause"])
    func `a duration without a unit is refused in the same words everywhere`(place: String) throws {
        let words = place.split(separator: " ").map(String.init)
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl,
            (place == "sensor.poll" ? ["config", "set"] : []) + words + ["45"],
            environment: home.environment)
        #expect(run.status == .exited(2))
        #expect(run.errors.contains("unit missing: write 45m, 45h or 45s"), "\(run.errors)")
    }
}
