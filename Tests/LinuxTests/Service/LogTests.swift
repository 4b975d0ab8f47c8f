import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct LogTests {
    @Test(arguments: [
        ("theme \u{9B}31m and \u{1B}[0m", "<5>theme  31m and  [0m\n"),
        ("one\ntwo\r\nthree\u{2028}four\u{85}five", "<5>one two  three four five\n"),
        ("“ä” → 40 °C\u{7F}", "<5>“ä” → 40 °C \n"),
    ])
    func `a log line has no control characters`(text: String, line: String) {
        let lines = Locked<[String]>([])
        Log(to: { line in lines.withLock { $0.append(line) } }).notice(text)
        #expect(lines.withLock { $0 } == [line])
    }
}
