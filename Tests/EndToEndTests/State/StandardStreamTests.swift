import AppearanceTestSupport
import Foundation
import Testing

/// A daemon that nobody can hear is a daemon all the same.
@Suite(.requires(.bus)) struct StandardStreamTests {
    @Test(arguments: [
        ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full", "2>/dev/full",
        ">/dev/full 2>/dev/full",
    ])
    func itServesWhateverItsStreamsAre(redirection: String) throws {
        let daemon = try RunningDaemon(
            wrapper: ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"], home: .inDaylight())
        let connection = try daemon.connect()
        for mode in ["dark", "night", "light", "dark"] {
            let reply = try connection.call("SetMode", ["mode": .string(mode)])
            #expect(reply["parameters"]["status"]["appearance"] == .string(mode))
        }
        #expect(try daemon.appearancectl("get").output == "dark\n")
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "dark")
        // What is meant for nobody must not end in a file that was opened in an output's place.
        let lock = try String(contentsOfFile: daemon.home.socket + ".lock", encoding: .utf8)
        #expect(lock == "")
    }

    /// As when the journal has gone: the pipe is there, and nobody reads it.
    @Test func itServesWhereNobodyReadsWhatItSays() throws {
        let daemon = try RunningDaemon(
            wrapper: [
                "bash", "-c", "exec 3> >(exec true); wait $!; exec \"$@\" >&3 2>&3 3>&-", "-",
            ],
            home: .inDaylight())
        for mode in ["dark", "night"] {
            let reply = try daemon.connect().call("SetMode", ["mode": .string(mode)])
            #expect(reply["parameters"]["status"]["appearance"] == .string(mode))
        }
        #expect(try daemon.process.terminate() == .exited(0))
        #expect(try daemon.home.savedState()["mode"] == "night")
    }
}
