import AppearanceTestSupport
import Foundation
import Testing

/// Hooks under a real `systemd --user`: each is a separate unit, outside of the daemon's sandbox.
@Suite(.bounded, .requires(.userManager)) struct SystemdHookTests {
    private let manager: UserManager

    init() throws {
        manager = try UserManager.withDaemon { home in
            try home.write(
                TestHome.daylight + "[hooks]\ntimeout = \"1s\"\n",
                to: ".config/appearanced/config.toml")
        }
    }

    private func hook(_ name: String, _ script: String) throws {
        let path = ".config/appearanced/hooks.d/\(name)"
        try manager.succeed(
            "mkdir -p .config/appearanced/hooks.d; cat >\(path) <<'END'\n#!/bin/sh\n\(script)\nEND\n"
                + "chmod +x \(path)")
    }

    private func waitUntilRecorded(_ pattern: String) throws {
        try manager.succeed(
            "until grep -Eqs '\(pattern)' .local/state/appearanced/hooks.json; do :; done")
    }

    @Test func `a hook runs outside of the sandbox, and writes to the journal by its name`() throws
    {
        // By the shell itself: the journal may not learn which unit a process belonged to that has ended.
        try hook(
            "probe-1",
            "lines() { while read -r line; do echo \"$line\"; done <$1; }\n"
                + "lines /proc/self/cgroup; lines /proc/self/status; umask; echo got $1")
        try manager.succeed("systemctl --user enable --now appearanced")
        try waitUntilRecorded("\"name\":\"probe-1\",\"argument\":\"light\".*\"ending\":\"exited\"")
        let journal = try manager.succeed(
            "for i in $(seq 300); do journalctl --user -t probe-1 --output=cat >said;"
                + " grep -q got said && break; done; cat said; grep -q got said || journalctl --user"
        )
        #expect(journal.contains("appearanced-hook-probe\\x2d1.service"))
        #expect(journal.contains("NoNewPrivs:\t0"))
        #expect(!journal.contains("\n0077\n"))
        #expect(journal.contains("got light"))
        // Nothing is left of the unit.
        try manager.succeed(
            "while systemctl --user list-units --all --plain --no-legend 'appearanced-hook-*'"
                + " | grep -q .; do :; done")
    }

    /// The sandbox hides the processes of hooks from the daemon.
    @Test(.row("U15"), .row("D27")) func `a hook in its unit changes no mode, by socket or bus`()
        throws
    {
        try hook(
            "own",
            "bin/appearancectl toggle >said 2>&1; dbus-send --session --print-reply"
                + " --dest=io.github.appearanced /io/github/appearanced"
                + " io.github.appearanced.Appearance1.Toggle >>said 2>&1; echo $1 >>ran")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("until grep -q light ran 2>/dev/null; do :; done")
        let said = try manager.succeed("cat said")
        let refusals = said.split(separator: "\n").count {
            $0.contains("the hook own cannot change the mode while it runs")
        }
        #expect(refusals == 2, "\(said)")
        try manager.succeed("bin/appearancectl set dark; until grep -q dark ran; do :; done")
        #expect(try manager.succeed("bin/appearancectl get").contains("dark"))
    }

    @Test(.row("C8")) func `a hook that hangs is killed with its children`() throws {
        try hook(
            "hanging",
            "trap '' TERM; (trap '' TERM; sleep 1000) & echo $$ $! >pids; sleep 1000; sleep 1000")
        try hook("failing", "exit 3")
        try hook("starter", "sleep 1000 & echo $! >left")
        try manager.succeed("systemctl --user enable --now appearanced")
        try waitUntilRecorded("\"name\":\"failing\".*\"ending\":\"exited\",\"status\":3")
        try waitUntilRecorded("\"name\":\"hanging\".*\"ending\":\"timedOut\"")
        // A killed process is there until systemd has collected it, later than its exit is recorded.
        try manager.succeed(
            "for p in $(cat pids); do while kill -0 $p 2>/dev/null; do :; done; done")
        // A process that a hook leaves behind stays.
        try manager.succeed("kill $(cat left)")
    }

    @Test(.row("C9"))
    func `a hook that leaves a program behind runs outside of the sandbox each time`() throws {
        try manager.succeed("sed -i 's/1s/5m/' .config/appearanced/config.toml")
        try hook("wall", "sleep 1000 & echo $! >>left; echo $(cat /proc/self/cgroup) >>groups")
        try manager.succeed("systemctl --user enable --now appearanced")
        try waitUntilRecorded("\"name\":\"wall\",\"argument\":\"light\".*\"ending\":\"exited\"")
        for mode in ["dark", "night"] {
            try manager.succeed("bin/appearancectl set \(mode)")
            try waitUntilRecorded(
                "\"name\":\"wall\",\"argument\":\"\(mode)\".*\"ending\":\"exited\"")
        }
        let groups = try manager.succeed("cat groups").split(separator: "\n")
        #expect(groups.count == 3)
        for group in groups { #expect(group.contains("/appearanced-hook-wall"), "\(group)") }
        try manager.succeed("systemctl --user restart appearanced")
        #expect(try manager.succeed("for p in $(cat left); do kill $p || echo gone; done") == "")
    }

    @Test func `a hook with a long name runs outside of the sandbox too`() throws {
        // Each hyphen has four bytes in the name of a unit; the two differ in the last byte.
        let name = String(repeating: "-", count: 100) + String(repeating: "a", count: 100)
        for end in ["x", "y"] {
            try hook(
                name + end,
                "while read -r line; do echo \"$line\"; done </proc/self/cgroup >groups-\(end)")
        }
        try manager.succeed("systemctl --user enable --now appearanced")
        for end in ["x", "y"] {
            try waitUntilRecorded("\"name\":\"\(name)\(end)\".*\"ending\":\"exited\"")
        }
        let groups = try ["x", "y"].map { try manager.succeed("cat groups-\($0)") }
        #expect(groups[0] != groups[1])
        for group in groups { #expect(group.contains("/appearanced-hook-\\x2d"), "\(group)") }
        #expect(try !manager.succeed("journalctl --user -u appearanced").contains("of the daemon"))
    }

    @Test(.row("C10"))
    func `a hook of a killed daemon that ignores being asked is ended before it runs again`()
        throws
    {
        try hook("a", "trap '' TERM; echo $$ >>pids; [ -e gate ] || exec sleep 1000")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("until [ -s pids ]; do :; done; touch gate")
        try manager.succeed("systemctl --user kill -s KILL appearanced")
        try waitUntilRecorded("\"name\":\"a\".*\"ending\":\"exited\"")
        try manager.succeed("! kill -0 $(head -n1 pids) 2>/dev/null")
    }

    @Test(.row("C10")) func `a hook of a killed daemon is ended before it runs again`() throws {
        try manager.succeed("sed -i 's/1s/5m/' .config/appearanced/config.toml")
        try hook("a", "echo $$ >>pids; [ -e gate ] || sleep 1000; echo done $1 >>ran")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("until [ -s pids ]; do :; done; touch gate")
        try manager.succeed("systemctl --user kill -s KILL appearanced")
        try waitUntilRecorded("\"name\":\"a\".*\"ending\":\"exited\"")
        #expect(try manager.succeed("cat ran") == "done light")
        try manager.succeed("! kill -0 $(head -n1 pids) 2>/dev/null")
    }
}
