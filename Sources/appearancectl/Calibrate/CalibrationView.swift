internal import AppearanceModel
internal import AppearanceProtocol
internal import Console
internal import Diagnosis

/// The picture of `appearancectl calibrate` on a terminal.
struct CalibrationView: LivePicture {
    let followsReadings = true
    private(set) var calibration: Calibration
    private(set) var isGivenUp = false
    private var thresholds: Thresholds?
    private var light: LightReading?
    private var sensor = SensorState.none
    private var measurement: Measurement?
    /// The reason for which the last measurement is of no use.
    private var problem: String?
    /// The error of the daemon, if any.
    private var notice: String?

    init(_ calibration: Calibration) { self.calibration = calibration }

    var isFinished: Bool { isGivenUp || calibration.next == nil }

    mutating func follow(_ status: Snapshot, now: WallTime) {
        sensor = status.sensor
        notice = nil
    }

    mutating func follow(_ rationale: Rationale, requested: ContinuousClock.Instant) {
        thresholds = rationale.light.thresholds
        light = rationale.reading(in: calibration.unit)
        measurement?.add(rationale, in: calibration.unit, requested: requested)
        guard let measurement else { return }
        if measurement.hasFailed {
            problem = "The sensor gives no readings (\(sensor.phrase))."
            self.measurement = nil
        } else if let level = measurement.result {
            problem = calibration.add(level)?.text(calibration.unit)
            self.measurement = nil
        }
    }

    mutating func show(notice: String) {
        self.notice = notice
        measurement = nil
    }

    mutating func press(_ keys: [UInt8]) {
        for key in keys {
            switch key {
            case UInt8(ascii: "q"): isGivenUp = true
            case UInt8(ascii: "b"):
                (measurement, problem) = (nil, nil)
                calibration.goBack()
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                guard notice == nil, measurement == nil else { continue }
                (measurement, problem) = (calibration.measurement(), nil)
                calibration.requestLevel()
            case _: break
            }
        }
    }

    // MARK: Lines

    func lines(width: Int, now: WallTime) -> [StyledLine] {
        let columns = min(max(width, 20), 200)
        guard let step = calibration.next else { return [] }
        let filled = Terminal.hasColours ? step.fill : nil
        let number = (calibration.steps.firstIndex(of: step) ?? 0) + 1
        let head = StyledLine(
            "calibrate: \(step.name), step \(number) of \(calibration.steps.count)", .strong)
        let text = step.instruction(isFilled: filled != nil).wrapped(to: columns)
        let problems = [notice, problem].compactMap(\.self).flatMap { $0.wrapped(to: columns) }
        let lines =
            [head, StyledLine("")] + text.map { StyledLine($0) } + [StyledLine("")]
            + bar(columns) + [StyledLine("")] + list(step)
            + problems.map { StyledLine($0, .doubtful) }
            + (problems.isEmpty ? [] : [StyledLine("")])
            + [
                StyledLine(
                    "Enter measures, b goes back, q or Ctrl-C quits without a change", .faint)
            ]
        return filled.map { style in lines.filled(with: style, width, Terminal.rows) } ?? lines
    }

    private func bar(_ columns: Int) -> [StyledLine] {
        guard let light else {
            return [StyledLine("light  no reading (\(sensor.phrase))", .doubtful)]
        }
        return LightBar(light: light, thresholds: thresholds, style: calibration.appearance.style)
            .lines(width: columns)
    }

    private func list(_ present: Calibration.Step) -> [StyledLine] {
        calibration.steps.map { step in
            let label = StyledLine(step.rawValue.padded(to: 8), .faint)
            if let level = calibration.levels[step] {
                return label + StyledLine(calibration.unit.text(level))
            }
            guard step == present, let measurement else { return label + StyledLine("–", .faint) }
            if measurement.isWaitingForReport, let text = calibration.waitText {
                return label + StyledLine(text, .doubtful)
            }
            let count = measurement.readings.count
            return label + StyledLine("measuring: \(count) of \(Measurement.fewest)", .doubtful)
        } + [StyledLine("")]
    }
}

