/// A stand-in for a desktop's shell, with the D-Bus part of our real effect in it, which reports each change.
package final class FakeShellEffect: Sendable {
    /// The shell, and whether our effect is there.
    package enum Shell: String, CaseIterable, Sendable {
        case gnome
        case kwin
        case kwinWithoutEffect = "kwin-without-effect"

        /// The bus name of our effect.
        package var name: String {
            switch self {
            case .gnome: "io.github.appearanced.GnomeShell"
            case .kwin, .kwinWithoutEffect: "io.github.appearanced.KWin"
            }
        }

        /// The path of its object.
        package var path: String { "/" + name.replacing(".", with: "/") }
    }

    /// The interface of the effect.
    package static let interface = "io.github.appearanced.NightFilter1"
    /// The bus name of the filter, whose owner alone the effect serves.
    package static let filterName = "io.github.appearanced.NightFilter"

    private let process: ChildProcess

    /// Acquires the names of the shell on the session bus of an environment.
    package init(_ shell: Shell, environment: [String: String]) throws {
        let command =
            switch shell {
            case .gnome: ["gjs", "-m", Repository.support + "/gnome_shell.js"]
            case .kwin, .kwinWithoutEffect: [try Self.kwin.get(), shell.rawValue]
            }
        process = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: environment)
        try process.waitForLine(containing: "\"ready\"")
    }

    /// The program with the effect of KWin, compiled once a process.
    private static let kwin = Result {
        let program = BuiltProducts.directory + "/kwin_effect"
        let effect = Repository.root + "/config/kwin-effect"
        let run = try ChildProcess.run(
            "sh",
            [
                "-euc",
                """
                folder=$(mktemp -d)
                trap 'rm -rf "$folder"' EXIT
                moc=$(pkg-config --variable=host_bins Qt5Core)/moc
                "$moc" -o "$folder/requests.cpp" "$1/filterrequests.h"
                "$moc" -o "$folder/report.cpp" "$1/presencereport.h"
                "$moc" -o "$folder/kwin_effect.moc" "$2"
                c++ -std=c++20 -fPIC -O1 -Wall -Wextra -Werror -I"$folder" -I"$1" -o "$3" \\
                    "$2" "$1/filterrequests.cpp" "$1/presencereport.cpp" "$folder/requests.cpp" \\
                    "$folder/report.cpp" $(pkg-config --cflags --libs Qt5DBus)
                """, "sh", effect, Repository.support + "/kwin_effect.cpp", program,
            ], environment: TestHome.plainEnvironment)
        guard run.status == .exited(0) else { throw HarnessFailure(run.errors) }
        return program
    }

    /// Starts the reports of our extension or effect, which lines of standard input replace.
    package static func startPresence(_ shell: Shell, environment: [String: String]) throws
        -> ChildProcess
    {
        let command =
            switch shell {
            case .gnome: ["gjs", "-m", Repository.support + "/gnome_presence.js"]
            case .kwin, .kwinWithoutEffect: [try kwin.get(), "presence"]
            }
        let process = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: environment, keepsInput: true)
        try process.waitForLine(containing: "\"ready\"")
        return process
    }

    /// Waits for a change to this progress, as a filter has requested it or after its end.
    @discardableResult
    package func waitForProgress(_ progress: Double) throws -> JSON {
        try JSON(
            parsing: process.waitForLine("the progress \(progress)") {
                try JSON(parsing: $0)["progress"].number == progress
            })
    }

    /// The progress of each change so far.
    package var progress: [Double] {
        process.text().split(separator: "\n").compactMap {
            (try? JSON(parsing: String($0)))?["progress"].number
        }
    }

    /// Stops the process, as a shell that is busy, until `isBusy` is false again.
    package func setBusy(_ isBusy: Bool) throws {
        if isBusy { try process.stop() } else { process.signal(18) }
    }

    /// Leaves the bus, as when the shell exits or the extension is disabled.
    package func exit() throws {
        process.signal(15)
        try process.expectExit()
    }
}
