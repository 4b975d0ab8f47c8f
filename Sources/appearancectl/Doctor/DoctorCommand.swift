internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import Diagnosis
internal import Glibc
internal import Linux

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems that keep the desktop from following, and print the fix of each.",
        discussion: """
            It changes nothing and starts nothing. Problems come first, each with its cause and the \
            command that fixes it. With --json it prints an array with one object for each finding:

              appearancectl doctor --json | jq -r '.[].fix // empty'

            Exit status: 0, or 1 if something is broken.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let diagnosis = Diagnosis(.gathered())
        if json {
            StandardOutput.json(.array(diagnosis.findings.map { $0.finding.json(of: $0.check) }))
        } else {
            let home = CurrentProcess.variable("HOME") ?? ""
            DiagnosisText(width: Terminal.width, home: home).lines(diagnosis)
                .forEach(StandardOutput.verbatim)
        }
        if !diagnosis.findings(.broken).isEmpty { ExitStatus.refused.exit() }
    }
}

/// The output of `appearancectl doctor`: problems first, then a table of the other findings.
struct DiagnosisText {
    /// The width of a line of prose, in characters.
    let width: Int
    /// The home directory, which prose abbreviates as `~`; commands keep it.
    let home: String

    func lines(_ diagnosis: Diagnosis) -> [StyledLine] {
        let problems = diagnosis.findings(.broken) + diagnosis.findings(.warning)
        return problems.flatMap { problem($0.check, $0.finding) + [StyledLine("")] }
            + table(diagnosis.findings(.ok) + diagnosis.findings(.skipped))
            + [StyledLine(""), Self.summary(diagnosis)]
    }

    // MARK: Problems

    private func problem(_ check: String, _ finding: Finding) -> [StyledLine] {
        [
            StyledLine(finding.status.rawValue, finding.status.style)
                + StyledLine("  \(check)", .strong)
        ]
            + indented(finding.sentence, "  ", "  ")
            + indented(finding.cause, "  cause: ", "         ")
            // A command is for copying, so it is never wrapped.
            + (finding.fix.isEmpty
                ? [] : [StyledLine("  fix:   ") + StyledLine(finding.fix, .strong)])
    }

    private func indented(_ text: String, _ first: String, _ others: String) -> [StyledLine] {
        shortened(text).wrapped(to: width - first.count).enumerated().map { index, line in
            StyledLine((index == 0 ? first : others) + line)
        }
    }

    // MARK: Other findings

    /// Returns the text with the home directory abbreviated.
    private func shortened(_ text: String) -> String {
        home.count > 1 ? text.replacing(home + "/", with: "~/") : text
    }

    private func table(_ findings: [(check: String, finding: Finding)]) -> [StyledLine] {
        let column = findings.map(\.check.count).max() ?? 0
        return findings.flatMap { check, finding in
            let status = finding.status.rawValue.padded(to: Finding.Status.longest)
            let lines = shortened(finding.sentence)
                .wrapped(to: width - Finding.Status.longest - column - 4)
            let indent = String(repeating: " ", count: Finding.Status.longest + column + 4)
            return lines.enumerated().map { index, line in
                index > 0
                    ? StyledLine(indent + line)
                    : StyledLine(status, finding.status.style)
                        + StyledLine("  \(check.padded(to: column))  \(line)")
            }
        }
    }

    private static func summary(_ diagnosis: Diagnosis) -> StyledLine {
        let counts = Finding.Status.allCases.compactMap { status -> String? in
            let count = diagnosis.findings(status).count
            guard count > 0 else { return nil }
            return status == .warning ? count.counted("warning") : "\(count) \(status.rawValue)"
        }
        let isBroken = !diagnosis.findings(.broken).isEmpty
        return StyledLine(counts.joined(separator: ", ") + ".", isBroken ? .bad : .strong)
    }
}

extension Finding.Status {
    fileprivate static let longest = allCases.map(\.rawValue.count).max() ?? 0

    fileprivate var style: StyledLine.Style {
        switch self {
        case .broken: .bad
        case .warning: .doubtful
        case .ok: .good
        case .skipped: .faint
        }
    }
}