extension Calibration {
    /// The report that a measurement waits for; `nil` for a sensor.
    var waitText: String? {
        source.map { source in
            let option = source == "appearancectl" ? "" : " --source \(source.shellWord)"
            return
                "waiting for the next report of \(source.excerpt), or: appearancectl feed LUX\(option)"
        }
    }
}

extension Calibration.Step {
    /// The light, as a heading.
    var name: String {
        switch self {
        case .bright: "bright light"
        case .dim: "dim light"
        case .dark: "a dark room"
        case .screen: "the screen's own light"
        }
    }

    /// Returns the task of the user, who colours the screen unless this program fills the terminal.
    func instruction(isFilled: Bool) -> String {
        switch self {
        case .bright:
            "Make the room as bright as it is when you want a light desktop: by daylight, or with all"
                + " lamps on."
        case .dim:
            "Dim the light to the brightest at which you want a dark desktop, such as one lamp."
        case .dark:
            "Make the room dark: lamps off, curtains closed. Set the screen to the brightness of your"
                + " evenings, and make "
                + (isFilled
                    ? "this window as large as the screen; it is black now."
                    : "a black window as large as the screen.")
        case .screen:
            "Leave the room dark and the screen as bright as it is. "
                + (isFilled
                    ? "This window is white now: the sensor may see the light of the screen itself."
                    : "Show a white window as large as the screen, whose light the sensor may see.")
        }
    }

    /// The colours of the whole terminal; `nil` for those of the user.
    fileprivate var fill: StyledLine.Style? {
        switch self {
        case .bright, .dim: nil
        case .dark: .onBlack
        case .screen: .onWhite
        }
    }
}

extension [StyledLine] {
    /// Returns the lines in one style, with the rest of the terminal in it too.
    fileprivate func filled(
        with style: StyledLine.Style, _ columns: Int, _ rows: Int
    ) -> [StyledLine] {
        let texts = map { $0.parts.map(\.text).joined() }
        let blank = Array<String>(repeating: "", count: Swift.max(0, rows - count))
        return (texts + blank).map { StyledLine($0.padded(to: columns), style) }
    }
}

extension Calibration.Problem {
    /// Returns the problem with what to do, as sentences.
    func text(_ unit: LightUnit) -> String {
        switch self {
        case .tooDark(let level, let least):
            "\(unit.text(level)) is too dark for bright light: it must be at least"
                + " \(unit.text(least)). Make it brighter, or move the sensor into the light."
        case .tooBright(let level, let most):
            "\(unit.text(level)) is too bright for dim light: it must be at most"
                + " \(unit.text(most)). Make it darker."
        case .noDifference(let level, let step, let other, let limit):
            "The sensor did not see a difference: \(unit.text(level)) now, and"
                + " \(unit.text(other)) in \(step.rawValue) light. Make it darker than"
                + " \(unit.text(limit)), or go back."
        }
    }
}

extension Calibration.Remark {
    /// Returns the remark as a sentence.
    func text(_ unit: LightUnit) -> String {
        switch self {
        case .noProposal(let bright, let isWithoutScreen, let dim):
            """
            Bright and dim light differ too little for thresholds between them: \
            \(unit.text(bright))\(isWithoutScreen ? " without the screen's own light" : "") \
            and \(unit.text(dim)).
            """
        case .screenUnseen: "The sensor does not see the screen's own light."
        case .screenSubtracted(let light):
            "The sensor sees \(unit.text(light)) of the screen itself, which is subtracted."
        case .screenSubtractedPartly(let light, let subtracted):
            """
            The sensor sees \(unit.text(light)) of the screen itself, of which \
            \(unit.text(subtracted)) are subtracted: with more, a constant light would change the \
            appearance again and again between these thresholds.
            """
        case .screenAboveThreshold(let light):
            """
            The sensor sees \(unit.text(light)) of the screen itself, above ambient.dark_below: the \
            screen alone would keep the desktop light in a dark room. ambient.self_light.light \
            subtracts it, which is exact only at this brightness of the screen.
            """
        }
    }
}
