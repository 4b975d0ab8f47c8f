import Foundation
import Synchronization

/// A real `systemd --user` of an ordinary user, with journal and session bus, in namespaces.
///
/// Commands run in one shell inside, as that user. Its home is `home`, prepared before.
package final class UserManager: Sendable {
    static let script = Repository.support + "/with-systemd-user"

    /// The output of a command, both streams together, and its status.
    package struct Outcome: Sendable {
        package let status: Int
        package let output: String
    }

    /// The user's home: files put there before the start are the user's.
    package let home: TestHome
    private let shell: ChildProcess
    private let lastCommand = Mutex(0)

    /// Starts the manager; `prepare` fills the home before.
    ///
    /// The content of `usrLocal`, a folder of the home, appears in /usr/local.
    package init(usrLocal: String? = nil, prepare: (TestHome) throws -> Void) throws {
        let home = try TestHome()
        self.home = home
        try prepare(home)
        let over = usrLocal.map { ["--usr-local", "\(home.path)/\($0)"] } ?? []
        shell = try ChildProcess(
            Self.script, ["--home", home.path] + over + ["sh"],
            environment: TestHome.plainEnvironment, keepsInput: true)
        try run("cd")
    }

    /// Starts the manager with this tree's daemon and unit installed in the home, not enabled.
    ///
    /// The programs are in `~/bin`.
    package static func withDaemon(prepare: (TestHome) throws -> Void = { _ in }) throws
        -> UserManager
    {
        try UserManager { home in
            let bin = home.path + "/bin"
            try FileManager.default.createDirectory(
                atPath: bin, withIntermediateDirectories: true)
            for program in [BuiltProducts.appearanced, BuiltProducts.appearancectl] {
                let name = (program as NSString).lastPathComponent
                try FileManager.default.copyItem(atPath: program, toPath: "\(bin)/\(name)")
            }
            for unit in ["appearanced.service", "appearanced.socket"] {
                let text = try Repository.text(of: "systemd/" + unit)
                try home.write(
                    text.replacing("/usr/bin/appearanced", with: bin + "/appearanced"),
                    to: ".config/systemd/user/" + unit)
            }
            try prepare(home)
        }
    }

    /// Runs a command line; it must not read standard input.
    @discardableResult
    package func run(_ command: String, within timeout: Duration = ChildProcess.timeout) throws
        -> Outcome
    {
        let number = lastCommand.withLock { number in
            number += 1
            return number
        }
        let mark = "--- end of command \(number), status "
        try shell.write(line: "{ \(command)\n} 2>&1 </dev/null; printf '\\n%s%s\\n' '\(mark)' $?")
        var lines: [String] = []
        let end = try shell.waitForLine("the end of “\(command)”", within: timeout) { line in
            if line.hasPrefix(mark) { return true }
            lines.append(line)
            return false
        }
        return Outcome(
            status: Int(end.dropFirst(mark.count)) ?? -1,
            output: lines.joined(separator: "\n").trimmingCharacters(in: .newlines))
    }

    /// Runs a command line that must succeed; returns its output.
    @discardableResult
    package func succeed(_ command: String) throws -> String {
        let outcome = try run(command)
        guard outcome.status == 0 else { throw HarnessFailure("\(command): \(outcome.output)") }
        return outcome.output
    }

    /// Waits for a line of the journal that contains a text, and returns the first.
    ///
    /// Options such as `--user --unit appearanced` choose the lines. It asks again and again: `journalctl --follow`
    /// ends while there is no journal, and may miss a file that is begun meanwhile.
    @discardableResult
    package func waitForJournal(_ options: String = "--user", containing text: String) throws
        -> String
    {
        try succeed(
            "until journalctl \(options) --output=cat 2>&1 | grep -m1 -F '\(text)'; do sleep 0.1; done"
        )
    }
}
