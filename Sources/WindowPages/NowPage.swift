package import AppearanceModel

/// The content of the page *Now*.
package struct NowPage: Equatable {
    /// One input of the decision.
    package struct Detail: Equatable {
        package let name: String
        /// The appearance that it asks for, with its weight.
        package let vote: String
        /// The reason, which is the daemon's own English.
        package let why: String
    }

    /// A problem that is in effect as long as the banner is shown.
    package enum Banner: Equatable {
        /// The configuration is invalid; with the first problem as the daemon describes it.
        case invalidConfiguration(String)
        /// The daemon's warning, in English.
        case warning(String)

        package var remedy: Remedy {
            switch self {
            case .invalidConfiguration: .openConfiguration
            case .warning: .showProblems
            }
        }

        package func text(_ format: PageFormatter) -> String {
            switch self {
            case .invalidConfiguration(let problem):
                format.tr(
                    "The configuration has an error; other settings stay in effect: %s"
                ).filled(problem)
            case .warning(let text): text
            }
        }
    }

    /// The action that helps against a problem.
    package enum Remedy: Equatable, Sendable {
        /// Opens the file, in which the error is.
        case openConfiguration
        /// Shows the problems with their repairs.
        case showProblems

        package func title(_ format: PageFormatter) -> String {
            switch self {
            case .openConfiguration: format.tr("Open the File")
            case .showProblems: format.tr("Show the Problems")
            }
        }
    }

    /// The chosen mode; `nil` if the daemon does not run.
    package let mode: Mode?
    /// The appearance in effect, as a heading.
    package let heading: String
    package let sentence: String
    /// The end of a chosen mode, as a button; `nil` in `auto`.
    package let end: String?
    package let isPaused: Bool
    /// Whether the next automatic change can be skipped.
    package let canSkip: Bool
    /// The meaning of the pause, as the second line of its row.
    package let pause: String
    package let banner: Banner?
    package let bar: DayBar?
    package let details: [Detail]

    /// The page of a running daemon; without one, the page that says so.
    package init(_ state: ServiceState?, at now: WallTime, _ format: PageFormatter) {
        let tr = format.tr
        sentence = (state?.sentence(at: now) ?? .notRunning).text(format)
        bar = state?.schedule.map { DayBar($0, at: now) }
        guard let state else {
            (mode, heading, end, banner, details) = (nil, tr("Not running"), nil, nil, [])
            (isPaused, canSkip, pause) = (false, false, "")
            return
        }
        let status = state.status
        mode = status.mode
        heading = format.title(status.appearance)
        end =
            status.mode == .auto
            ? nil
            : status.until.map { tr("Until %s").filled(format.time($0)) }
                ?? tr("Until you change it")
        isPaused = status.paused
        canSkip = status.mode == .auto && !status.paused
        pause =
            !status.paused
            ? tr("The desktop changes by itself")
            : status.pausedUntil.map { tr("Nothing changes until %s").filled(format.time($0)) }
                ?? tr("Nothing changes until you turn this off")
        banner =
            status.configurationError.map(Banner.invalidConfiguration)
            ?? status.warning.map(Banner.warning)
        details = state.rationale?.inputs.map { Detail($0, format) } ?? []
    }
}

extension NowPage.Detail {
    fileprivate init(_ input: Rationale.Input, _ format: PageFormatter) {
        let tr = format.tr
        name =
            switch input.name {
            case "manual": tr("Chosen by hand")
            case "pause": tr("Paused")
            case "sensor": tr("Light sensor")
            case "fed": tr("Reported light")
            case "schedule": tr("Sun and clock")
            case "manners": tr("In use")
            case _: input.name
            }
        let vote = input.vote.map(format.title) ?? "–"
        self.vote = input.weight == .decides ? tr("%s, decides").filled(vote) : vote
        why = input.why
    }
}

extension ServiceState {
    /// The explanation with every input in English, for a bug report.
    package var report: String {
        let inputs = rationale?.inputs.map { input in
            let vote = input.vote?.rawValue ?? "-"
            return "  \(input.name): \(vote), \(input.weight.rawValue): \(input.why)"
        }
        return ([status.explanation] + (inputs ?? [])).joined(separator: "\n") + "\n"
    }
}
