internal import AppearanceProtocol
internal import ArgumentParser
internal import Glibc

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what keeps the desktop from following, and say what mends it.",
        discussion: """
            It changes nothing, and starts nothing by looking. What is broken comes first, each \
            with its cause and the command that mends it. With --json an array, one object for \
            each finding:

              appearancectl doctor --json | jq -r '.[].fix // empty'

            Exit status: 0, or 1 if something is broken.
            """)

    @Flag(help: "Print one JSON array.")
    var json = false

    func run() throws {
        let checkup = Diagnosis(.gathered())
        if json {
            StandardOutput.json(
                .array(checkup.findings.map { $0.finding.json(of: $0.check) }))
        } else {
            let home = getenv("HOME").map { String(cString: $0) } ?? ""
            CheckupText(width: Terminal.width, home: home).lines(checkup)
                .forEach(StandardOutput.line)
        }
        if !checkup.findings(.broken).isEmpty { ExitStatus.refused.exit() }
    }
}

/// What `appearancectl doctor` prints: what is to be mended first, what is well in a table below.
struct CheckupText {
    /// How many characters a line of prose may have.
    let width: Int
    /// What is written as `~`; not in commands, which a shell takes as they are.
    let home: String

    func lines(_ checkup: Diagnosis) -> [StyledLine] {
        let troubles = checkup.findings(.broken) + checkup.findings(.warning)
        return troubles.flatMap { trouble($0.check, $0.finding) + [StyledLine("")] }
            + table(checkup.findings(.ok) + checkup.findings(.skipped))
            + [StyledLine(""), Self.summary(checkup)]
    }

    // MARK: What is to be mended

    private func trouble(_ check: String, _ finding: Finding) -> [StyledLine] {
        [
            StyledLine(finding.status.rawValue, finding.status.style)
                + StyledLine("  \(check)", .strong)
        ]
            + indented(finding.finding, "  ", "  ")
            + indented(finding.cause, "  cause: ", "         ")
            // A command is for copying: it keeps its line, however long that is.
            + (finding.fix.isEmpty
                ? [] : [StyledLine("  fix:   ") + StyledLine(finding.fix, .strong)])
    }

    private func indented(
        _ text: String, _ first: String, _ others: String
    ) -> [StyledLine] {
        Paragraph.lines(shortened(text), width: width - first.count).enumerated().map {
            index, line in
            StyledLine((index == 0 ? first : others) + line)
        }
    }

    // MARK: What is well

    /// As one says a path to somebody who is at home there.
    private func shortened(_ text: String) -> String {
        home.count > 1 ? text.replacing(home + "/", with: "~/") : text
    }

    private func table(
        _ findings: [(check: String, finding: Finding)]
    ) -> [StyledLine] {
        let column = findings.map(\.check.count).max() ?? 0
        return findings.flatMap { check, finding in
            let status = finding.status.rawValue.padded(to: Finding.Status.longest)
            let lines = Paragraph.lines(
                shortened(finding.finding), width: width - Finding.Status.longest - column - 4)
            let indent = String(repeating: " ", count: Finding.Status.longest + column + 4)
            return lines.enumerated().map { index, line in
                index > 0
                    ? StyledLine(indent + line)
                    : StyledLine(status, finding.status.style)
                        + StyledLine("  \(check.padded(to: column))  \(line)")
            }
        }
    }

    private static func summary(_ checkup: Diagnosis) -> StyledLine {
        func count(_ status: Finding.Status, _ words: (Int) -> String) -> String? {
            let count = checkup.findings(status).count
            return count == 0 ? nil : words(count)
        }
        let counts = [
            count(.broken) { "\($0) broken" },
            count(.warning) { $0 == 1 ? "1 warning" : "\($0) warnings" },
            count(.ok) { "\($0) in order" },
            count(.skipped) { "\($0) could not be looked at" },
        ].compactMap(\.self).joined(separator: ", ")
        let worst = Finding.Status.allCases.first { !checkup.findings($0).isEmpty }
        return StyledLine(counts + ".", worst == .broken ? .bad : .strong)
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
