internal import AppearanceModel
internal import AppearanceRecord
internal import Diagnosis

/// A page with the chart and its tables, which needs no other file.
struct ChartPage {
    let chart: LightChart
    let entries: [LogText.Entry]
    let now: WallTime

    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Appearance, \(chart.period.withoutMarkup)</title>
        <style>
        \(ChartColors.preferred)\(chosen)
        body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
        main{max-width:60rem;margin:auto;padding:1.5rem}
        h1{font-size:1.4rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
        p,fieldset{color:var(--faint);margin:.25rem 0 1rem}
        fieldset{border:0;padding:0}label{margin-right:1rem}input{accent-color:var(--accent)}
        svg{width:100%;height:auto;background:var(--card);border-radius:8px}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;width:100%}
        th,td{text-align:left;vertical-align:top;padding:.3rem 1rem .3rem 0;\
        border-bottom:1px solid var(--rule)}
        th{color:var(--faint);font-weight:600}
        td:not(:last-child){white-space:nowrap;font-variant-numeric:tabular-nums}
        .narrow{display:none}
        @media(max-width:40rem){
        main{padding:1rem}.wide{display:none}.narrow{display:block}
        thead{display:none}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--rule)}
        td,td:not(:last-child){display:inline;border:0;padding:0;white-space:normal;overflow-wrap:anywhere}
        td:not(:last-child)::after{content:", "}
        }
        @media print{fieldset{display:none}}
        </style>
        </head>
        <body>
        <main>
        <h1>Light and appearance</h1>
        <p>\(chart.period.withoutMarkup). \(chart.summary.withoutMarkup)</p>
        <fieldset><legend>Colours of this page</legend>\
        \(choice("as-system", "as the system", checked: true))\
        \(choice("in-light", "light"))\(choice("in-dark", "dark"))\(choice("in-night", "night"))\
        </fieldset>
        \(ChartPicture.Shape.allCases.map { ChartPicture(chart, $0).part }.joined())
        <h2>Changes</h2>
        \(changes)
        <h2>Light</h2>
        \(Self.table(ChartTable.rows(chart)))
        </main>
        </body>
        </html>

        """
    }

    /// The colours that the reader chose on the page, without a script.
    private var chosen: String {
        Appearance.allCases.map { appearance in
            let scheme = appearance == .light ? "light" : "dark"
            let values = ChartColors.values(appearance)
            return ":root:has(#in-\(appearance.rawValue):checked){color-scheme:\(scheme);\(values)}"
        }.joined(separator: "\n")
    }

    private func choice(_ id: String, _ label: String, checked: Bool = false) -> String {
        """
        <label><input type="radio" name="colours" id="\(id)"\(checked ? " checked" : "")> \
        \(label)</label>
        """
    }

    private var changes: String {
        guard !entries.isEmpty else { return "<p>No change was recorded in that time.</p>" }
        let rows = entries.map { entry -> [String] in
            let status = entry.change.status
            return [
                status.text(entry.change.at, now: now), status.appearance.rawValue,
                status.reason.phrase, status.light?.text ?? "unknown",
                ([status.explanation] + LogText.correction(entry)).joined(separator: " "),
            ]
        }
        return Self.table([["time", "appearance", "decided", "light", "why"]] + rows)
    }

    /// Returns a table whose first row is its heading.
    private static func table(_ rows: [[String]]) -> String {
        let head = rows.prefix(1).joined().map { "<th scope=\"col\">\($0.withoutMarkup)</th>" }
        let body = rows.dropFirst().map { row in
            "<tr>\(row.map { "<td>\($0.withoutMarkup)</td>" }.joined())</tr>"
        }
        return """
            <div class="scroll"><table>
            <thead><tr>\(head.joined())</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody></table></div>
            """
    }
}
