import AppearanceTestSupport
import Foundation
import Testing

/// The service as a user has it: under a real `systemd --user`, with its journal and its bus.
@Suite(.requires(.userManager), .serialized) struct ServiceTests {
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

    @Test func enabledAndStartedItIsReadyAndAnswersAndSaysWhyInTheJournal() throws {
        try run("systemctl --user enable --now appearanced")
        #expect(try run("systemctl --user is-active appearanced") == "active")
        #expect(try run("bin/appearancectl get") == "light")
        #expect(
            try run(
                "busctl --user get-property io.github.appearanced /io/github/appearanced"
                    + " io.github.appearanced.Appearance1 Reason") == "s \"schedule\"")
        let journal = try run("journalctl --user --sync; journalctl --user -u appearanced -o cat")
        #expect(journal.contains("Light since "), "\(journal)")
        #expect(!journal.contains("<6>"), "\(journal)")
    }

    @Test func killedItIsStartedAgainAndKeepsWhatWasChosen() throws {
        try run("systemctl --user enable --now appearanced")
        try run("bin/appearancectl set night")
        // What is chosen is on the disk half a second later at the latest.
        try run("until grep -qs night .local/state/appearanced/state.json; do :; done")
        let first = try mainProcess
        try run("systemctl --user kill -s KILL appearanced")
        try run(
            "until systemctl --user is-active -q appearanced && test $(systemctl --user show"
                + " -P MainPID appearanced) != \(first); do :; done")
        #expect(try run("bin/appearancectl get") == "night")
        #expect(try run("systemctl --user show -P NRestarts appearanced") == "1")
    }

    @Test func stoppedItLeavesNeitherSocketNorName() throws {
        try run("systemctl --user enable --now appearanced")
        try run("systemctl --user restart appearanced")
        #expect(try run("bin/appearancectl get") == "light")
        try run("systemctl --user stop appearanced")
        #expect(try run("systemctl --user show -P Result appearanced") == "success")
        #expect(
            try manager.run("test -e $XDG_RUNTIME_DIR/appearanced/io.github.appearanced").status
                == 1)
        let outcome = try manager.run("bin/appearancectl get")
        #expect(outcome.status == 3)
        #expect(outcome.output.contains("systemctl --user enable --now appearanced"))
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

    @Test func aSecondOneEndsWithThreeAndIsNotStartedAgain() throws {
        try run("systemctl --user enable --now appearanced")
        let outcome = try manager.run(
            "systemd-run --user --wait -q -p RestartPreventExitStatus=3 -p Restart=on-failure"
                + " ~/bin/appearanced")
        #expect(outcome.status == 3, "\(outcome.output)")
        #expect(try run("bin/appearancectl get") == "light")
    }

    @Test func itsSocketUnitStartsItForTheFirstWhoAsks() throws {
        try run("systemctl --user enable appearanced.socket")
        try run("systemctl --user start appearanced.socket")
        #expect(try manager.run("systemctl --user is-active -q appearanced").status != 0)
        #expect(try run("bin/appearancectl get") == "light")
        #expect(try run("systemctl --user is-active appearanced") == "active")
    }
}
