import AppearanceTestSupport
import Linux
import Testing

@Suite(.bounded) struct LogTests {
    @Test(arguments: [
        ("theme \u{9B}31m and \u{1B}[0m", "<5>theme  31m and  [0m\n"),
        ("one\ntwo\r\nthree\u{2028}four\u{85}five", "<5>one two  three four five\n"),
        ("report\u{202E}fdp.sh\u{2066}x\u{2069} a\u{200F}b\u{61C}c", "<5>report fdp.sh x  a b c\n"),
        ("a\u{200B}b\u{FEFF}c\u{2060}d\u{2029}e", "<5>a b c d e\n"),
        ("می\u{200C}خواهم 👩\u{200D}🚀 😀 ｅ ؟", "<5>می\u{200C}خواهم 👩\u{200D}🚀 😀 ｅ ؟\n"),
        ("“ä” → 40 °C\u{7F}", "<5>“ä” → 40 °C \n"),
    ])
    func `a log line has no control characters`(text: String, line: String) {
        let lines = Locked<[String]>([])
        Log(to: { line in lines.withLock { $0.append(line) } }).notice(text)
        #expect(lines.withLock { $0 } == [line])
    }
}
