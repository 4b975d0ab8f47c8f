import AppearanceModel
import AppearanceRecord
import CAdw
import WindowPages

/// The scale of light with a marker at the present light, and a line at each level of a change.
///
/// A line can be dragged; the number beside it does the same for the keyboard and a screen reader.
@MainActor final class LightStripView {
    /// The distance from a line at which a hand takes hold of it, in pixels.
    private static let reach = 14.0

    let widget: Widget
    private let drawing = Drawing(height: 52)
    private var page: WhenPage?
    private var isNight = false
    private var held: WhenPage.Level?
    private var start = 0.0
    /// The light of the last minute, the newest last.
    private var past: [Double] = []
    /// The value of a line that was dragged, until the file has it.
    private var dragged: (level: WhenPage.Level, value: Double)?
    /// Called with the value of a line that is being dragged; returns whether it may go there.
    var move: (@MainActor (WhenPage.Level, Double) -> Bool)?

    init() {
        widget = drawing.widget
        drawing.draw = { [weak self] canvas in self?.draw(canvas) }
        guard let drag = gtk_gesture_drag_new() else { return }
        let raw = UnsafeMutableRawPointer(drag)
        Signal.connect(raw, "drag-begin") { [weak self] in self?.begin(raw) }
        Signal.connect(raw, "drag-update") { [weak self] in self?.update(raw) }
        Signal.connect(raw, "drag-end") { [weak self] in
            self?.held = nil
            self?.drawing.redraw()
        }
        gtk_widget_add_controller(widget.gtk, drag)
    }

    func show(_ page: WhenPage, isNight: Bool, text: String) {
        if let light = page.light?.value, light != past.last { past = past.suffix(59) + [light] }
        guard page != self.page || isNight != self.isNight else { return }
        if page.thresholds != self.page?.thresholds, held == nil { dragged = nil }
        (self.page, self.isNight) = (page, isNight)
        widget.setName(text)
        drawing.redraw()
    }

    // MARK: Dragging

    private var width: Double { Double(max(1, gtk_widget_get_width(widget.gtk))) }

    private func begin(_ drag: UnsafeMutableRawPointer?) {
        var (x, y) = (0.0, 0.0)
        guard let page, gtk_gesture_drag_get_start_point(OpaquePointer(drag), &x, &y) != 0 else {
            return
        }
        start = x
        held =
            page.lock == nil
            ? page.level(near: x / width, within: Self.reach / width) : nil
    }

    private func update(_ drag: UnsafeMutableRawPointer?) {
        var (x, y) = (0.0, 0.0)
        guard let held, let page, gtk_gesture_drag_get_offset(OpaquePointer(drag), &x, &y) != 0
        else { return }
        let value = page.value(at: (start + x) / width)
        guard move?(held, value) ?? false else { return }
        dragged = (held, value)
        drawing.redraw()
    }

    // MARK: Drawing

    private func draw(_ canvas: Canvas) {
        guard let page else { return }
        let scale = page.scale
        let limits = page.thresholds
        let ends = [
            0, scale.place(limits.nightBelow), scale.place(limits.darkBelow),
            scale.place(limits.lightAbove), 1,
        ]
        let bands: [Appearance?] = [.night, .dark, nil, .light]
        for (index, appearance) in bands.enumerated() {
            canvas.band(ends[index]...max(ends[index], ends[index + 1]), appearance, isNight)
        }
        canvas.frame(isNight)
        let places = past.map(scale.place)
        if let low = places.min(), let high = places.max() {
            canvas.trail(low...high, isNight)
        }
        for level in WhenPage.Level.allCases {
            let value = dragged?.level == level ? dragged?.value : nil
            canvas.handle(
                scale.place(value ?? page.value(level)), isHeld: level == held, isNight)
        }
        if let light = page.light { canvas.marker(scale.place(light.value), isNight) }
    }
}
