internal import AppearanceEngine
internal import AppearanceModel
internal import AppearanceRecord
internal import Console
internal import Diagnosis

/// The picture of `appearancectl watch` on a terminal.
struct LiveView: LivePicture {
    /// The number of changes shown.
    private static let listed = 6

    let followsReadings = false
    private(set) var isFinished = false
    /// The status; `nil` before the first.
    private var status: Snapshot?
    /// The inputs of the decision; `nil` if the daemon did not explain it.
    private var rationale: Rationale?
    /// When that was requested.
    private var requested = ContinuousClock.now
    /// The last changes, the newest one first.
    private var changes: [History.Change] = []
    /// Returns the state of a display in the evening; `nil` at any other time.
    var evening: (Snapshot, WallTime) -> String? = { _, _ in nil }
    /// A sentence in place of the status, while there is no daemon.
    private var notice: String?

    init(_ history: History) {
        changes = history.changes.suffix(Self.listed).reversed()
    }

    /// Follows a status: a change of the appearance or the mode is added to the list.
    mutating func follow(_ next: Snapshot, now: WallTime) {
        let newest = changes.first?.status
        let isKnown =
            newest?.appearance == next.appearance && newest?.mode == next.mode
            && newest?.paused == next.paused
        if !isKnown {
            // The first status may be older than this view, and in no history.
            let at = newest?.appearance == next.appearance ? now : next.since
            changes.insert(History.Change(at: at, status: next), at: 0)
            changes = Array(changes.prefix(Self.listed))
        }
        status = next
        notice = nil
    }

    mutating func follow(_ rationale: Rationale, requested: ContinuousClock.Instant) {
        self.rationale = rationale
        self.requested = requested
    }

    mutating func show(notice: String) { self.notice = notice }

    mutating func press(_ keys: [UInt8]) { isFinished = keys.contains(UInt8(ascii: "q")) }

    func lines(width: Int, now: WallTime) -> [StyledLine] {
        let width = min(max(width, 20), 200)
        guard let status else {
            return [StyledLine(notice ?? "waiting for appearanced", .doubtful)] + Self.closing
        }
        return head(status, width, now) + light(status, width) + dwell(status, width, now)
            + facts(status, now) + list(width, now) + Self.closing
    }

    private static let closing = [StyledLine(""), StyledLine("q or Ctrl-C quits", .faint)]

    // MARK: Parts

    private func head(_ status: Snapshot, _ width: Int, _ now: WallTime) -> [StyledLine] {
        let clock = LocalTime(now, in: ServiceZone(status.timeZone)).clockWithSeconds
        let since = " since \(status.textWithDistance(status.since, now: now))"
        let name = status.appearance.rawValue
        let gap = String(repeating: " ", count: max(1, width - name.count - since.count - 8))
        let first = StyledLine(name, .strong) + StyledLine(since + gap) + StyledLine(clock, .faint)
        let sentence = status.explanation(now: now, rationale, passed: .now - requested)
            .wrapped(to: width).map { StyledLine($0) }
        let problem = notice.map { [StyledLine($0, .doubtful)] } ?? []
        return [first] + sentence + problem
    }

    private func light(_ status: Snapshot, _ width: Int) -> [StyledLine] {
        guard let light = status.light else { return [] }
        let bar = LightBar(
            light: light, thresholds: rationale?.light.thresholds, style: status.appearance.style)
        return [StyledLine("")] + bar.lines(width: width)
    }

    /// The change that waits for its dwell time.
    private func dwell(_ status: Snapshot, _ width: Int, _ now: WallTime) -> [StyledLine] {
        guard let pending = status.pending else { return [] }
        let left = max(0, Int((pending.at - now).inSeconds.rounded(.up)))
        let text = "\(pending.appearance.rawValue) in \(left) s"
        guard let dwell = rationale?.dwell, dwell.needed > .zero else {
            return [StyledLine(""), StyledLine(text, .doubtful)]
        }
        let needed = Int(dwell.needed.inSeconds.rounded())
        let share = min(max(0, 1 - (pending.at - now).inSeconds / dwell.needed.inSeconds), 1)
        let cells = max(10, min(60, width - 36))
        let done = Int(share * Double(cells))
        return [
            StyledLine(""),
            StyledLine(text.padded(to: 16), .doubtful)
                + StyledLine(String(repeating: "█", count: done), pending.appearance.style)
                + StyledLine(String(repeating: "░", count: cells - done), .faint)
                + StyledLine("  \(max(0, needed - left)) of \(needed) s"),
        ]
    }

    private func facts(_ status: Snapshot, _ now: WallTime) -> [StyledLine] {
        var rows: [(String, String)] = [("mode", status.mode.rawValue)]
        if status.paused { rows.append(("paused", "yes; to end it: appearancectl resume")) }
        rows.append(("sensor", status.sensorText(rationale)))
        rows.append(
            ("next change", NextChangeText(status: status, why: rationale, now: now).text))
        if let evening = evening(status, now) { rows.append(("screen", evening)) }
        return [StyledLine("")]
            + rows.map { label, text in
                StyledLine(label.padded(to: 13), .faint) + StyledLine(text)
            }
    }

    private func list(_ width: Int, _ now: WallTime) -> [StyledLine] {
        guard !changes.isEmpty else { return [] }
        let times = changes.map { $0.status.text($0.at, now: now) }
        let column = times.map(\.count).max() ?? 0
        return [StyledLine(""), StyledLine("last changes", .faint)]
            + zip(changes, times).map { change, time in
                let status = change.status
                let left = width - column - 11
                return StyledLine("  \(time.padded(to: column))  ", .faint)
                    + StyledLine(status.appearance.rawValue.padded(to: 5), status.appearance.style)
                    + StyledLine("  " + String(status.explanation.prefix(max(0, left))))
            }
    }
}

/// A light level as a bar on a logarithmic scale, with the thresholds below it.
struct LightBar {
    let light: LightReading
    /// The thresholds in the unit of the light; `nil` if unknown.
    let thresholds: Thresholds?
    let style: StyledLine.Style

    /// Returns the lines for a terminal of some columns.
    func lines(width: Int) -> [StyledLine] {
        let cells = width - 2
        let scale = LightScale(low: 0.5, high: light.unit == .lux ? 2e4 : 100)
        let filled = Int((scale.place(light.value) * Double(cells)).rounded())
        let bar =
            StyledLine(String(repeating: "█", count: filled), style)
            + StyledLine(String(repeating: "░", count: cells - filled), .faint)
        let head = StyledLine("light  ", .faint) + StyledLine(light.text)
        guard let thresholds else { return [head, bar] }
        var marks = Array(repeating: Character(" "), count: cells)
        var names = marks
        // A limit of darkness has its name to the left, one of brightness to the right.
        for (level, name) in thresholds.named {
            let place = min(Int(scale.place(level) * Double(cells)), cells - 1)
            marks[place] = "▲"
            let number = LightScale.label(level)
            for text in ["\(number) \(name.prefix { $0 != " " })", number] {
                let start = max(0, name.hasSuffix("below") ? place - text.count + 1 : place)
                let end = start + text.count
                guard end <= cells,
                    names[max(0, start - 1)..<min(cells, end + 1)].allSatisfy({ $0 == " " })
                else { continue }
                names.replaceSubrange(start..<end, with: text)
                break
            }
        }
        return [head, bar] + [marks, names].map { StyledLine(String($0), .faint) }
    }
}
