import AppearanceModel
import AppearanceRecord
import AppearanceTestSupport
import Testing

/// The format of the history.
@Suite(.bounded) struct HistoryTests {
    private static let start = WallTime(secondsSinceEpoch: 1_790_000_000)

    private func status(_ appearance: Appearance, _ reason: Reason) -> Snapshot {
        Snapshot(
            mode: reason == .manual ? appearance.mode : .auto, appearance: appearance,
            previous: nil,
            reason: reason, explanation: "Because of \"it\".", since: Self.start, until: nil,
            next: nil, light: LightReading(value: 35, unit: .lux), sensor: .trusted, paused: false,
            inhibitors: [], configurationError: nil, sequence: 7)
    }

    private func change(
        _ appearance: Appearance, _ reason: Reason, after span: Microseconds, isStart: Bool = false
    ) -> History.Change {
        History.Change(at: Self.start + span, status: status(appearance, reason), isStart: isStart)
    }

    @Test func `written history is read back unchanged`() {
        let changes = [
            change(.light, .startup, after: .zero, isStart: true),
            change(.dark, .sensor, after: .minutes(5)),
        ]
        let levels = [(0, 35.5), (1, 40), (75, 0.25)].map { minutes, lux in
            History.Level(
                at: Self.start + .minutes(minutes), light: LightReading(value: lux, unit: .lux))
        }
        let unknown = History.Level(at: Self.start + .minutes(79), light: nil)
        let percent = History.Level(
            at: Self.start + .minutes(80), light: LightReading(value: 12, unit: .percent))
        let written = levels + [unknown, percent]
        let bytes =
            changes[0].line + History.lines(of: written) + changes[1].line
            + History.endLine(at: Self.start + .minutes(90))
        let history = History(bytes)
        #expect(history.changes == changes)
        #expect(history.levels == written)
        #expect(history.ends == [Self.start + .minutes(90)])
        #expect(bytes.count(where: { $0 == UInt8(ascii: "\n") }) == 5)
    }

    @Test(arguments: [1, 20, 100])
    func `a truncated line is ignored, and the next one is read`(missing: Int) {
        let whole = change(.dark, .sensor, after: .zero).line
        let bytes = Array(whole.prefix(whole.count - missing)) + [UInt8(ascii: "\n")] + whole
        #expect(History(bytes).changes.count == (missing == 1 ? 2 : 1))
    }

    @Test(arguments: Seeds.chosen(0..<8))
    func `damage affects only the lines that contain it`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        let changes = (0..<12).map { change(.dark, .sensor, after: .minutes($0)) }
        let levels = (0..<12).map {
            History.Level(
                at: Self.start + .minutes($0), light: LightReading(value: 9, unit: .lux))
        }
        let lines = changes.map(\.line) + [History.lines(of: levels)]
        for _ in 0..<100 {
            var damaged = lines
            let index = Int.random(in: lines.indices, using: &dice)
            for _ in 0...3 {
                let place = Int.random(in: damaged[index].indices.dropLast(), using: &dice)
                let byte = UInt8.random(in: 0...255, using: &dice)
                // A line end would make two lines of it.
                damaged[index][place] = byte == UInt8(ascii: "\n") ? 0 : byte
            }
            let history = History(damaged.flatMap(\.self))
            let whole = changes.enumerated().filter { $0.offset != index }.map(\.element)
            #expect(history.changes.filter(whole.contains) == whole)
            #expect(history.changes.count <= changes.count)
            if index < changes.count { #expect(history.levels == levels) }
        }
    }

    @Test func `lines of another format are ignored`() {
        let foreign = [
            "{}", "[]", "null", "\u{1}", #"{"at":"now"}"#, #"{"at":1,"levels":[[1],7]}"#,
        ]
        #expect(History(Array(foreign.joined(separator: "\n").utf8)) == History([]))
    }

    @Test func `lines that are too old, or above the limit, are dropped, the oldest first`() {
        let changes = (0..<10).map { change(.dark, .sensor, after: .days($0)) }
        let bytes = changes.flatMap(\.line)
        let now = Self.start + .days(8)
        let all = History.retained(bytes, days: 6, at: now, limitBytes: bytes.count)
        #expect(History(all.bytes).changes == Array(changes[2...9]))
        #expect(all.reason == nil)
        let limit = changes[0].line.count * 3
        let few = History.retained(bytes, days: 6, at: now, limitBytes: limit)
        #expect(History(few.bytes).changes == Array(changes[7...9]))
        #expect(few.bytes.count <= limit && few.reason == nil)
    }

    @Test(arguments: [-20_000, 400, 9000])
    func `a clock that has just jumped loses no line`(days: Int64) {
        let changes = (0..<10).map { change(.dark, .sensor, after: .days($0)) }
        let now = Self.start + .days(9 + days)
        let wrong = change(.light, .sensor, after: .days(9 + days))
        let bytes = (changes + [wrong]).flatMap(\.line)
        let kept = History.retained(bytes, days: 6, at: now, limitBytes: bytes.count)
        #expect(kept.bytes == bytes && kept.reason == nil)
        // Two boots with a wrong clock, days apart, are no evidence.
        let later = change(.dark, .sensor, after: .days(11 + days))
        let more = bytes + later.line
        let again = History.retained(
            more, days: 6, at: later.at + .days(1), limitBytes: more.count)
        #expect(again.bytes == more && again.reason == nil)
        // A day after the clock is right again, the line of the wrong time is dropped, and the file kept.
        let right = Self.start + .days(10)
        let clean = History.retained(bytes, days: 20, at: right, limitBytes: bytes.count)
        #expect(History(clean.bytes).changes == changes)
        #expect(clean.reason == "has lines of another time")
    }

    @Test func `a file with lines that are not valid is worth keeping, one cut by a crash is not`()
    {
        let changes = (0..<5).map { change(.dark, .sensor, after: .days($0)) }
        let bytes = changes.flatMap(\.line)
        let now = Self.start + .days(5)
        for (line, reason) in [
            ("{\"a", nil), ("\0\0\0", "has lines that are not valid"),
            ("hello", "has lines that are not valid"),
        ] {
            let damaged = bytes + Array("\(line)\n".utf8) + changes[0].line
            let kept = History.retained(damaged, days: 30, at: now, limitBytes: damaged.count)
            #expect(kept.bytes == bytes + changes[0].line)
            #expect(kept.reason == reason)
        }
    }

    @Test func `a choice soon after a change by light corrects it`() {
        func corrections(_ second: History.Change) -> [Microseconds?] {
            let first = change(.dark, .sensor, after: .zero)
            return History(first.line + second.line).corrections.map(\.correctedAfter)
        }
        #expect(corrections(change(.light, .manual, after: .minutes(2))) == [.minutes(2), nil])
        #expect(corrections(change(.light, .manual, after: .minutes(16))) == [nil, nil])
        #expect(corrections(change(.light, .sensor, after: .minutes(2))) == [nil, nil])
        #expect(corrections(change(.dark, .manual, after: .minutes(2))) == [nil, nil])
        let left = change(.light, .manual, after: .minutes(-2))
        #expect(corrections(left) == [nil, nil], "the clock was set back")
        let restart = change(.light, .manual, after: .minutes(2), isStart: true)
        #expect(corrections(restart) == [nil, nil])
    }
}
