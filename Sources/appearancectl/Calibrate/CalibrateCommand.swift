internal import AppearanceModel
internal import AppearanceProtocol
internal import ArgumentParser
internal import Console
internal import DaemonClient
internal import Diagnosis
internal import Glibc
internal import SettingsFile

struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Measure bright, dim and dark light, and propose thresholds for this room.",
        discussion: """
            It asks for bright light, dim light, a dark room and a white screen in it, and measures \
            each when you press Enter. Of light that a program reports it takes the next report, and \
            of a level that you report yourself the one of this step. Then it proposes thresholds between them, and the light of the \
            screen itself to subtract. It shows the changed lines of the configuration and asks; \
            nothing is written before. Meanwhile the appearance stays as it is.

            On a terminal it shows the light against its thresholds, live. Elsewhere it prints lines, \
            and without a terminal to ask, the proposal is printed and nothing is written.
            """)

    @Flag(help: "Print plain lines on a terminal, too.")
    var plain = false

    @Flag(name: .shortAndLong, help: "Write the proposal without a question.")
    var yes = false

    func run() throws {
        let socket = try DaemonSocket.ofThisSession()
        let status = try Request.getStatus.status()
        guard status.sensor != .none || status.reported != nil else { throw Self.noSensor }
        let draft = try ConfigCommand.place.draft()
        let rationale = try Rationale(Request.explain.reply("explanation"))
        var calibration = Calibration(
            of: status, in: rationale.light.unit, draft.configuration.ambient)
        // The daemon ends the inhibition when this connection closes, however this program ends.
        let inhibition = try DaemonConnection.inhibiting(
            .inhibit(who: "appearancectl", why: "calibrating the sensor"))
        if !plain, TerminalScreen.isAvailable, TerminalScreen.hasKeys {
            var screen = try LiveScreen(CalibrationView(calibration), of: socket)
            if let signal = try screen.run() { LiveSignals.exit(by: signal) }
            calibration = screen.picture.calibration
        } else {
            try measureByLines(&calibration, socket)
        }
        withExtendedLifetime(inhibition) {}
        guard calibration.next == nil else { return StandardOutput.line("Nothing was changed.") }
        try propose(calibration)
    }

    private static let noSensor = CommandLineError(
        """
        there is no light sensor to calibrate, and no program reports light: the schedule decides.
        See every sensor and its problem: appearancectl sensors
        Ways to report light without one: docs/desktop-pc.md, and appearancectl help feed
        """)

    // MARK: Lines

    /// Measures each step after a line of standard input.
    private func measureByLines(_ calibration: inout Calibration, _ socket: DaemonSocket) throws {
        // While it is watched, the light is read even if it does not decide.
        let watch = try DaemonConnection(to: socket)
        try watch.send(Call(.watch(light: true), replies: .many))
        defer { withExtendedLifetime(watch) {} }
        var asked: Calibration.Step?
        while let step = calibration.next {
            if step != asked {
                StandardOutput.line("\(step.name): \(step.instruction(isFilled: false))")
            }
            asked = step
            StandardOutput.line("Press Enter to measure; b and Enter goes back, q and Enter quits.")
            guard let answer = readLine() else {
                throw CommandLineError(
                    "standard input ended before \(step.name) was measured; nothing was changed.")
            }
            if answer == "q" { return }
            if answer == "b" {
                calibration.goBack()
                continue
            }
            let level = try measure(calibration)
            if let problem = calibration.add(level) {
                StandardOutput.line(problem.text(calibration.unit))
            } else {
                let text = calibration.unit.text(level)
                StandardOutput.line("\(step.rawValue): \(text)\n")
            }
        }
    }

    private func measure(_ calibration: Calibration) throws -> Double {
        var measurement = calibration.measurement()
        calibration.requestLevel()
        var isToldToWait = false
        while true {
            let requested = ContinuousClock.now
            let rationale = try Rationale(Request.explain.reply("explanation"))
            measurement.add(rationale, in: calibration.unit, requested: requested)
            if let level = measurement.result { return level }
            guard !measurement.hasFailed else {
                throw CommandLineError(
                    calibration.source == nil
                        ? "the sensor gives no readings; nothing was changed.\nSee: appearancectl sensors"
                        : "no light is reported any more; nothing was changed.")
            }
            if measurement.isWaitingForReport, !isToldToWait, let text = calibration.waitText {
                StandardOutput.line(text)
                isToldToWait = true
            }
            poll(nil, 0, 1000)
        }
    }

    // MARK: The proposal

    private func propose(_ calibration: Calibration) throws {
        let levels = calibration.steps.compactMap { step in
            calibration.levels[step].map {
                "\(step.rawValue) \(calibration.unit.text($0))"
            }
        }
        StandardOutput.line("Measured: \(levels.joined(separator: ", ")).")
        let proposal = calibration.proposal
        let notes =
            calibration.remark(on: proposal)?.text(calibration.unit).wrapped(to: Terminal.width)
            ?? []
        guard let proposal else {
            throw CommandLineError("\(notes.joined(separator: "\n"))\nNothing was changed.")
        }
        notes.forEach(StandardOutput.line)
        let difference = AmbientDifference(from: calibration.present, to: proposal)
        guard !difference.changes.isEmpty else {
            return StandardOutput.line("The present settings fit these levels; nothing to change.")
        }
        (["Suggested settings:"] + difference.lines + [""]).forEach(StandardOutput.line)
        guard yes || Question.isPossible else {
            return StandardOutput.line("Nothing was changed. Apply it:\n  \(difference.command)")
        }
        let change = try ConfigCommand.place.draft().change(difference.changes)
        try change.confirm(without: yes ? nil : difference.command) {
            () throws(SettingsError) in
            try ConfigCommand.place.draft().change(difference.changes)
        }
    }
}
