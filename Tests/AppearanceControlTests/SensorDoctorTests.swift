import AppearanceKit
import AppearanceModel
import AppearanceProtocol
import AppearanceRecord
import AppearanceTestSupport
import DaemonClient
import Foundation
import Testing

/// `appearancectl doctor` about several light sensors.
@Suite(.bounded) final class SensorDoctorTests {
    private let scene: DoctorScene
    /// The last output of `appearancectl sensors`.
    private var listing = ""

    init() throws { scene = try DoctorScene() }

    private func sensor(
        _ name: String, _ light: Double, _ state: SensorState = .trusted, isChosen: Bool = false,
        age: Microseconds = .seconds(1), unread: UnreadCause? = nil
    ) -> SensorListing {
        SensorListing(
            name: name, path: "/sys/devices/\(name)/iio:device0", source: "iio", light: light,
            unit: .lux, state: state, chosen: isChosen, problem: nil, age: age,
            unread: unread)
    }

    private func finding(_ sensors: [SensorListing], preferring: String? = nil) throws
        -> DoctorScene.Finding
    {
        let directory = try RuntimeDirectory()
        scene.runtimeDirectory = directory
        let daemon = try FakeDaemon(in: directory, sensors: sensors)
        defer { daemon.stop() }
        if let preferring {
            try scene.home.write(configuration: "[sensor]\nprefer = [\"\(preferring)\"]\n")
        }
        listing = try scene.run("sensors").output
        return try #require(try scene.findings()["light sensor"])
    }

