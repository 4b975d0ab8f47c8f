import AppearanceModel
import AppearanceRecord
import CAdw
import WindowPages

/// The light of some time on a logarithmic scale, with the lines at which the appearance changes, and below it
/// the appearance that was in effect.
@MainActor final class ChartView {
    private static let height: Int32 = 160
    /// The height of the bar of appearances.
    private static let barHeight = 18.0

    let widget: Widget
    private let drawing = Drawing(height: height)
    private var chart: LightChart?
    private var isNight = false

    init() {
        widget = drawing.widget
        drawing.draw = { [weak self] canvas in self?.draw(canvas) }
    }

    func show(_ chart: LightChart, isNight: Bool, text: String, _ format: PageFormatter) {
        self.chart = chart
        self.isNight = isNight
        widget.setName(text)
        drawing.redraw()
    }

    private func draw(_ canvas: Canvas) {
        guard let chart else { return }
        let length = Double(max(1, (chart.end - chart.start).count))
        func x(_ at: WallTime) -> Double { Double((at - chart.start).count) / length }
        let plot = canvas.height - Self.barHeight - 6
        let scale = LightScale(chart)
        func y(_ level: Double) -> Double { plot - scale.place(level) * (plot - 4) }
        for level in [
            chart.thresholds.nightBelow, chart.thresholds.darkBelow, chart.thresholds.lightAbove,
        ] {
            canvas.rule(y(level), isNight)
        }
        var last: LightChart.Span<Double>?
        for span in chart.light {
            let before = last.flatMap { $0.end == span.start ? y($0.value) : nil }
            canvas.step(
                x(span.start)...max(x(span.start), x(span.end)), y(span.value), from: before,
                isNight)
            last = span
        }
        for span in chart.appearances {
            canvas.band(
                x(span.start)...max(x(span.start), x(span.end)), span.value, isNight,
                from: canvas.height - Self.barHeight, to: canvas.height)
        }
        for mark in chart.marks {
            canvas.notch(x(mark.at), at: canvas.height - Self.barHeight, isNight)
        }
    }
}
