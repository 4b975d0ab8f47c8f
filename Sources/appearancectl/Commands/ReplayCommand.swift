internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replay a run recording and check that the decisions match.",
        discussion: """
            This command does not need the daemon. appearanced --record FILE writes a run \
            recording. Every change is printed with its time. If a decision differs, its line is \
            reported, with exit status 1.

              appearanced --record run.jsonl
              appearancectl replay run.jsonl
            """)

    @Argument(help: ArgumentHelp("The run recording.", valueName: "file"), completion: .record)
    var file: String

    @Flag(help: "Print JSON: one line for each change, and a summary.")
    var json = false

    func run() throws {
        let bytes = try FileReading.bytes(of: file, limit: 256 * 1024 * 1024)
        var report = ReplayReport()
        do throws(LineError) {
            try replay(bytes, into: &report)
        } catch {
            report.end(at: error)
        }
        if json {
            StandardOutput.json(report.summary)
        } else {
            report.summaryLines.forEach(StandardOutput.line)
        }
        if let failure = report.failure { throw CommandLineError("\(file), \(failure)") }
    }

    private func replay(_ bytes: [UInt8], into report: inout ReplayReport) throws(LineError) {
        var replay = try Replay(bytes, program: Appearancectl.configuration.version)
        while let step = try replay.next() {
            if let change = report.add(step) {
                json ? StandardOutput.json(change.json) : StandardOutput.line(change.text)
            }
            guard step.differences.isEmpty else { break }
        }
        report.end(replay)
    }
}

/// The report of a replay: its changes one by one, then a summary.
struct ReplayReport {
    private var last: Snapshot?
    private var events = 0
    private var changes = 0
    private var isCut = false
    private var comparesTexts = true
    private var line = 1
    private var difference: (step: Replay.Step, first: RecordedDecision.Difference)?
    private var error: LineError?

    /// Adds a step and returns the change to print; `nil` if nothing visible changed.
    mutating func add(_ step: Replay.Step) -> (json: JSON, text: String)? {
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
        comparesTexts = replay.comparesWords
    }

    mutating func end(at error: LineError) { self.error = error }

    /// The first difference or error, as the end of a sentence; `nil` if every decision matches.
    var failure: String? {
        if let error { return "\(error)\(events == 0 ? "" : "; the decisions before it match")." }
        guard let (step, first) = difference else { return nil }
        let name = EventName(step.recorded.event).rawValue
        return "line \(step.line), \(name) at \(step.recorded.at.wall.iso8601): \(first.name) was"
            + " \(first.recorded), and now is \(first.replayed)."
    }

    var summary: JSON {
        let different = difference.map { step, first -> JSON in
            [
                "line": .integer(Int64(step.line)), "member": .string(first.name),
                "recorded": .string(first.recorded), "replayed": .string(first.replayed),
            ]
        }
        return [
            "events": .integer(Int64(events)), "changes": .integer(Int64(changes)),
            "same": .bool(failure == nil), "difference": different ?? .null,
            "fault": error.map { .string($0.description) } ?? .null, "cut": .bool(isCut),
        ]
    }

    var summaryLines: [String] {
        guard error == nil, difference == nil else { return [] }
        var lines = [
            "", "\(events.counted("event")), \(changes.counted("change")), same decisions.",
        ]
        if isCut {
            lines.append(
                "The recording ends in the middle of a line after line \(line), as after a crash.")
        }
        if !comparesTexts {
            lines.append(
                "It was written by another version, so the explanations were not compared.")
        }
        return lines
    }

    private func json(_ shown: Snapshot, _ step: Replay.Step) -> JSON {
        [
            "line": .integer(Int64(step.line)), "at": .string(step.recorded.at.wall.iso8601),
            "event": .string(EventName(step.recorded.event).rawValue),
            "mode": .string(shown.mode.rawValue), "appearance": .string(shown.appearance.rawValue),
            "reason": .string(shown.reason.rawValue), "explanation": .string(shown.explanation),
        ]
    }

    private func text(_ shown: Snapshot, _ step: Replay.Step) -> String {
        let time = step.zone.local(step.recorded.at.wall).dateAndTimeWithSeconds
        return "\(time)  \(shown.appearance.rawValue.padded(to: 5))  \(shown.explanation)"
    }
}