    @Test func `without a sensor the other ways to report light are named`() throws {
        let none = try finding([])
        #expect(listing.contains("docs/desktop-pc.md"))
        // The kernel of the machine that runs the test may show one.
        #expect(
            none.finding.contains("docs/desktop-pc.md")
                || !none.finding.hasPrefix("There is none"))
    }

    @Test func `a sensor that differs tenfold from another is doubted`() throws {
        let doubted = try finding([sensor("als", 2, isChosen: true), sensor("desk", 209)])
        #expect(doubted.status == "warning")
        #expect(doubted.finding == "als reads 2 lux, but desk reads 209 lux.")
        #expect(doubted.fix == "appearancectl config set sensor.prefer '[\"desk\"]'")
        let twins = try finding([sensor("als", 2, isChosen: true), sensor("als", 209)])
        #expect(
            twins.fix
                == "appearancectl config set sensor.prefer '[\"/sys/devices/als/iio:device0\"]'")
        // Less than tenfold, or a sensor whose value does not vary.
        #expect(
            try finding([sensor("als", 30, isChosen: true), sensor("desk", 209)]).status == "ok")
        #expect(
            try finding([sensor("als", 2, isChosen: true), sensor("desk", 209, .warming)]).status
                == "ok")
    }

    @Test func `a sensor that has not been read for ten minutes while it warms up is named`() throws
    {
        let waiting = try finding([sensor("als", 2, .warming, isChosen: true, age: .minutes(11))])
        #expect(waiting.status == "warning")
        #expect(waiting.finding == "als has not been read for 11 min, and is not trusted yet.")
        #expect(try finding([sensor("als", 2, .warming, isChosen: true)]).status == "ok")
    }

    @Test(
        .row("D29"),
        arguments: [
            (
                UnreadCause.lidClosed, "the lid is closed",
                "appearancectl config set sensor.prefer '[\"als\"]'"
            ),
            (
                .sessionLocked, "the session is locked",
                "busctl call org.freedesktop.login1 /org/freedesktop/login1/session/auto"
                    + " org.freedesktop.login1.Session SetLockedHint b false"
            ),
            (.sessionInactive, "no session of yours is in front", "loginctl list-sessions"),
        ])
    func `the lid or the session that keeps a sensor from being read is named`(
        cause: UnreadCause, words: String, fix: String
    ) throws {
        // Read before, never read, and no longer trusted.
        for state in [SensorState.trusted, .warming, .distrusted] {
            let unread = try finding([sensor("als", 300, state, isChosen: true, unread: cause)])
            #expect(unread.status == "warning")
            #expect(unread.finding == "als is not read: \(words).")
            #expect(unread.fix == fix)
        }
    }

    @Test(.row("D30")) func `a sensor that is not read in a remote session is in order`() throws {
        let unread = try finding([
            sensor("als", 300, isChosen: true, unread: .sessionRemote)
        ])
        #expect(unread.status == "ok")
        #expect(unread.finding.hasPrefix("als is not read: the session is remote"))
    }

    /// A history of some days up to now with a level every half hour, while the schedule is always light.
    private func record(days: Int64, of lux: [Double]) throws {
        try scene.home.write(
            configuration:
                "[schedule]\nlight = \"00:00\"\ndark = \"23:59\"\nnight = \"\"\n[sensor]\nignore = [\"b\"]\n"
        )
        let start = WallTime.now - .days(days)
        let levels = (0..<days * 48).map { number in
            History.Level(
                at: start + .minutes(30 * number),
                light: LightReading(value: lux[Int(number) % lux.count], unit: .lux))
        }
        var status = FakeDaemon.status
        status.mode = .auto
        let lines =
            History.Change(at: start, status: status, isStart: true).line
            + History.lines(of: levels)
        try scene.home.write(
            String(decoding: lines, as: UTF8.self),
            to: scene.home.stateHome + "/appearanced/history.jsonl")
    }

    @Test(.row("S36"))
    func `a sensor that has read no light for days is doubted, without another verdict`() throws {
        try record(days: 5, of: [0.5, 1, 2])
        let doubted = try finding([sensor("als", 1, isChosen: true), sensor("desk", 3)])
        #expect(doubted.status == "warning")
        #expect(
            doubted.finding.wholeMatch(
                of: /als has not read more than 2 lux on [56] days, while the schedule was light\./)
                != nil, "\(doubted)")
        #expect(doubted.cause.contains("covered, or report another unit"))
        #expect(doubted.fix == "appearancectl config set sensor.ignore '[\"b\", \"als\"]'")
        #expect(listing.contains("\n   doubt: it has not read more than 2 lux on "), "\(listing)")
        #expect(listing.contains(/\n\* +als +1 lux +1 s +trusted/), "\(listing)")
        let twins = try finding([sensor("als", 1, isChosen: true), sensor("als", 3)])
        #expect(twins.fix.contains("/sys/devices/als/iio:device0"))
    }

    @Test(.row("S37")) func `a sensor that reads light now is not doubted`() throws {
        try record(days: 5, of: [0.5, 1, 2])
        #expect(try finding([sensor("als", 12, isChosen: true)]).status == "ok")
        #expect(!listing.contains("doubt:"), "\(listing)")
        // Two dates.
        try record(days: 1, of: [0.5, 1, 2])
        #expect(try finding([sensor("als", 1, isChosen: true)]).status == "ok")
        try record(days: 5, of: [0.5, 1, 2, 300])
        #expect(try finding([sensor("als", 1, isChosen: true)]).status == "ok")
    }

    @Test func `the fix for a sensor that is stuck or unavailable leaves it out`() throws {
        let fix = "appearancectl config set sensor.ignore '[\"als\"]'"
        #expect(try finding([sensor("als", 85, .distrusted, isChosen: true)]).fix == fix)
        var unavailable = sensor("als", 85, isChosen: true)
        unavailable.problem = "it cannot be read"
        #expect(try finding([unavailable]).fix == fix)
        // Another one of the same name stays.
        let twins = try finding([sensor("als", 85, .distrusted, isChosen: true), sensor("als", 9)])
        #expect(twins.fix.contains("[\"/sys/devices/als/iio:device0\"]"))
    }

    @Test(.row("S32")) func `a preferred name that is not there is named`() throws {
        let missing = try finding([sensor("als", 30, isChosen: true)], preferring: "usb-als")
        #expect(missing.status == "warning")
        #expect(missing.finding.contains("sensor.prefer names usb-als, which is not there"))
        #expect(missing.fix == "appearancectl config set sensor.prefer '[]'")
        let run = try ChildProcess.run(
            "/bin/sh",
            ["-c", missing.fix.replacing("appearancectl", with: BuiltProducts.appearancectl)],
            environment: scene.home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        #expect(
            try String(contentsOfFile: scene.home.configurationFile, encoding: .utf8)
                .contains("prefer = []"))
        for name in ["als", "/sys/bus/iio/devices/iio:device0", "/sys/devices/als/iio:device0"] {
            #expect(
                try finding([sensor("als", 30, isChosen: true)], preferring: name).status == "ok")
        }
    }

    /// Of reported light, the daemon publishes only the level that decides.
    @Test(.row("S32"), arguments: [(["als", "desk"], "ok"), (["desk", "als"], "warning")])
    func `a preferred name behind the sensor in use may be that of a program`(
        names: [String], status: String
    ) throws {
        try scene.home.write(configuration: "[sensor]\nprefer = \(names)\n")
        let found = try finding([sensor("als", 30, isChosen: true)])
        #expect(found.status == status, "\(found)")
        try scene.home.write(configuration: "[sensor]\nprefer = [\"als\", \"/sys/no/such\"]\n")
        #expect(try finding([sensor("als", 30, isChosen: true)]).status == "warning")
    }
}
