import AppearanceTestSupport
import Foundation
import Testing

/// The completions of `appearancectl`, requested from the shells.
@Suite(.bounded) struct CompletionTests {
    private let home: TestHome

    init() throws { home = try TestHome() }

    /// The script for a shell, in a file.
    private func script(for shell: String, as name: String) throws -> String {
        let run = try ChildProcess.run(
            BuiltProducts.appearancectl, ["--generate-completion-script", shell],
            environment: home.environment)
        #expect(run.status == .exited(0), "\(run.errors)")
        return try home.write(run.output, to: name)
    }

    /// A line and the completions at its end, all or some of them.
    static let offers: [(line: String, offered: [String])] = [
        ("set ", ["auto", "light", "dark", "night"]),
        ("set n", ["night"]),
        ("set dark --until ", ["next", "sunrise", "sunset"]),
        ("pause --until s", ["sunrise", "sunset"]),
        ("set dark --for ", ["15m", "30m", "45m", "1h", "2h", "8h"]),
        ("night preview ", ["10s", "30s", "1m"]),
        ("config explain ambient.dark", ["ambient.dark_below"]),
        (
            "config explain schedule.sunday.night",
            [
                "schedule.sunday.night", "schedule.sunday.night_end",
            ]
        ),
        ("schedule --time-zone Europe/Berl", ["Europe/Berlin"]),
        ("simulate da", ["day.csv"]),
        ("simulate day.csv --config mi", ["mine.toml"]),
        ("config check mi", ["mine.toml"]),
        ("inhibit basenam", ["basename"]),
        ("inhibit --why work basenam", ["basename"]),
        ("inhibit cat da", ["date.txt", "day.csv"]),
    ]

    /// A folder with files that fit, and some that do not.
    private func fillFolder() throws -> String {
        for name in ["day.csv", "date.txt", "mine.toml", "mind.txt"] {
            try home.write("", to: "folder/\(name)")
        }
        return home.path + "/folder"
    }

    private static let verbs = [
        "get", "status", "set", "toggle", "pause", "resume", "inhibit", "watch", "why", "feed",
        "sensors",
        "schedule", "simulate", "config",
    ]

    @Test func `bash completes commands, options and values`() throws {
        let script = try script(for: "bash", as: "completion.bash")
        let folder = try fillFolder()
        // As bash itself calls it: the words of the line, the last of them the one to complete.
        let ask = """
            source "$0"
            COMP_WORDS=(appearancectl "$@") COMP_CWORD=$# COMP_LINE="appearancectl $*"
            COMP_POINT=${#COMP_LINE}
            _appearancectl appearancectl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        func offered(_ line: String) throws -> [String] {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let run = try ChildProcess.run(
                "bash", ["--norc", "-c", ask, script] + words.map(String.init),
                environment: home.environment, directory: folder)
            #expect(run.errors == "")
            return run.output.split(separator: "\n").map(String.init)
        }
        for (line, expected) in Self.offers {
            #expect(try offered(line).sorted() == expected.sorted(), "\(line)")
        }
        #expect(Set(Self.verbs).subtracting(try offered("")).isEmpty)
        #expect(try offered("watch --").contains("--light"))
    }

    @Test(.requires(.fish)) func `fish completes commands, options and values`() throws {
        let script = try script(for: "fish", as: "completion.fish")
        let folder = try fillFolder()
        func offered(_ line: String) throws -> [String] {
            let run = try ChildProcess.run(
                "fish",
                [
                    "--no-config", "-c", "source $argv[1]; complete -C \"appearancectl $argv[2]\"",
                    script, line,
                ], environment: home.environment, directory: folder)
            #expect(run.errors == "")
            // A tab separates its description.
            return run.output.split(separator: "\n").compactMap {
                $0.split(separator: "\t").first.map(String.init)
            }
        }
        for (line, expected) in Self.offers {
            #expect(try offered(line).sorted() == expected.sorted(), "\(line)")
        }
        #expect(Set(Self.verbs).subtracting(try offered("")).isEmpty)
    }

    @Test(.requires(.zsh)) func `zsh accepts its script`() throws {
        let script = try script(for: "zsh", as: "_appearancectl")
        let syntax = try ChildProcess.run("zsh", ["-fn", script], environment: home.environment)
        #expect(syntax.status == .exited(0), "\(syntax.errors)")
        // As a login does: found in a folder of functions, and by its first line.
        let setUp = """
            fpath=($1 $fpath); autoload -Uz compinit; compinit -u -D
            print -- $_comps[appearancectl]; autoload -Uz +X _appearancectl && print taken
            """
        let run = try ChildProcess.run(
            "zsh", ["-fc", setUp, "zsh", home.path], environment: home.environment)
        #expect(run.output == "_appearancectl\ntaken\n", "\(run.errors)")
    }

    @Test func `the completions are installed where the shells look for them`() throws {
        try SystemdInstallation.install(into: home.path + "/installed")
        let share = home.path + "/installed/usr/local/share"
        for (shell, place) in [
            ("bash", "bash-completion/completions/appearancectl"),
            ("zsh", "zsh/site-functions/_appearancectl"),
            ("fish", "fish/vendor_completions.d/appearancectl.fish"),
        ] {
            let text = try String(contentsOfFile: "\(share)/\(place)", encoding: .utf8)
            let run = try ChildProcess.run(
                BuiltProducts.appearancectl, ["--generate-completion-script", shell],
                environment: home.environment)
            // A file that is read, not executed, has no interpreter in its first line.
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(text == lines.drop { $0.hasPrefix("#!") }.joined(separator: "\n"))
            #expect(!text.isEmpty)
        }
    }
}
