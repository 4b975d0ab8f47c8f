internal import AppearanceModel

// Values of the model as text for people.

extension LightReading {
    /// The level with its unit: `412 lux`, `12.5 lux`, `0.35 lux`, `40 %`.
    var text: String { unit.text(value) }
}

extension LightUnit {
    func text(_ value: Double) -> String {
        switch self {
        case .lux: "\(figures(value)) lux"
        case .percent: "\(figures(value)) %"
        }
    }
}

/// Returns a number with at most three figures, or all those before the point; a small one has two.
func figures(_ value: Double) -> String {
    guard value.magnitude < 100 else {
        // A value larger than any `Int64` keeps its exponent.
        return Int64(exactly: value.rounded()).map { "\($0)" } ?? "\(value)"
    }
    if value.magnitude < 0.1, value != 0 { return smallFigures(value) }
    let hundredths =
        Int64((value * (value.magnitude < 10 ? 100 : 10)).rounded())
        * (value.magnitude < 10 ? 1 : 10)
    let sign = hundredths < 0 ? "-" : ""
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
}

/// Returns a number below 0.1 with two figures: `0.001`, `0.012`.
private func smallFigures(_ value: Double) -> String {
    var places = 2
    var scaled = value.magnitude * 100
    while scaled < 9.95, places < 9 {
        places += 1
        scaled *= 10
    }
    let digits = String(Int64(scaled.rounded()))
    var decimals = String(repeating: "0", count: max(0, places - digits.count)) + digits
    while decimals.last == "0" { decimals.removeLast() }
    return decimals.isEmpty ? "0" : (value < 0 ? "-0." : "0.") + decimals
}

extension Mode {
    /// The mode at the beginning of a sentence.
    var capitalized: String { rawValue.capitalizedFirst }
}

extension String {
    /// The text with a capital letter.
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension Reason {
    /// The end of a sentence such as "dark since 21:04, ".
    var phrase: String {
        switch self {
        case .sensor: "by the light"
        case .schedule: "by the schedule"
        case .manual: "as you chose"
        case .inhibited: "unchanged while paused or inhibited"
        case .startup: "decided at startup"
        }
    }
}

extension SensorState {
    var phrase: String {
        switch self {
        case .none: "none in use"
        case .warming: "warming up: too few readings so far"
        case .trusted: "trusted"
        // The time depends on sensor.poll, and `why` names it.
        case .stale: "stale: its readings have stopped; its last level is still in effect"
        case .distrusted: "not trusted: the schedule decides (see: appearancectl sensors)"
        }
    }
}
