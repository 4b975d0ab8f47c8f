internal import AppearanceEngine
internal import AppearanceKit
internal import AppearanceModel
internal import AppearanceRecord

/// A chart of the light as an SVG.
struct ChartPicture {
    /// The form of the picture, in which texts have the same size on every screen.
    enum Shape: String, CaseIterable {
        case wide
        /// For the screen of a phone.
        case narrow

        fileprivate var size: (width: Int, height: Int) {
            self == .wide ? (960, 420) : (400, 400)
        }

        /// The part with the light.
        fileprivate var frame: (left: Double, top: Double, width: Double, height: Double) {
            self == .wide ? (56, 16, 780, 300) : (40, 16, 250, 260)
        }

        fileprivate var ticks: Int { self == .wide ? 11 : 4 }
    }

    private let chart: LightChart
    private let scale: LightScale
    private let shape: Shape

    init(_ chart: LightChart, _ shape: Shape = .wide) {
        self.chart = chart
        self.shape = shape
        scale = LightScale(chart)
    }

    private var size: (width: Int, height: Int) { shape.size }
    private var frame: (left: Double, top: Double, width: Double, height: Double) { shape.frame }

    /// The picture as a file of its own, in the colours of the reader's preference.
    var file: String {
        svg(style: "<style>\(ChartColors.preferred)svg{background:var(--ground)}</style>\n")
    }

    /// The picture as a part of a page, which has the colours.
    var part: String { svg(style: "") }

