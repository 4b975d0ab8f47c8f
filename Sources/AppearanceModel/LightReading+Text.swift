extension LightReading {
    /// The level with its unit: `412 lux`, `12.5 lux`, `0.35 lux`, `40 %`.
    package var text: String { unit.text(value) }
}

extension LightUnit {
    package func text(_ value: Double) -> String {
        switch self {
        case .lux: "\(figures(value)) lux"
        case .percent: "\(figures(value)) %"
        }
    }
}

/// Returns a number with at most three figures, or all those before the point; a small one has two.
package func figures(_ value: Double) -> String {
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
