// Sentences for light that decides, and for a change that waits.
import AppearanceModel

extension Reasoning {
    /// The present light, or the last one: `412 lux`, `12 lux from desk-lamp`, `6 % from the sensor`, and where
    /// there are several sensors `412 lux from als (lid)`.
    var levelWords: String {
        let present = light.level
        let level = present ?? light.lastLevel ?? LightReading(value: 0, unit: light.unit)
        let words = varying(ExplanationFormatter.light(level.value, level.unit))
        if let source = present == nil ? light.lastSource : light.report?.source {
            return "\(words) from \(ExplanationFormatter.name(source))"
        }
        if present != nil, let label = light.sensorRole.label { return "\(words) from \(label)" }
        switch level.unit {
        case .lux: return words
        case .percent: return "\(words) from the sensor"
        }
    }

    /// The thresholds in the unit of the light.
    var thresholds: Thresholds { settings.ambient.thresholds(in: light.unit) }

    // MARK: Light that decides

    var lightSentence: String {
        let night =
            appearance == .night && settings.ambient.nightNeeds == .schedule
            ? "; it is night by the schedule"
            : decision.previous == .night && appearance == .dark && light.dwell.level == .night
                && phase != .night ? "; it is not in the night hours" : ""
        return "\(shown): \(levelWords)\(varying(crossedThreshold))\(night)."
            + (changes.map { " \($0)." } ?? "")
    }

    /// The threshold that the level is beyond: `, above 80`.
    private var crossedThreshold: String {
        let threshold =
            switch appearance {
            case .light: thresholds.lightAbove
            case .night where settings.ambient.nightNeeds != .schedule: thresholds.nightBelow
            case .dark, .night: thresholds.darkBelow
            }
        let value = light.level?.value ?? 0
        let isUp = appearance == .light
        guard isUp ? value >= threshold : value <= threshold else { return "" }
        let words = ExplanationFormatter.lux(threshold)
        return ExplanationFormatter.lux(value) == words
            ? ", \(words) or \(isUp ? "more" : "less")" : ", \(isUp ? "above" : "below") \(words)"
    }

    /// The changes by light and schedule: `Light above 80 lux, night at 22:30`.
    private var changes: String? {
        var changes = crossings
        if let next {
            let time = "at \(next.boundary.map(formatter.boundary) ?? formatter.time(next.at))"
            if let same = changes.firstIndex(where: { $0.target == next.appearance }) {
                changes[same].when += " or \(time)"
            } else {
                changes.append((next.appearance, time))
            }
        }
        let words = changes.map { "\($0.target.rawValue) \($0.when)" }.joined(separator: ", ")
        return words.isEmpty ? nil : words.capitalizedFirst
    }

    /// The thresholds beyond which the appearance would be another one, each with that one.
    private var crossings: [(target: Appearance, when: String)] {
        func crossing(
            _ level: Appearance, _ side: String, _ threshold: KeyPath<Thresholds, Double>
        ) -> (target: Appearance, when: String)? {
            let target = rules.appearance(forLight: level)
            let limit = ExplanationFormatter.light(thresholds[keyPath: threshold], light.unit)
            return target == appearance ? nil : (target, "\(side) \(limit)")
        }
        switch light.dwell.level {
        case .light: return [crossing(.dark, "below", \.darkBelow)].compactMap(\.self)
        case .dark:
            return [
                crossing(.light, "above", \.lightAbove), crossing(.night, "below", \.nightBelow),
            ]
            .compactMap(\.self)
        case .night:
            let up =
                crossing(.dark, "above", \.nightAbove) ?? crossing(.light, "above", \.lightAbove)
            return [up].compactMap(\.self)
        }
    }

    // MARK: A change that waits

    /// The sentence for a change that the light asks for and that must last; `nil` if there is none.
    var waitingSentence: String? {
        if !isLightLost, let waiting {
            let when =
                waiting.due > now.boot || omitsNumbers
                ? "in \(countdown(to: waiting.due))" : "with the next reading"
            return "Still \(appearance.rawValue): \(levelWords) would be"
                + " \(waiting.target.rawValue); changes \(when)."
        }
        // Between two readings, a change may not have started to wait.
        guard decision.source == .light, let level = levelWithoutDelay,
            case let target = rules.appearance(forLight: level), target != appearance
        else { return nil }
        if light.dwell.isSwinging(at: now.boot) {
            return
                "Still \(appearance.rawValue): \(levelWords) would be \(target.rawValue), but this"
                + " light follows the appearance; changes once the light differs."
        }
        if let due = light.confirmationDue, due > now.boot {
            return "Still \(appearance.rawValue): \(levelWords) would be \(target.rawValue)"
                + " once it is reported again."
        }
        let dwell = rules.dwell(from: appearance, to: target)
        return "Still \(appearance.rawValue): \(levelWords) would be \(target.rawValue)"
            + " if it lasts \(dwell.words)."
    }

    /// Whether light alone would ask for another appearance, which the schedule prevents; light is
    /// then not the reason.
    var isAgainstLight: Bool {
        guard let levelWithoutDelay else { return false }
        return rules.lightVote(for: levelWithoutDelay) != appearance
    }

    /// The appearance for the present level without dwell times; `nil` without light.
    private var levelWithoutDelay: Appearance? {
        guard let value = light.level?.value else { return nil }
        let isUp = value >= thresholds.lightAbove
        return switch light.dwell.level {
        case .light where value <= thresholds.nightBelow: .night
        case .light: value <= thresholds.darkBelow ? .dark : .light
        case .dark where value <= thresholds.nightBelow: .night
        case .dark: isUp ? .light : .dark
        case .night where value >= thresholds.nightAbove: isUp ? .light : .dark
        case .night: .night
        }
    }
}
