// Sentences for light that decides, and for a change that waits.
import AppearanceModel

extension Reasoning {
    /// The present light, or the last one: `412 lux`, `12 lux from desk-lamp`, `6 % from the sensor`, and where
    /// there are several sensors `412 lux from als (lid)`.
    var levelWords: String { words(of: light.level) }

    /// The words of a present level; with `nil`, of the last one.
    func words(of present: LightReading?) -> String {
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
                && phase != .night ? "; these are not the night hours" : ""
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
        var changes = crossings.map { crossing in
            let limit = ExplanationFormatter.light(crossing.level, light.unit)
            return (target: crossing.appearance, when: "\(crossing.side.rawValue) \(limit)")
        }
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
    var crossings: [Rationale.Crossing] {
        func crossing(
            _ level: Appearance, _ side: Rationale.Crossing.Side,
            _ threshold: KeyPath<Thresholds, Double>
        ) -> Rationale.Crossing? {
            let target = rules.appearance(forLight: level)
            return target == appearance
                ? nil
                : Rationale.Crossing(
                    appearance: target, side: side, level: thresholds[keyPath: threshold])
        }
        switch light.dwell.level {
        case .light: return [crossing(.dark, .below, \.darkBelow)].compactMap(\.self)
        case .dark:
            return [
                crossing(.light, .above, \.lightAbove), crossing(.night, .below, \.nightBelow),
            ]
            .compactMap(\.self)
        case .night:
            let up =
                crossing(.dark, .above, \.nightAbove) ?? crossing(.light, .above, \.lightAbove)
            return [up].compactMap(\.self)
        }
    }

    // MARK: A change that waits

    /// The sentence for a change that the light asks for and that must last; `nil` if there is none.
    var waitingSentence: String? {
        guard let change = changeThatWaits else { return nil }
        let words = "Still \(appearance.rawValue): \(levelWords) would be \(change.target.rawValue)"
        return switch change.condition {
        case .due(let due):
            words + "; changes "
                + (due > now.boot || omitsNumbers
                    ? "in \(countdown(to: due))" : "with the next reading") + "."
        case .swinging:
            words + ", but this light follows the appearance; changes once the light differs."
        case .confirmation: words + " once it is reported again."
        case .dwell(let dwell): words + " if it lasts \(dwell.words)."
        }
    }

    /// The same as a clause of an input: `, which is light if it lasts 15 s`; `nil` if there is none.
    var waitingClause: String? {
        guard let change = changeThatWaits else { return nil }
        let target = change.target.rawValue
        return switch change.condition {
        case .due(let due):
            due > now.boot
                ? ", which is \(target) in \(countdown(to: due))"
                : ", which is \(target) with the next reading"
        case .swinging: ", which would be \(target), but follows the appearance"
        case .confirmation: ", which is \(target) once it is reported again"
        case .dwell(let dwell): ", which is \(target) if it lasts \(dwell.words)"
        }
    }

    /// The condition for a change that the light asks for.
    private enum WaitingCondition {
        case due(BootTime)
        /// The light follows the appearance.
        case swinging
        /// The source must report it again.
        case confirmation
        /// It must last.
        case dwell(Microseconds)
    }

    private var changeThatWaits: (target: Appearance, condition: WaitingCondition)? {
        if !isLightLost, let waiting { return (waiting.target, .due(waiting.due)) }
        // Between two readings, a change may not have started to wait.
        guard decision.source == .light, let level = levelWithoutDelay,
            case let target = rules.appearance(forLight: level), target != appearance
        else { return nil }
        if light.dwell.isSwinging(at: now.boot) { return (target, .swinging) }
        if let due = light.confirmationDue, due > now.boot { return (target, .confirmation) }
        return (target, .dwell(rules.dwell(from: appearance, to: target)))
    }

    /// Whether light alone would ask for another appearance, which the schedule prevents; light is
    /// then not the reason.
    var isAgainstLight: Bool {
        guard let levelWithoutDelay else { return false }
        return rules.lightVote(for: levelWithoutDelay) != appearance
    }

    /// The appearance for the present level without dwell times; `nil` without light.
    private var levelWithoutDelay: Appearance? {
        light.filteredLevel.map(light.dwell.appearance(for:))
    }
}
