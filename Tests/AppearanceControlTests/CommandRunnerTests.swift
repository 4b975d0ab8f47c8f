import AppearanceTestSupport
import Diagnosis
import Foundation
import Testing

/// Commands that a program with other threads runs, such as one with a window.
@Suite(.bounded) struct CommandRunnerTests {
    /// Its outputs end before it does; SIGCHLD may reach any thread of this process.
    @Test func `the end of a command is noticed at once beside other threads`() throws {
        let command = Command("sh", "-c", "exec >&- 2>&-; sleep 0.2")
        let start = ContinuousClock.now
        let results = CommandRunner.run([command, command], within: .seconds(50))
        #expect(results == [.output(""), .output("")])
        #expect(.now - start < .seconds(40))
    }

    @Test func `a command that does not end in time is killed`() throws {
        let command = Command("sh", "-c", "exec >&- 2>&-; sleep 50")
        #expect(CommandRunner.run([command], within: .milliseconds(200)) == [.timedOut])
        #expect(
            CommandRunner.run([Command("sh", "-c", "echo out; echo bad >&2; exit 3")])
                == [.failed("bad")])
        #expect(CommandRunner.run([Command("no-such-program-at-all")]) == [.missing])
    }

    @Test func `a command that a signal has ended is reported as such`() {
        #expect(
            CommandRunner.run([Command("sh", "-c", "kill -SEGV $$")])
                == [.failed("signal 11 ended it")])
        #expect(
            CommandRunner.run([Command("sh", "-c", "exit 3")])
                == [.failed("it exited with status 3")])
    }
}
