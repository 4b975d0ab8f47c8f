import AppearanceLimits
import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import EventLoop
import Foundation
import Linux
import Testing

@testable import AppearanceDaemon

/// The file of the history.
@Suite(.bounded) struct HistoryFileTests {
    private let home: TestHome
    private let path: String
    private let now = WallTime(secondsSinceEpoch: 1_790_000_000)

    init() throws {
        home = try TestHome()
        path = home.path + "/state/history.jsonl"
    }

    private func level(_ time: WallTime) -> [UInt8] {
        History.lines(of: [History.Level(at: time, light: LightReading(value: 1, unit: .lux))])
    }

    private func historyFile() -> HistoryFile {
        HistoryFile(path, days: 30, log: Log(to: { _ in }))
    }

    private func times() throws -> [WallTime] {
        History(Array(try Data(contentsOf: URL(filePath: path)))).levels.map(\.at)
    }

    @Test func `a run appends to the file of the previous one`() throws {
        try historyFile().append(level(now), at: now)
        let second = historyFile()
        try second.append(level(now + .minutes(1)), at: now + .minutes(1))
        try second.append(level(now + .minutes(2)), at: now + .minutes(2))
        #expect(try times() == [now, now + .minutes(1), now + .minutes(2)])
        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(permissions as? Int == 0o600)
    }

    @Test func `a line truncated by a crash damages no other line`() throws {
        try historyFile().append(Array(level(now).dropLast(9)), at: now)
        try historyFile().append(level(now), at: now)
        #expect(try times() == [now])
    }

    @Test func `a file that is removed while open is created again`() throws {
        let file = historyFile()
        try file.append(level(now), at: now)
        try FileManager.default.removeItem(atPath: path)
        try file.append(level(now + .minutes(1)), at: now)
        #expect(try times() == [now + .minutes(1)])
    }

    @Test func `old lines, and those of a clock that was wrong, are dropped`() throws {
        let own = [now - .days(29), now - .days(2), now - .days(1)]
        let old = [now - .days(40)] + own
        try Data(old.flatMap(level)).write(to: try place())
        try historyFile().append(level(now), at: now)
        #expect(try times() == own + [now])
        #expect(!FileManager.default.fileExists(atPath: path + ".old"))

        let all = Data((old + [now + .days(9000)]).flatMap(level))
        try all.write(to: try place())
        try historyFile().append(level(now), at: now)
        #expect(try times() == own + [now])
        #expect(try Data(contentsOf: URL(filePath: path + ".old")) == all)
    }

    @Test func `the file never exceeds its limit`() throws {
        let file = historyFile()
        let line = level(now)
        let batch = Array(repeatElement(line, count: 10_000).joined())
        for _ in 0...(2 * Limits.historyBytes / batch.count) {
            try file.append(batch, at: now)
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            #expect(try #require(size) <= Limits.historyBytes)
        }
        #expect(try times().count > 10_000)
    }

    @Test func `a directory at the file's path is an error`() throws {
        try FileManager.default.createDirectory(
            atPath: path + "/full", withIntermediateDirectories: true)
        #expect(throws: (any Error).self) {
            try historyFile().append(level(now), at: now)
        }
    }

    @Test func `too many changes are counted, and the last one is kept`() {
        func change(_ index: Int64) -> History.Change {
            History.Change(at: now + .seconds(index), status: Self.status)
        }
        var allowance = ChangeAllowance()
        let written = (0..<100).flatMap { allowance.allowed(change($0), at: $0 * 1_000_000) }
        // One more after a minute, with the last of those left out before it.
        #expect(written.count == ChangeAllowance.atOnce + 2)
        #expect(written.map(\.omittedBefore).reduce(0, +) == 39)
        let later = allowance.allowed(change(200), at: 200_000_000)
        #expect(later.map(\.omittedBefore) == [38, 0])
        #expect(later.map(\.at) == [now + .seconds(99), now + .seconds(200)])
        #expect(allowance.removeHeld().isEmpty)
    }

    @Test func `of the light levels of one minute the first is noted`() throws {
        let publisher = HistoryPublisher(
            Configuration().history, at: path, on: try EventLoop(), log: Log(to: { _ in }))
        var status = Self.status
        publisher.publish(status)
        try publisher.start()
        for lux in [1.0, 20, 300] {
            status.light = LightReading(value: lux, unit: .lux)
            publisher.publishLight(status)
        }
        publisher.stop()
        let history = History(Array(try Data(contentsOf: URL(filePath: path))))
        #expect(history.levels.map(\.light) == [LightReading(value: 1, unit: .lux)])
        #expect(history.changes.map(\.isStart) == [true] && history.ends.count == 1)
    }

    private static let status = Snapshot(
        mode: .auto, appearance: .dark, previous: nil, reason: .sensor, explanation: "",
        since: WallTime(secondsSinceEpoch: 0), until: nil, next: nil, light: nil, sensor: .none,
        paused: false, inhibitors: [], configurationError: nil, sequence: 0)

    private func place() throws -> URL {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        return file
    }
}
