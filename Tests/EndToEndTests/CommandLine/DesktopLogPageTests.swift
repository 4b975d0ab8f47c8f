import AppearanceTestSupport
import Foundation
import Testing

/// The page of `appearancectl log --html` in a browser.
@Suite(.bounded, .serialized, .requires(.xvfb, .chromium)) struct DesktopLogPageTests {
    @Test func `the page fits the screen of a phone`() throws {
        let home = try TestHome()
        let corpus = Repository.root + "/Tests/Fuzzing/Corpora/history/two-runs.jsonl"
        try home.write(
            try String(contentsOfFile: corpus, encoding: .utf8),
            to: home.stateHome + "/appearanced/history.jsonl")
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["log", "--since", "2026-09-20", "--html", "-"],
            environment: home.environment)
        let text = String(decoding: try JSONEncoder().encode(run.output), as: UTF8.self)
        let script = """
            new Promise(done => {
              const frame = document.createElement('iframe');
              frame.style.cssText = 'width: 360px; height: 640px; border: 0';
              frame.srcdoc = \(text);
              frame.onload = () => {
                const page = frame.contentDocument;
                const shown = [...page.querySelectorAll('svg')].filter(part => part.clientWidth > 0);
                done([page.documentElement.scrollWidth, shown.length, shown[0].className.baseVal].join(' '));
              };
              document.body.append(frame);
            })
            """
        let chromium = try Chromium(in: home, environment: home.environment)
        let shown = try #require(chromium.evaluate(script).string).split(separator: " ")
        #expect((Int(shown[0]) ?? 1_000) <= 360, "\(shown)")
        #expect(shown[1...] == ["1", "narrow"], "\(shown)")
    }
}
