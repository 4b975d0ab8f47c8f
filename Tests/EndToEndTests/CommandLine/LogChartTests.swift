import AppearanceTestSupport
import Foundation
import Testing

/// The chart of `appearancectl log`, in the terminal and as files.
@Suite(.bounded) struct LogChartTests {
    private static let hour = ["--since", "2026-09-21T14:00:00", "--until", "2026-09-21T15:00:00"]

    private let home: TestHome

    /// A history without the last line of the corpus, which has percent.
    init() throws {
        home = try TestHome()
        let path = Repository.root + "/Tests/Fuzzing/Corpora/history/two-runs.jsonl"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let marked = lines.dropLast().joined(separator: "\n")
            .replacing("you chose it", with: "of <b> & \\\"it\\\"")
        try home.write(marked + "\n", to: home.stateHome + "/appearanced/history.jsonl")
    }

    private func log(
        _ words: [String], _ variables: [String: String] = [:]
    ) throws -> String {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log"] + words,
            environment: home.environment.merging(variables) { $1 })
        #expect(run.status == .exited(0), "\(run.errors)")
        return run.output
    }

    @Test func `a change has one line, with its correction`() throws {
        let lines = try log(Self.hour).split(separator: "\n")
        let entries = try JSONSerialization.jsonObject(
            with: Data(try log(["--json"] + Self.hour).utf8))
        #expect(lines.count == (entries as? [Any])?.count, "\(lines)")
        let corrected = lines.filter { $0.hasSuffix("Undone by hand after 2 min.") }
        #expect(corrected.count == 1, "\(lines)")
        #expect(corrected.first?.contains("Dark: ") == true)
    }

    @Test func `a history that has just begun has a chart since its first hour`() throws {
        let path = home.stateHome + "/appearanced/history.jsonl"
        let times = try String(contentsOfFile: path, encoding: .utf8)
        try home.write("", to: path)
        for option in ["--plot", "--table"] {
            #expect(
                try log([option]).hasSuffix(
                    "\nNothing has been recorded yet; a chart needs some hours of the daemon.\n"))
        }
        let now = Int64(Date.now.timeIntervalSince1970)
        let first = try #require(times.split(separator: "\n").first { $0.contains("mode") })
        let begun = first.replacing(#/"at":\d+/#, with: "\"at\":\((now - 7200) * 1_000_000)")
        try home.write(begun + "\n", to: path)
        let chart = try log(["--plot"], ["COLUMNS": "60"]).split(separator: "\n")
        // No light: the band of the appearance alone, all of it known.
        #expect(chart.count == 6, "\(chart)")
        let band = try #require(
            chart.first { $0.contains("░") || $0.contains("▒") || $0.contains("█") })
        #expect(band.dropFirst(7).count == 43 && !band.dropFirst(7).contains(" "), "\(chart)")
    }

    @Test func `the chart shows light, thresholds, appearances and corrections`() throws {
        let text = try log(["--plot"] + Self.hour, ["COLUMNS": "60"])
        #expect(
            text == """
                lux, 2026-09-21 14:00 to 2026-09-21 15:00, UTC
                      │
                      │         ▄▄▄▄▄▄
                      │              █
                      │              █
                  100 ┤              █
                      │┄┄┄┄┄┄┄┄┄┄┄┄┄┄█┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ 80 light
                      │┄┄┄┄┄┄┄┄┄┄┄┄┄┄█▄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ 40 dark
                      │                ▀▀▀
                      │
                   10 ┤
                      │┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ 8 dark
                      │
                      │┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ 3 night
                      │
                      └┬─────────┬──────────┬──────────┬──────────
                       14:00     14:15      14:30      14:45
                                ░░░░░░░░▒░
                                         ▲
                       ░░ light   ▒▒ dark   ██ night   ▲ undone by hand
                Light from 31 lux to 413 lux; 2 changes, 1 undone by hand.

                """)
    }

    @Test(arguments: [60, 80, 200])
    func `the chart fits the terminal`(width: Int) throws {
        let text = try log(["--plot"] + Self.hour, ["COLUMNS": "\(width)"])
        let widths = text.split(separator: "\n").map(\.count)
        #expect(widths.allSatisfy { $0 <= width }, "\(text)")
        #expect(try #require(widths.max()) > width - 10, "\(text)")
    }

    @Test func `colours are printed only on terminals, unless NO_COLOR is set`() throws {
        let words = ["--plot"] + Self.hour
        let line = ([BuiltProducts.appearancectl, "log"] + words).joined(separator: " ")
        func shown(_ variables: [String: String]) throws -> String {
            let run = try ChildProcess.run(
                "script", ["-qec", line, "/dev/null"],
                environment: home.environment.merging(variables) { $1 })
            #expect(run.status == .exited(0))
            return run.output.replacing("\r\n", with: "\n")
        }
        #expect(try shown(["TERM": "xterm"]).contains("\u{1B}[33m░"))
        #expect(try shown(["TERM": "xterm", "NO_COLOR": "1"]) == log(words))
        #expect(try shown(["TERM": "dumb"]) == log(words))
    }

    @Test func `the table has the data of the chart`() throws {
        let rows = try log(["--table"] + Self.hour).split(separator: "\n")
        #expect(rows.filter { !$0.hasPrefix(" ") }.count == 3, "the period, one day, the summary")
        #expect(
            rows.contains {
                $0.hasPrefix("  14:15  ") && $0.hasSuffix("; 31 to 380 lux; 1 undone by hand")
            },
            "\(rows)")
        // A row says more than the one before it.
        for (row, next) in zip(rows, rows.dropFirst()) {
            #expect(row.dropFirst(9) != next.dropFirst(9))
        }
        #expect(!rows.joined().contains("█"))
    }

    @Test func `an hour that the clocks skip is not in the chart`() throws {
        let path = home.stateHome + "/appearanced/history.jsonl"
        let history = try String(contentsOfFile: path, encoding: .utf8)
        try home.write(history.replacing(#""UTC""#, with: #""Europe/Berlin""#), to: path)
        let night = ["--since", "2026-03-28T23:00:00Z", "--until", "2026-03-29T03:00:00Z"]
        let labels = try log(["--svg", "-"] + night).matches(of: />(\d\d:\d\d)</).map(\.output.1)
        #expect(labels == ["00:30", "01:00", "01:30", "03:00", "03:30", "04:00", "04:30"])
    }

    @Test func `the labels of many years do not overlap`() throws {
        let years = ["--since", "2015-01-01", "--until", "2026-10-01"]
        let lines = try log(["--plot"] + years, ["COLUMNS": "80"]).split(separator: "\n")
        let axis = try #require(lines.firstIndex { $0.contains("└") })
        #expect((3...7).contains(lines[axis].count { $0 == "┬" }), "\(lines[axis])")
        let words = lines[axis + 1].split(separator: " ")
        #expect(words.count == 2 * lines[axis].count { $0 == "┬" }, "\(words)")
    }

    @Test func `the picture and the page are complete and load no other file`() throws {
        let (picture, page) = (home.path + "/light.svg", home.path + "/light.html")
        #expect(try log(["--svg", picture, "--html", page] + Self.hour) == "")
        let svg = try String(contentsOfFile: picture, encoding: .utf8)
        let top = try XMLElement(parsing: svg)
        #expect(top.name == "svg")
        #expect(top.attributes["role"] == "img")
        #expect(svg.contains("prefers-color-scheme:dark"))
        #expect(svg.contains("dark undone by hand, 14:25"))
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("of &lt;b&gt; &amp; &quot;it&quot;"))
        #expect(html.contains("<th scope=\"col\">why</th>"))
        #expect(html.contains("#in-night:checked"))
        let links = ["http://", "https://", "src=", "href=", "url(", "<script", "@import"]
        for text in [svg, html] {
            let own = text.replacing("xmlns=\"http://www.w3.org/2000/svg\"", with: "")
            #expect(!links.contains { own.contains($0) })
        }
    }

    @Test func `standard output is named by a hyphen`() throws {
        let picture = try log(["--svg", "-"] + Self.hour)
        #expect(try XMLElement(parsing: picture).name == "svg")
        #expect(picture == (try log(["--svg", "/dev/stdout"] + Self.hour)))
        #expect(try log(["--html", "-"] + Self.hour).hasPrefix("<!doctype html>\n"))
        for others in [["--html", "-"], ["--plot"], ["--table"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, ["log", "--svg", "-"] + others + Self.hour,
                environment: home.environment)
            #expect(run.status == .exited(2))
            #expect(run.errors.contains("exclude each other"), "\(run.errors)")
        }
    }

    @Test func `a picture is written to a pipe`() throws {
        let text = try log(["--svg", "/dev/stdout"] + Self.hour)
        #expect(try XMLElement(parsing: text).name == "svg")
    }

    @Test(arguments: ["--svg", "--html"])
    func `a picture in a missing folder makes no folder`(option: String) throws {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log", option, home.path + "/no/light"] + Self.hour,
            environment: home.environment)
        #expect(run.status == .exited(1))
        #expect(
            run.errors
                == "appearancectl: cannot write \(home.path)/no/light: No such file or directory.\n"
        )
        #expect(!isThere(home.path + "/no"))
    }

    @Test func `an empty period and a chart in JSON are refused`() throws {
        for words in [["--plot", "--since", "2200-01-01"], ["--plot", "--json"]] {
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, ["log"] + words, environment: home.environment)
            #expect(run.status == .exited(2), "\(words)")
        }
    }
}
