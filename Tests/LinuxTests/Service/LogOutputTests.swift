import AppearanceLimits
import AppearanceTestSupport
import Testing

@testable import Linux

/// A log whose reader does not keep up.
@Suite(.bounded) struct LogOutputTests {
    private func write(_ line: String, to output: LogOutput, isUrgent: Bool = false) {
        output.write(line + "\n", isUrgent: isUrgent) { "\($0) are missing\n" }
    }

    @Test func `lines that do not fit into a full pipe are dropped and counted`() {
        let pipe = Pipe()
        let output = LogOutput(to: pipe.writer)
        let line = String(repeating: "x", count: 999)
        // The pipe holds 64 KiB; a write that waits for its reader would wait for ever.
        for _ in 0..<200 { write(line, to: output) }
        let kept = pipe.readAll().count / 1_000
        #expect((50..<200).contains(kept))
        write("after", to: output)
        #expect(pipe.readAll() == Array("\(200 - kept) are missing\nafter\n".utf8))
    }

    @Test func `a flood is limited to the lines allowed per second`() {
        let pipe = Pipe()
        let output = LogOutput(to: pipe.writer)
        for _ in 0..<(Limits.logBurst * 2) { write("x", to: output) }
        let kept = pipe.readAll().count { $0 == UInt8(ascii: "\n") }
        #expect((Limits.logBurst..<Limits.logBurst * 3 / 2).contains(kept))
        write("a warning", to: output, isUrgent: true)
        let last = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(last.hasSuffix(" are missing\na warning\n"), "\(last)")
    }

    @Test func `an allowance grows with time up to the burst`() {
        var allowance = LogAllowance()
        func lines(at microseconds: Int64) -> Int {
            var count = 0
            while allowance.spend(at: microseconds) { count += 1 }
            return count
        }
        #expect(lines(at: 5_000_000) == Limits.logBurst)
        #expect(lines(at: 5_019_999) == 0)
        #expect(lines(at: 5_020_000) == 1)
        #expect(lines(at: 6_020_000) == Limits.logLinesPerSecond)
        #expect(lines(at: 1_000_000_000_000) == Limits.logBurst)
    }

    @Test func `a line longer than an atomic write of a pipe is truncated`() {
        let pipe = Pipe()
        let output = LogOutput(to: pipe.writer)
        write(String(repeating: "é", count: 4_000), to: output)
        let line = String(decoding: pipe.readAll(), as: UTF8.self)
        #expect(line == String(repeating: "é", count: 2_046) + "…\n")
    }

    @Test func `a closed log reader does not stop the program`() {
        CurrentProcess.ignore(.brokenPipe)
        let pipe = Pipe()
        pipe.closeReader()
        let output = LogOutput(to: pipe.writer)
        for _ in 0..<10 { write("x", to: output) }
        // Not a closed one: another test may have its number by now.
        let none = LogOutput(to: -1)
        for _ in 0..<10 { write("x", to: none) }
    }
}
