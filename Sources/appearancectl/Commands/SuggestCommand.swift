internal import AppearanceConfig
internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceProtocol
internal import AppearanceRecord
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import Linux
internal import SettingsFile

struct SuggestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest thresholds that would have spared you corrections.",
        discussion: """
            A correction is your choice of light or dark against a decision of the light sensor. \
            The command suggests the thresholds that would have spared most corrections, without \
            changing decisions that you left alone and without changes that are reversed within \
            minutes. It needs 3 corrections on 2 days, and changes nothing; --apply shows the \
            changed lines of the configuration and asks.

            Without --from it reads the history of the daemon, whose length is history.days.

              appearancectl suggest
              appearancectl suggest --from monday.jsonl tuesday.jsonl --apply
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Run recordings of appearanced --record; without it, the history.",
            valueName: "recording"),
        completion: .record)
    var from: [String] = []

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Change the configuration, after a question.")
    var apply = false

    @Flag(name: .shortAndLong, help: "With --apply: do not ask.")
    var yes = false

    func validate() throws {
        guard apply || !yes else { throw ValidationError("--yes needs --apply") }
        guard !(json && apply) else {
            throw ValidationError("--json and --apply exclude each other")
        }
    }

    func run() throws {
        let options = try EngineOptions.parse([])
        let configuration = try options.configuration()
        let courses =
            try from.isEmpty
            ? [course(configuration, options)]
            : from.map(Self.course(of:)).sorted { $0.startedAt < $1.startedAt }
        let present = courses.last?.lastAmbient ?? configuration.ambient
        let suggestion = ThresholdSuggestion(courses, from: present)
        let report = SuggestionReport(suggestion: suggestion)
        guard !json else { return StandardOutput.json(report.json) }
        report.lines.forEach(StandardOutput.line)
        guard !report.changes.isEmpty else { return }
        guard apply else {
            return StandardOutput.line("Apply it with the same command and --apply.")
        }
        try change(report.changes)
    }

    /// Returns the history of the daemon, with the present settings.
    private func course(
        _ configuration: Configuration, _ options: EngineOptions
    ) throws -> RecordedCourse {
        let zone = try options.zone(configuration)
        let settings = EngineSettings(
            configuration, options.sunPlace(configuration, zone), zone: zone.rules)
        return RecordedCourse(try LogCommand.history(), settings)
    }

    private static func course(of file: String) throws(CommandLineError) -> RecordedCourse {
        let bytes = try FileReading.bytes(of: file, limit: 256 * 1024 * 1024)
        do throws(LineError) {
            let (history, settings) = try History.ofRun(bytes)
            return RecordedCourse(history, settings)
        } catch {
            throw CommandLineError("\(file), \(error).")
        }
    }

    private func change(_ changes: [ConfigurationEdit.Change]) throws {
        let change = try ConfigCommand.place.draft().change(changes)
        guard change.after != change.before else {
            return StandardError.line("appearancectl: \(change.path) has these values already.")
        }
        try change.confirm(without: yes ? nil : "appearancectl suggest --apply --yes") {
            () throws(SettingsError) in
            try ConfigCommand.place.draft().change(changes)
        }
    }
}

/// A suggestion as it is printed.
struct SuggestionReport {
    let suggestion: ThresholdSuggestion

    var changes: [ConfigurationEdit.Change] { difference.changes }

    private var difference: AmbientDifference {
        AmbientDifference(from: suggestion.before, to: suggestion.after)
    }

    var json: JSON {
        [
            "corrections": .integer(Int64(suggestion.corrections)),
            "spared": .integer(Int64(suggestion.spared)),
            "changes_before": .integer(Int64(suggestion.changesBefore)),
            "changes_after": .integer(Int64(suggestion.changesAfter)),
            "reversals_after": .integer(Int64(suggestion.reversalsAfter)),
            "ambient": ambient,
        ]
    }

    /// The suggested settings as in a configuration file; empty if nothing is suggested.
    private var ambient: JSON {
        guard suggestion.refusal == nil else { return [:] }
        let thresholds = suggestion.after.thresholds
        return [
            "dark_below": .real(thresholds.darkBelow), "light_above": .real(thresholds.lightAbove),
        ]
    }

    var lines: [String] {
        if let refusal = suggestion.refusal { return ["Nothing to suggest: \(text(refusal))"] }
        return ["Suggested settings:"] + difference.lines + [
            "",
            "\(suggestion.spared) of \(suggestion.corrections.counted("correction")) spared, \(changeText),"
                + " \(reversalText) within 5 minutes.",
        ]
    }

    private var changeText: String {
        let more = suggestion.changesAfter - suggestion.changesBefore
        if more == 0 { return "as many changes (\(suggestion.changesAfter))" }
        return "\(abs(more).counted("change")) \(more > 0 ? "more" : "fewer")"
    }

    private var reversalText: String {
        suggestion.reversalsAfter == 0 ? "none reversed" : "\(suggestion.reversalsAfter) reversed"
    }

    private func text(_ refusal: ThresholdSuggestion.Refusal) -> String {
        switch refusal {
        case .tooFew(let corrections, let days):
            "\(corrections.counted("correction")) on \(days.counted("day")) found,"
                + " \(ThresholdSuggestion.fewestCorrections) on \(ThresholdSuggestion.fewestDays) days"
                + " needed."
        case .percent:
            "the sensor reports percent of its range; set [ambient.percent] by hand."
        case .noRoom:
            "the other settings leave no room for thresholds between 10 and 1,000 lux; see"
                + " ambient.night_above and ambient.self_light."
        }
    }
}
