import AppearanceTestSupport
import Foundation
import Testing

/// The files that version 0.1.0 has left, in Tests/Fixtures/0.1.0.
@Suite(.bounded, .requires(.bus)) struct FirstVersionTests {
    private static let files = "Tests/Fixtures/0.1.0/"

    @Test func `state and configuration are read without a warning`() throws {
        let home = try TestHome()
        try home.write(configuration: Repository.text(of: Self.files + "config.toml"))
        try home.write(Repository.text(of: Self.files + "state.json"), to: home.stateFile)
        let daemon = try RunningDaemon(home: home)
        let status = try daemon.status()
        #expect(status["mode"] == "night" && status["appearance"] == "night")
        #expect(status["configuration"].string == home.configurationFile)
        #expect(status["configuration_error"] == .null)
        #expect(daemon.log("<4>") == [])
        #expect(try daemon.appearancectl("set", "auto").status == .exited(0))
        #expect(try daemon.appearancectl("config", "check").status == .exited(0))
        // The next start reads what this version has written over it.
        try daemon.process.terminate()
        #expect(try RunningDaemon(home: home, bus: daemon.bus).status()["mode"] == "auto")
    }
}
