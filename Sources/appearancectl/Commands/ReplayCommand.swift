internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Live through a recorded run again, and see whether the same is decided.",
        discussion: """
            No daemon is asked. A record is what appearanced --record FILE writes; every change is \
            printed with its time. The first line that is decided otherwise is named, with exit \
            status 1.

              appearanced --record run.jsonl
              appearancectl replay run.jsonl
            """)

    @Argument(help: ArgumentHelp("The record.", valueName: "file"), completion: .record)
    var file: String

    @Flag(help: "Print JSON: each change, and a summary, a line each.")
    var json = false

    func run() throws {
        let bytes = try FileReading.bytes(of: file, limit: 256 * 1024 * 1024)
        var report = ReplayReport()
        do throws(RecordingError) {
            try live(through: bytes, &report)
        } catch {
            report.end(at: error)
        }
        if json {
            StandardOutput.json(report.summary)
        } else {
            report.summaryLines.forEach(StandardOutput.line)
        }
        if let complaint = report.complaint { throw CommandLineError("\(file), \(complaint)") }
    }

    private func live(
        through bytes: [UInt8], _ report: inout ReplayReport
    ) throws(RecordingError) {
        var replay = try Replay(bytes, program: Appearancectl.configuration.version)
        while let step = try replay.next() {
            if let news = report.note(step) {
                json ? StandardOutput.json(news.json) : StandardOutput.line(news.text)
            }
            guard step.differences.isEmpty else { break }
        }
        report.end(replay)
    }
}

/// What came of a replay, told as it goes and summed up.
struct ReplayReport {
    private var last: Snapshot?
    private var events = 0
    private var changes = 0
    private var isCut = false
    private var comparesWords = true
    private var line = 1
    private var difference: (step: Replay.Step, first: Decision.Difference)?
    private var fault: RecordingError?

    /// Takes a step; answers what to say of it, nil for nothing.
    mutating func note(_ step: Replay.Step) -> (json: JSON, text: String)? {
        line = step.line
        events += 1
        if let first = step.differences.first { difference = (step, first) }
        guard let shown = step.decision.published else { return nil }
        defer { last = shown }
        if let last, last.appearance != shown.appearance { changes += 1 }
        if let last, last.appearance == shown.appearance, last.explanation == shown.explanation {
            return nil
        }
        return (json(shown, step), text(shown, step))
    }

    mutating func end(_ replay: Replay) {
        isCut = replay.isCut
        comparesWords = replay.comparesWords
    }

    mutating func end(at fault: RecordingError) { self.fault = fault }

    /// What is wrong, for whoever asked; nil when all is as it was.
    var complaint: String? {
        if let fault { return "\(fault); what comes before it is decided as it was." }
        guard let (step, first) = difference else { return nil }
        let name = EventName(step.recorded.event).rawValue
        return "line \(step.line), \(name) at \(step.recorded.at.wall.iso8601): \(first.name) was"
            + " \(first.recorded), and now is \(first.replayed)."
    }

    var summary: JSON {
        let different: JSON =
            difference.map { step, first in
                .object([
                    .init(name: "line", value: .integer(Int64(step.line))),
                    .init(name: "member", value: .string(first.name)),
                    .init(name: "recorded", value: .string(first.recorded)),
                    .init(name: "replayed", value: .string(first.replayed)),
                ])
            } ?? .null
        return .object([
            .init(name: "events", value: .integer(Int64(events))),
            .init(name: "changes", value: .integer(Int64(changes))),
            .init(name: "same", value: .bool(complaint == nil)),
            .init(name: "difference", value: different),
            .init(name: "fault", value: fault.map { .string($0.description) } ?? .null),
            .init(name: "cut", value: .bool(isCut)),
        ])
    }

    var summaryLines: [String] {
        guard fault == nil, difference == nil else { return [] }
        var lines = [
            "", "\(events.counted("event")), \(changes.counted("change")), same decisions.",
        ]
        if isCut { lines.append("The record breaks off after line \(line), as in a crash.") }
        if !comparesWords {
            lines.append("It was written by another version, so the sentences were not compared.")
        }
        return lines
    }

    private func json(_ shown: Snapshot, _ step: Replay.Step) -> JSON {
        .object([
            .init(name: "line", value: .integer(Int64(step.line))),
            .init(name: "at", value: .string(step.recorded.at.wall.iso8601)),
            .init(name: "event", value: .string(EventName(step.recorded.event).rawValue)),
            .init(name: "mode", value: .string(shown.mode.rawValue)),
            .init(name: "appearance", value: .string(shown.appearance.rawValue)),
            .init(name: "reason", value: .string(shown.reason.rawValue)),
            .init(name: "explanation", value: .string(shown.explanation)),
        ])
    }

    private func text(_ shown: Snapshot, _ step: Replay.Step) -> String {
        let local = step.zone.local(step.recorded.at.wall)
        let second = local.microsecondOfDay / 1_000_000 % 60
        let time = "\(local.date) \(local.hoursAndMinutes):\(second < 10 ? "0" : "")\(second)"
        return "\(time)  \(shown.appearance.rawValue.padded(to: 5))  \(shown.explanation)"
    }
}
