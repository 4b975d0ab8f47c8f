import AppearanceEngine
import AppearanceModel

/// The changes that recorded light would have caused with some settings, without any choice.
struct SuggestionTrial {
    /// The time within which a change back counts as a reversal.
    private static let reversal = Microseconds.minutes(5)

    let ambient: AmbientSettings
    private(set) var changes = 0
    private(set) var reversals = 0
    /// The number of corrections at whose time the appearance is the chosen one.
    private(set) var spared = 0

    private var isLight = false
    /// The start of the time for which the light has asked for the other side.
    private var pendingSince: WallTime?
    private var lastChange: WallTime?

    init(_ ambient: AmbientSettings, on courses: [RecordedCourse]) {
        self.ambient = ambient
        for course in courses { replay(course) }
    }

    private mutating func replay(_ course: RecordedCourse) {
        let (levels, thresholds) = (course.levels, ambient.thresholds)
        let first = levels.lazy.compactMap(\.light?.value).first ?? 0
        isLight = first * first >= thresholds.darkBelow * thresholds.lightAbove
        (pendingSince, lastChange) = (nil, nil)
        var corrections = course.corrections[...]
        for (index, level) in levels.enumerated() {
            let next = index + 1 < levels.count ? levels[index + 1].at : .calendarEnd
            let wasLight = isLight
            let change = change(in: level, until: next)
            while let correction = corrections.first, correction.at < next {
                corrections.removeFirst()
                let shown = change.map { correction.at < $0 } ?? false ? wasLight : isLight
                if shown == (correction.tone == .light) { spared += 1 }
            }
        }
    }

    /// Makes the change that is due before the next level, and returns its time.
    private mutating func change(in level: History.Level, until next: WallTime) -> WallTime? {
        guard let light = level.light, light.unit == .lux,
            isLight
                ? light.value <= ambient.thresholds.darkBelow
                : light.value >= ambient.thresholds.lightAbove
        else {
            pendingSince = nil
            return nil
        }
        let since = pendingSince ?? level.at
        pendingSince = since
        var due = since + (isLight ? ambient.dwell.lightToDark : ambient.dwell.darkToLight)
        if let lastChange { due = max(due, lastChange + ambient.reversalGap) }
        guard due < next else { return nil }
        changes += 1
        if let lastChange, due - lastChange < Self.reversal { reversals += 1 }
        (isLight, pendingSince, lastChange) = (!isLight, nil, due)
        return due
    }
}
