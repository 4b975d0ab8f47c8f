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
