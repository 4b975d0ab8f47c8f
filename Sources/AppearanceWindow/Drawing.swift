import AppearanceModel
import CAdw

/// A widget that is drawn by a closure.
@MainActor final class Drawing {
    let widget = Widget(gtk_drawing_area_new())
    var draw: (@MainActor (Canvas) -> Void)?

    init(height: Int32 = 36) {
        let area = widget.as(GtkDrawingArea.self)
        gtk_drawing_area_set_content_height(area, height)
        gtk_drawing_area_set_draw_func(
            area,
            { _, cairo, width, height, data in
                guard let cairo, let data else { return }
                // Both are valid during this call.
                nonisolated(unsafe) let (context, drawing) = (cairo, data)
                MainActor.assumeIsolated {
                    let canvas = Canvas(
                        cairo: context, width: Double(width), height: Double(height))
                    Unmanaged<Drawing>.fromOpaque(drawing).takeUnretainedValue().draw?(canvas)
                }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func redraw() { gtk_widget_queue_draw(widget.gtk) }
}

/// The surface of a bar of bands, whose places are from 0 to 1.
///
/// Its colours do not depend on those of the text, so that night is the darkest band everywhere.
@MainActor struct Canvas {
    typealias Color = (Double, Double, Double)

    private static let inset = 6.0
    let cairo: OpaquePointer
    let width: Double
    let height: Double

    /// Draws the band of an appearance, `nil` for one between two, by default as high as the surface.
    func band(
        _ range: ClosedRange<Double>, _ appearance: Appearance?, _ isNight: Bool,
        from top: Double = inset, to bottom: Double? = nil
    ) {
        set(color(of: appearance, isNight))
        let left = (range.lowerBound * width).rounded()
        let right = (range.upperBound * width).rounded()
        cairo_rectangle(
            cairo, left, top, right - left, (bottom ?? height - Self.inset) - top)
        cairo_fill(cairo)
    }

    /// Draws a thin line from side to side.
    func rule(_ y: Double, _ isNight: Bool) {
        set(isNight ? (0.35, 0, 0) : (0.5, 0.5, 0.5))
        cairo_rectangle(cairo, 0, y.rounded(), width, 1)
        cairo_fill(cairo)
    }

    /// Draws a part of a curve that is level, with the way to it from the height before.
    func step(_ range: ClosedRange<Double>, _ y: Double, from before: Double?, _ isNight: Bool) {
        set(isNight ? (1, 0, 0) : (0.88, 0.45, 0.1))
        let left = range.lowerBound * width
        cairo_rectangle(cairo, left, y - 1, max(1.5, range.upperBound * width - left), 2)
        if let before {
            cairo_rectangle(cairo, left - 0.75, min(y, before) - 1, 1.5, abs(y - before) + 2)
        }
        cairo_fill(cairo)
    }

    /// Draws a triangle above a place.
    func notch(_ place: Double, at y: Double, _ isNight: Bool) {
        set(isNight ? (1, 0, 0) : (0.9, 0, 0))
        let x = place * width
        cairo_move_to(cairo, x, y)
        cairo_line_to(cairo, x - 5, y - 9)
        cairo_line_to(cairo, x + 5, y - 9)
        cairo_close_path(cairo)
        cairo_fill(cairo)
    }

    /// Draws the range in which something has been.
    func trail(_ range: ClosedRange<Double>, _ isNight: Bool) {
        set(isNight ? (0.6, 0, 0) : (0.9, 0.3, 0.3))
        let left = range.lowerBound * width
        cairo_rectangle(cairo, left, 1, max(1, range.upperBound * width - left), 4)
        cairo_fill(cairo)
    }

    /// Draws a handle: a line that can be moved.
    func handle(_ place: Double, isHeld: Bool, _ isNight: Bool) {
        let color: Color = isNight ? (1, 0, 0) : isHeld ? (0.21, 0.52, 0.89) : (0.1, 0.1, 0.1)
        let at = min(max((place * width).rounded(), 6), width - 6)
        for (edge, color) in [(1.0, isNight ? (0, 0, 0) : (1, 1, 1)), (0, color)]
            as [(Double, Color)]
        {
            set(color)
            cairo_rectangle(cairo, at - 1 - edge, Self.inset, 2 + 2 * edge, height - 2 * Self.inset)
            cairo_fill(cairo)
            cairo_arc(cairo, at, height - Self.inset, 5 + edge, 0, 6.2832)
            cairo_fill(cairo)
        }
    }

    func frame(_ isNight: Bool) {
        set(isNight ? (0.45, 0, 0) : (0.5, 0.5, 0.5))
        cairo_set_line_width(cairo, 1)
        cairo_rectangle(cairo, 0.5, Self.inset + 0.5, width - 1, height - 2 * Self.inset - 1)
        cairo_stroke(cairo)
    }

    /// Draws a line of two colours, one of which is seen on every band.
    func marker(_ place: Double, _ isNight: Bool) {
        let at = min(max((place * width).rounded(), 2), width - 2)
        set(isNight ? (0, 0, 0) : (1, 1, 1))
        cairo_rectangle(cairo, at - 2, 0, 5, height)
        cairo_fill(cairo)
        set((0.9, 0, 0))
        cairo_rectangle(cairo, at - 1, 0, 3, height)
        cairo_fill(cairo)
    }

    private func set(_ color: Color) { cairo_set_source_rgb(cairo, color.0, color.1, color.2) }

    private func color(of appearance: Appearance?, _ isNight: Bool) -> Color {
        switch (appearance, isNight) {
        case (.light, false): (0.93, 0.92, 0.9)
        case (nil, false): (0.66, 0.66, 0.67)
        case (.dark, false): (0.4, 0.4, 0.43)
        case (.night, false): (0.12, 0.11, 0.12)
        case (.light, true): (0.7, 0, 0)
        case (nil, true): (0.52, 0, 0)
        case (.dark, true): (0.35, 0, 0)
        case (.night, true): (0.1, 0, 0)
        }
    }
}