    private func svg(style: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(size.width)" \
        height="\(size.height)" viewBox="0 0 \(size.width) \(size.height)" \
        class="\(shape.rawValue)" role="img" \
        aria-labelledby="title-\(shape.rawValue) text-\(shape.rawValue)" font-family="system-ui, sans-serif" \
        font-size="13">
        <title id="title-\(shape.rawValue)">Light and appearance, \(chart.period.withoutMarkup)</title>
        <desc id="text-\(shape.rawValue)">\(chart.summary.withoutMarkup)</desc>
        \(style)\(bands.joined(separator: "\n"))
        \(decades.joined(separator: "\n"))
        \(limits.joined(separator: "\n"))
        <path d="\(light)" stroke="var(--line)" stroke-width="1.6" fill="none"/>
        \(ticks.joined(separator: "\n"))
        \(marks.joined(separator: "\n"))
        \(legend.joined(separator: "\n"))
        </svg>

        """
    }

    // MARK: Places

    private func x(_ time: WallTime) -> Double {
        let share = Double((time - chart.start).count) / Double((chart.end - chart.start).count)
        return frame.left + frame.width * min(max(share, 0), 1)
    }

    private func y(_ level: Double) -> Double {
        frame.top + frame.height * (1 - scale.place(level))
    }

    private var bottom: Double { frame.top + frame.height }
    private var right: Double { frame.left + frame.width }

    // MARK: Parts

    /// The light as a stroke for each column, from its lowest to its highest level.
    private var light: String {
        let columns = chart.columns(Int(frame.width))
        return columns.enumerated().compactMap { index, column in
            guard let light = column.light else { return nil }
            let (top, low) = (y(light.upperBound) - 0.8, y(light.lowerBound) + 0.8)
            return "M\(number(frame.left + Double(index) + 0.5)) \(number(top))V\(number(low))"
        }.joined()
    }

    /// The appearances as a band below the light, and a tint behind it.
    private var bands: [String] {
        var merged: [LightChart.Span<Appearance>] = []
        for span in chart.appearances {
            if let last = merged.last, last.value == span.value, last.end == span.start {
                merged[merged.count - 1] = .init(
                    start: last.start, end: span.end, value: span.value)
            } else {
                merged.append(span)
            }
        }
        return merged.flatMap { span in
            let (from, width) = (number(x(span.start)), number(x(span.end) - x(span.start)))
            let name = span.value.rawValue
            return [
                """
                <rect x="\(from)" y="\(number(bottom + 4))" width="\(width)" height="14" \
                fill="var(--\(name))" stroke="var(--rule)" stroke-width="0.5"/>
                """,
                """
                <rect x="\(from)" y="\(number(frame.top))" width="\(width)" \
                height="\(number(frame.height))" fill="var(--\(name))" opacity="0.14"/>
                """,
            ]
        }
    }

    private var decades: [String] {
        scale.decades.map { level in
            """
            <path d="M\(number(frame.left)) \(number(y(level)))H\(number(right))" \
            stroke="var(--rule)" stroke-width="0.5"/><text x="\(number(frame.left - 8))" \
            y="\(number(y(level) + 4))" text-anchor="end" fill="var(--faint)">\
            \(LightScale.label(level))</text>
            """
        } + [
            """
            <text x="8" y="\(number(bottom + 16))" fill="var(--faint)">\
            \(chart.unit == .lux ? "lux" : "%")</text>
            """
        ]
    }

    /// The thresholds, with labels that do not overlap.
    private var limits: [String] {
        var free = frame.top
        return chart.thresholds.named.map { level, name in
            let place = max(y(level) + 4, free)
            free = place + 15
            return """
                <path d="M\(number(frame.left)) \(number(y(level)))H\(number(right))" \
                stroke="var(--text)" stroke-width="0.8" stroke-dasharray="2 4"/>\
                <text x="\(number(right + 8))" y="\(number(place))" fill="var(--text)">\
                \(name) \(LightScale.label(level))</text>
                """
        }
    }

    private var ticks: [String] {
        chart.ticks(atMost: shape.ticks).map { at, label in
            """
            <path d="M\(number(x(at))) \(number(bottom + 18))v6" stroke="var(--rule)"/>\
            <text x="\(number(x(at)))" y="\(number(bottom + 38))" text-anchor="middle" \
            fill="var(--faint)">\(label)</text>
            """
        }
    }

    private var marks: [String] {
        chart.marks.map { mark in
            """
            <path d="M\(number(x(mark.at))) \(number(bottom - 12))l6 11h-12z" \
            fill="var(--accent)" stroke="var(--ground)"><title>\
            \(mark.appearance.rawValue) undone by hand, \
            \(chart.zone.local(mark.at).hoursAndMinutes)</title></path>
            """
        }
    }

    private var legend: [String] {
        let (isNarrow, bottom) = (shape == .narrow, size.height - 20)
        let y = isNarrow ? bottom - 24 : bottom
        let names = Appearance.allCases.enumerated().map { index, appearance in
            let x = Int(frame.left) + index * 90
            return """
                <rect x="\(x)" y="\(y - 11)" width="22" height="13" \
                fill="var(--\(appearance.rawValue))" stroke="var(--rule)" stroke-width="0.5"/>\
                <text x="\(x + 30)" y="\(y)" fill="var(--text)">\(appearance.rawValue)</text>
                """
        }
        let x = Int(frame.left) + (isNarrow ? 11 : 290)
        return names + [
            """
            <path d="M\(x) \(bottom - 11)l6 11h-12z" fill="var(--accent)"/>\
            <text x="\(x + (isNarrow ? 19 : 14))" y="\(bottom)" fill="var(--text)">undone by hand</text>
            """
        ]
    }

    /// Returns a coordinate with one decimal.
    private func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
    }
}

/// The colours of a chart, as custom properties of CSS.
enum ChartColors {
    /// The colours by the reader's preference: light unless dark is preferred.
    static let preferred = """
        :root{color-scheme:light dark;\(values(.light))}
        @media(prefers-color-scheme:dark){:root{\(values(.dark))}}

        """

    static func values(_ appearance: Appearance) -> String {
        let traits = Traits(appearance: appearance)
        func color(_ token: ColorToken) -> String {
            Palette.standard.color(token, in: traits).description
        }
        let bands =
            switch appearance {
            case .light: ("#ffd75e", "#5b6b8c", "#7a0c0c")
            case .dark: ("#e8c04a", "#54678f", "#b02020")
            // Shades of red, which differ in brightness.
            case .night: ("#ff0000", "#8c0000", "#330000")
            }
        return """
            --ground:\(color(.backgroundPrimary));--card:\(color(.backgroundSecondary));\
            --text:\(color(.textPrimary));--faint:\(color(.textSecondary));\
            --rule:\(color(.borderDefault));--accent:\(color(.accent));\
            --line:\(color(.textPrimary));\
            --light:\(bands.0);--dark:\(bands.1);--night:\(bands.2);
            """
    }
}
