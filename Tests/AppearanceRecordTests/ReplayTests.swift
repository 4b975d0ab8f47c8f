import AppearanceEngine
import AppearanceModel
import AppearanceTestSupport
import Foundation
import Testing

@testable import AppearanceRecord

/// A recording is replayed with the same decisions, or the difference is reported.
@Suite(.bounded) struct ReplayTests {
    /// Recorded runs, each of which once was a question; a bug report becomes one more.
    static let records: [String] =
        (try? FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.hasSuffix(".jsonl")
        }.sorted()) ?? []
    private static let folder = Repository.fixtures + "/records"

    private struct Outcome: Equatable {
        var events = 0
        var differences: [RecordedDecision.Difference] = []
        var differs: Int?
        var fault: LineError?
        var isCut = false
    }

    private func replay(_ bytes: [UInt8], program: String = "0.1.0") -> Outcome {
        var outcome = Outcome()
        do throws(LineError) {
            var replay = try Replay(bytes, program: program)
            while let step = try replay.next() {
                outcome.events += 1
                guard step.differences.isEmpty else {
                    outcome.differs = step.line
                    outcome.differences = step.differences
                    return outcome
                }
            }
            outcome.isCut = replay.isCut
        } catch { outcome.fault = error }
        return outcome
    }

    private func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        bytes.split(separator: UInt8(ascii: "\n"))
    }

    private func changed(_ line: Int, _ old: String, _ new: String) -> [UInt8] {
        var lines = lines(Samples.record).map { String(decoding: $0, as: UTF8.self) }
        #expect(lines[line - 1].contains(old))
        lines[line - 1] = lines[line - 1].replacingOccurrences(of: old, with: new)
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    @Test func `the fixtures contain run recordings`() { #expect(Self.records.count >= 3) }

    /// The sentences have tests of their own, and may be worded better than when these were taken.
    @Test(arguments: records)
    func `a run recording is replayed with the same decisions`(_ name: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)"))
        let outcome = replay(Array(bytes), program: "another")
        #expect(outcome.fault == nil && outcome.differences == [] && outcome.events > 10)
    }

    @Test func `every kind of event is replayed with the same decision`() {
        #expect(replay(Samples.record) == Outcome(events: Samples.events.count))
    }

    @Test func `a different decision is reported with its line`() {
        let outcome = replay(changed(2, #""appearance":"dark""#, #""appearance":"light""#))
        #expect(outcome.differs == 2)
        #expect(outcome.differences.first?.name == "appearance")
        #expect(outcome.differences.first?.recorded == "light")
        #expect(outcome.differences.first?.replayed == "dark")
    }

    /// The members of a published state that a replay leaves out, and why.
    private static let leftOut: Set<String> = [
        // Sent again with each reading, and not the engine's.
        "light", "inhibitors", "configuration", "configurationLoaded", "warning",
        // They follow from the states before, and from the sentence.
        "previous", "since", "timeZone", "explanationWithoutPrograms",
    ]

    private static let changes: [(member: String, change: @Sendable (inout Snapshot) -> Void)] = [
        ("mode", { $0.mode = .night }), ("appearance", { $0.appearance = .night }),
        ("reason", { $0.reason = .startup }), ("explanation", { $0.explanation = "Night." }),
        ("until", { $0.until = .calendarStart }),
        ("next", { $0.next = NextChange(at: .calendarStart, appearance: .night) }),
        ("pending", { $0.pending = NextChange(at: .calendarStart, appearance: .night) }),
        ("reported", { $0.reported = ReportedLight(source: "x", until: .calendarStart) }),
        ("sensor", { $0.sensor = .distrusted }), ("paused", { $0.paused = true }),
        ("pausedUntil", { $0.pausedUntil = .calendarStart }),
        ("configurationError", { $0.configurationError = "a problem" }),
        ("sequence", { $0.sequence = 9 }),
        ("lightPausedUntil", { $0.lightPausedUntil = .calendarStart }),
        ("lightNeeded", { $0.lightNeeded = true }),
        (
            "waitsFor",
            { $0.waitsFor = ChangeWait(WaitCause(.fullscreen, who: "mpv"), atMost: .calendarStart) }
        ),
    ]

    @Test func `every member of a published state is compared, or left out for a reason`() {
        let state = Snapshot(
            mode: .auto, appearance: .light, previous: nil, reason: .schedule, explanation: "",
            since: .calendarStart, until: nil, next: nil, light: nil, sensor: .none, paused: false,
            inhibitors: [], configurationError: nil, sequence: 1)
        let members = Set(Mirror(reflecting: state).children.compactMap(\.label))
        #expect(members == Self.leftOut.union(Self.changes.map(\.member)))
        let recorded = RecordedDecision([.publish(state)], nil)
        for (member, change) in Self.changes {
            var other = state
            change(&other)
            let replayed = RecordedDecision([.publish(other)], nil)
            #expect(
                !recorded.differences(from: replayed, comparingWords: true).isEmpty, "\(member)")
        }
    }

    @Test func `a rejection is compared by its name`() {
        var engine = Samples.header.engine
        let event = Event.modeChosen(.auto, end: .sunset)
        let rejection = engine.handle(event, at: Samples.start).rejection
        func replayed(_ rejection: Rejection?) -> Outcome {
            let entry = RecordEntry(event, at: Samples.start, [], rejection)
            return replay(Samples.header.line + entry.line)
        }
        #expect(replayed(rejection) == Outcome(events: 1))
        let difference = replayed(nil).differences.first
        #expect(difference?.name == "refused" && difference?.recorded == "no")
        #expect(difference?.replayed == "auto_cannot_end")
    }

    @Test func `the explanation of another version is not a difference`() {
        let other = changed(2, "because you chose it", "since that is your wish")
        #expect(replay(other).differences.map(\.name) == ["explanation"])
        #expect(replay(other, program: "0.2.0") == Outcome(events: Samples.events.count))
    }

    /// A crash cuts the last line anywhere.
    @Test func `a truncated recording is replayed to its last complete line`() {
        // A short one, because it is replayed once for each byte of its last line.
        let events = 3
        let whole = lines(Samples.record).prefix(1 + events)
        let bytes = whole.joined(separator: [UInt8(ascii: "\n")])
        let last = whole[events].count
        for cut in 1...last {
            let outcome = replay(bytes.dropLast(cut))
            #expect(outcome.events == events - 1 && outcome.differs == nil)
            #expect(outcome.fault == nil && outcome.isCut == (cut < last))
        }
    }

    @Test func `a torn line in the middle is named`() {
        var lines = lines(Samples.record)
        lines[3] = lines[3].dropLast(20)
        let outcome = replay(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
        #expect(outcome.fault?.line == 4 && outcome.events == 2)
    }

    @Test(arguments: [
        ("", "the file is empty"), ("{", "the first line is cut off"),
        ("hello\n", "this is not a run recording of appearanced"),
        ("{}\n", "it names no format"),
        ("[1]\n", "it names no format"),
        (
            #"{"appearanced_record":2,"version":"9.0"}"# + "\n",
            "by appearanced 9.0 in another format"
        ),
        (#"{"appearanced_record":1,"version":"0.1.0"}"# + "\n", "\"settings\" is missing"),
    ])
    func `a file that is not a recording is refused with a message`(_ text: String, _ words: String)
        throws
    {
        let fault = try #require(replay(Array(text.utf8)).fault)
        #expect(fault.line == 1 && fault.problem.contains(words), "\(fault)")
    }

    @Test(arguments: [
        (2, #""boot":1000000"#, #""boot":999999"#, "the boot clock runs backwards"),
        (4, #""boot":3000000"#, #""boot":1999999"#, "the boot clock runs backwards"),
        (2, #""boot":1000000"#, #""boot":1e400"#, "overflow"),
        (1, #""boot":1000000"#, #""boot":-1"#, "\"boot\""),
        (2, #""boot":1000000"#, #""boot":1152921504606846977"#, "\"boot\""),
        (1, #""wall":1774008351000001"#, #""wall":9223372036854775807"#, "\"wall\""),
        (2, #""wall":1774008351000001"#, #""wall":-9223372036854775807"#, "\"wall\""),
        (2, #""event":"started""#, #""event":"suspended","for":-1"#, "\"for\""),
        (2, #""event":"started""#, #""event":"begun""#, "\"event\""),
        (2, #""event":"started""#, #""event":"light","at":1,"lux":-1"#, "\"lux\""),
        (2, #""event":"started""#, #""event":"light","at":1,"percent":101"#, "\"percent\""),
        (2, #""event":"started""#, #""event":"released","cookie":-1"#, "\"cookie\""),
        (2, #""event":"started""#, #""event":"paused","for":0"#, "\"for\""),
        (1, #"ambient.dark_below = 40.000000001"#, #"ambient.dark_below = -1"#, "configuration"),
    ])
    func `a line that is invalid is named`(
        _ line: Int, _ old: String, _ new: String, _ words: String
    ) throws {
        let fault = try #require(replay(changed(line, old, new)).fault)
        #expect(fault.line == line && fault.problem.contains(words), "\(fault)")
    }

    /// Damage of any kind is a fault, a difference or nothing, and never the end of the reader.
    @Test(.scaledAtNight, arguments: Seeds.chosen(0..<UInt64(Nightly.count(24, byDay: 8))))
    func `damaged recordings do not crash the reader`(seed: UInt64) {
        var dice = SplitMix64(seed: seed)
        var endings = Set<Int>()
        for _ in 0..<40 {
            var bytes = Samples.record
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                let place = Int.random(in: bytes.indices, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes[place] = .random(in: 0...255, using: &dice)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
                case 2: bytes.insert(contentsOf: Array("9999".utf8), at: place)
                default: bytes.removeLast(.random(in: 0..<bytes.count / 2, using: &dice))
                }
            }
            let outcome = replay(bytes)
            endings.insert(outcome.fault?.line ?? outcome.differs ?? 0)
        }
        #expect(endings.count > 1)
    }

    @Test(.row("C29")) func `a recording from before the guard against flashes has none`() throws {
        let line = String(decoding: Samples.header.line, as: UTF8.self)
        #expect(try Replay(Array(line.utf8), program: "0.1.0").header.settings.flashGuard)
        let older = line.replacing(#"safety.flash_guard = true\n"#, with: "")
        #expect(older != line)
        #expect(try !Replay(Array(older.utf8), program: "0.1.0").header.settings.flashGuard)
    }
}
