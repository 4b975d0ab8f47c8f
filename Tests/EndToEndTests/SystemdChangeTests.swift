import AppearanceTestSupport
import Foundation
import Testing

/// What a service that is killed or reloaded by a real `systemd --user` keeps.
@Suite(.requires(.userManager)) struct SystemdChangeTests {
    private let manager: UserManager

    init() throws {
        manager = try UserManager.withDaemon { home in
            try home.write(TestHome.daylight, to: ".config/appearanced/config.toml")
        }
    }

    /// Runs a command line that is to succeed; what it said.
    @discardableResult
    private func run(_ command: String) throws -> String {
        let outcome = try manager.run(command)
        #expect(outcome.status == 0, "\(command): \(outcome.output)")
        return outcome.output
    }

    private var mainProcess: String {
        get throws { try run("systemctl --user show -P MainPID appearanced") }
    }

    @Test func killedItIsStartedAgainAndKeepsWhatWasChosen() throws {
        try run("systemctl --user enable --now appearanced")
        try run("bin/appearancectl set night")
        // What is chosen is on the disk half a second later at the latest.
        try run(
            "until grep -Eqs '\"mode\": *\"night\"' .local/state/appearanced/state.json; do :; done"
        )
        try run("systemctl --user kill -s KILL appearanced")
        // Both in one answer: between two, the killed process may have been seen as active still.
        try run(
            "until systemctl --user show -p NRestarts -p SubState appearanced | sort | paste -s |"
                + " grep -q '^NRestarts=[1-9].*SubState=running$'; do :; done")
        #expect(try run("bin/appearancectl get") == "night")
        #expect(try run("systemctl --user show -P NRestarts appearanced") == "1")
    }

    @Test func aReloadTakesANewConfigurationWithoutARestart() throws {
        try run("systemctl --user enable --now appearanced")
        let process = try mainProcess
        try run("printf '[ambient]\\npolcy = 1\\n' > .config/appearanced/config.toml")
        try run("systemctl --user reload appearanced")
        try run(
            "until bin/appearancectl status --json | grep -q 'did you mean `policy`'; do :; done")
        #expect(try mainProcess == process)
        #expect(try run("bin/appearancectl get") == "light")
    }
}
