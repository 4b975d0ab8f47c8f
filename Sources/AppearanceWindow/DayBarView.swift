import CAdw
import WindowPages

/// The bar of the day, with a marker at the present time.
@MainActor final class DayBarView {
    let widget: Widget
    private let drawing = Drawing()
    private var bar: DayBar?
    private var isNight = false

    init() {
        widget = drawing.widget
        drawing.draw = { [weak self] canvas in self?.draw(canvas) }
    }

    /// Shows a bar, described by a text.
    func show(_ bar: DayBar?, isNight: Bool, text: String) {
        guard bar != self.bar || isNight != self.isNight else { return }
        (self.bar, self.isNight) = (bar, isNight)
        widget.setVisible(bar != nil)
        widget.setName(text)
        drawing.redraw()
    }

    private func draw(_ canvas: Canvas) {
        guard let bar else { return }
        for part in bar.parts { canvas.band(part.range, part.appearance, isNight) }
        canvas.frame(isNight)
        canvas.marker(bar.now, isNight)
    }
}
