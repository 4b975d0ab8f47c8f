import AppearanceModel
import CAdw
import WindowPages

/// The scale of light with the levels at which the appearance changes, and a marker at the present light.
@MainActor final class LightStripView {
    let widget: Widget
    private let drawing = Drawing()
    private var page: WhenPage?
    private var isNight = false

    init() {
        widget = drawing.widget
        drawing.draw = { [weak self] canvas in self?.draw(canvas) }
    }

    func show(_ page: WhenPage, isNight: Bool, text: String) {
        guard page != self.page || isNight != self.isNight else { return }
        (self.page, self.isNight) = (page, isNight)
        widget.setName(text)
        drawing.redraw()
    }

    private func draw(_ canvas: Canvas) {
        guard let page else { return }
        let limits = page.thresholds
        let ends = [0, x(limits.nightBelow), x(limits.darkBelow), x(limits.lightAbove), 1]
        let bands: [Appearance?] = [.night, .dark, nil, .light]
        for (index, appearance) in bands.enumerated() {
            canvas.band(ends[index]...max(ends[index], ends[index + 1]), appearance, isNight)
        }
        canvas.frame(isNight)
        if let light = page.light { canvas.marker(x(light.value), isNight) }
    }

    /// Returns the place of a level on a logarithmic scale from 0.1 lux to 10,000, or to 100 %.
    private func x(_ level: Double) -> Double {
        var decades = 0.0
        var rest = max(level, 0.1) * 10
        while rest >= 10 { (decades, rest) = (decades + 1, rest / 10) }
        // Within a decade a straight line is near enough to the logarithm for a picture.
        let position = decades + (rest - 1) / 9
        return min(position / (page?.unit == .percent ? 3 : 5), 1)
    }
}
