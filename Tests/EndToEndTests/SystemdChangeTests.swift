import AppearanceTestSupport
import Foundation
import Testing

/// The state of a service that a real `systemd --user` kills or reloads.
@Suite(.bounded, .requires(.userManager)) struct SystemdChangeTests {
    private let manager: UserManager

    init() throws {
        manager = try UserManager.withDaemon { home in
            try home.write(TestHome.daylight, to: ".config/appearanced/config.toml")
        }
    }

    private var mainProcess: String {
        get throws { try manager.succeed("systemctl --user show -P MainPID appearanced") }
    }

    /// Waits until a mode is saved, at most half a second after it was set.
    private func waitUntilSaved(mode: String) throws {
        try manager.succeed(
            "until grep -Eqs '\"mode\": *\"\(mode)\"' .local/state/appearanced/state.json; do :; done"
        )
    }

    /// Both in one answer: between two, the ended process may have been seen as active still.
    private func waitUntilRestarted() throws {
        let wait =
            "until systemctl --user show -p NRestarts -p SubState appearanced | sort | paste -s |"
            + " grep -q '^NRestarts=[1-9].*SubState=running$'; do :; done"
        let outcome = try manager.run(wait, within: .seconds(60))
        #expect(outcome.status == 0, "\(outcome.output)")
    }

    @Test func `a killed service is restarted and keeps the mode`() throws {
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("bin/appearancectl set night")
        try waitUntilSaved(mode: "night")
        try manager.succeed("systemctl --user kill -s KILL appearanced")
        try waitUntilRestarted()
        #expect(try manager.succeed("bin/appearancectl get") == "night")
        #expect(try manager.succeed("systemctl --user show -P NRestarts appearanced") == "1")
    }

    @Test func `a reload loads a new configuration without a restart`() throws {
        try manager.succeed("systemctl --user enable --now appearanced")
        let process = try mainProcess
        try manager.succeed("printf '[ambient]\\npolcy = 1\\n' > .config/appearanced/config.toml")
        try manager.succeed("systemctl --user reload appearanced")
        try manager.succeed(
            "until bin/appearancectl status --json | grep -q 'did you mean `policy`'; do :; done")
        #expect(try mainProcess == process)
        #expect(try manager.succeed("bin/appearancectl get") == "light")
    }

    /// A daemon that is stopped feeds no watchdog, so the manager ends it and starts another.
    @Test(.row("P3")) func `the watchdog restarts a service that hangs`() throws {
        let folder = ".config/systemd/user/appearanced.service.d"
        let settings = "[Service]\\nWatchdogSec=4\\nTimeoutAbortSec=1\\n"
        try manager.succeed("mkdir \(folder) && printf '\(settings)' > \(folder)/watchdog.conf")
        try manager.succeed("systemctl --user daemon-reload")
        try manager.succeed("systemctl --user enable --now appearanced")
        try manager.succeed("bin/appearancectl set night")
        try waitUntilSaved(mode: "night")
        try manager.succeed("systemctl --user kill -s STOP appearanced")
        try waitUntilRestarted()
        #expect(try manager.succeed("bin/appearancectl get") == "night")
        try manager.waitForJournal(
            "--user --unit appearanced", containing: "Watchdog timeout")
    }
}
