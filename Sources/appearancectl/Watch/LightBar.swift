internal import AppearanceModel
internal import Console

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
