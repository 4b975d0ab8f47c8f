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
        (
            "set dark ",
            ["next", "after-next", "sunrise", "sunset", "15m", "30m", "45m", "1h", "2h", "8h"]
        ),
        ("set dark --until ", ["next", "after-next", "sunrise", "sunset"]),
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
        ("config get sensor.po", ["sensor.poll", "sensor.poll_steady"]),
        ("config unset ", ["ambient.dark_below", "schedule.sunday.dark"]),
        ("config set ambient.dark", ["ambient.dark_below"]),
        ("config set ambient.policy ", ["sensor", "darker", "lighter", "schedule"]),
        ("config set ambient.policy sensor portal.night.acc", ["portal.night.accent_color"]),
        ("config set ambient.policy sensor safety.flash_guard ", ["true", "false"]),
        ("config set ambient.dark_below ", ["40.0"]),
        ("config set light_to_dark 3", ["30s", "30m"]),
        ("config set schedule.dark sunr", ["sunrise", "sunrise+30m"]),
        ("config set schedule.night n", ["nautical_dawn", "nautical_dusk", "never"]),
        ("config set location.time_zone Europe/Berl", ["Europe/Berlin"]),
        ("log --since y", ["yesterday"]),
        ("log --until ", ["today", "yesterday", "1h", "3h", "12h", "1d", "7d", "30d"]),
        ("schedule --time-zone Europe/Berl", ["Europe/Berlin"]),
        ("simulate da", ["day.csv"]),
        ("simulate day.csv --config mi", ["mine.toml"]),
        ("config check mi", ["mine.toml"]),
        ("inhibit basenam", ["basename"]),
        ("inhibit --why work basenam", ["basename"]),
        ("inhibit cat da", ["date.txt", "day.csv"]),
        ("feed --source web --when-needed basenam", ["basename"]),
        ("feed --when-needed cat da", ["date.txt", "day.csv"]),
    ]

    /// The environment of a shell that finds the program.
    private var environment: [String: String] {
        let folder = (BuiltProducts.appearancectl as NSString).deletingLastPathComponent
        var environment = home.environment
        environment["PATH"] = folder + ":" + (environment["PATH"] ?? "")
        return environment
    }

    /// A folder with files that fit, and some that do not.
    private func fillFolder() throws -> String {
        try home.write(
            configuration: "[ambient]\ndark_below = 50\n[schedule.sunday]\ndark = \"22:00\"\n")
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
                environment: environment, directory: folder)
            #expect(run.errors == "")
            return run.output.split(separator: "\n").map(String.init)
        }
        for (line, expected) in Self.offers {
            #expect(try offered(line).sorted() == expected.sorted(), "\(line)")
        }
        #expect(Set(Self.verbs).subtracting(try offered("")).isEmpty)
        #expect(try offered("watch --").contains("--light"))
    }

    /// Returns what a shell at a terminal of zpty offers after each line and Tab.
    ///
    /// The shell prints `<ready>`, and at Tab `<match …>` for each match, or for several, and then `<end>`.
    private func offers(of shell: String, _ lines: [String]) throws -> [[String]] {
        let ask = """
            zmodload zsh/zpty
            zpty shell "$1"; zpty -r shell output '*<ready>*'
            for line in "${@[2,-1]}"; do
                # Without the line before.
                zpty -w -n shell $'\\x15'"appearancectl $line"$'\\t'; zpty -r shell output '*<end>*'
                print -r -- "$output"
            done
            """
        let run = try ChildProcess.run(
            "zsh", ["-fc", ask, "zsh", shell] + lines,
            environment: environment.merging(["ZDOTDIR": home.path, "TERM": "xterm"]) { $1 },
            directory: try fillFolder())
        #expect(run.errors == "")
        #expect(!run.output.contains("substitution"), "\(run.output)")
        let answers = run.output.split(separator: "<end>").map { answer in
            answer.matches(of: /<match ([^>]*)>/).flatMap {
                $0.1.split(separator: " ").map(String.init)
            }
        }
        try #require(answers.count >= lines.count, "\(run.output)")
        return Array(answers.prefix(lines.count))
    }

    /// The script has no cursor where no line is edited, so a terminal is needed.
    @Test(.requires(.fish, .zsh)) func `fish completes commands, options and values`() throws {
        let script = try script(for: "fish", as: "completion.fish")
        try home.write(
            """
            source \(script)
            function fish_prompt; end
            function offer
                complete -C | string replace -r '\\t.*' '' | string replace -r '(.*)' '<match $1>'
                echo '<end>'
            end
            bind \\t offer
            echo '<ready>'
            """, to: "offer.fish")
        let words = try offers(
            of: "fish --no-config -i -C 'source \(home.path)/offer.fish'",
            Self.offers.map(\.line) + [""])
        for ((line, expected), offered) in zip(Self.offers, words) {
            #expect(offered.sorted() == expected.sorted(), "\(line)")
        }
        #expect(Set(Self.verbs).subtracting(words.last ?? []).isEmpty)
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

    @Test(.requires(.zsh)) func `zsh completes commands, options and values`() throws {
        _ = try script(for: "zsh", as: "_appearancectl")
        try home.write(
            #"""
            PS1= LISTMAX=0
            fpath=($ZDOTDIR $fpath); autoload -Uz compinit; compinit -u -D
            compadd() {
                # With these, it collects matches into arrays for its caller.
                if [[ " ${@[1,(i)(-|--)]} " != *\ -[OAD]\ * ]]; then
                    local -a hits
                    builtin compadd -O hits "$@"
                    (( $#hits )) && print -rl -- "<match ${^hits}>"
                fi
                builtin compadd "$@"
            }
            finish() { print -r -- "<end>"; }
            offer() { comppostfuncs=(finish); zle list-choices; }
            zle -N offer; bindkey '^I' offer
            print -r -- "<ready>"
            """#, to: ".zshrc")
        let words = try offers(of: "zsh -i", Self.offers.map(\.line) + [""])
        for ((line, expected), offered) in zip(Self.offers, words) {
            #expect(Set(offered) == Set(expected), "\(line)")
        }
        #expect(Set(Self.verbs).subtracting(words.last ?? []).isEmpty)
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
