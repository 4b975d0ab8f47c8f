import AppearanceTestSupport
import Foundation
import Testing

/// A socket whose file is removed while the daemon runs, as by a program that cleans up.
@Suite(.bounded, .requires(.bus)) struct SocketFileTests {
    @Test(arguments: ["the file", "its directory"])
    func `a removed socket is created again, and clients stay connected`(removed: String) throws {
        let daemon = try RunningDaemon.inDaylight()
        let client = try daemon.connect()
        try client.send("Watch", with: ["more": true])
        #expect(try client.nextReply()["parameters"]["status"]["appearance"] == "light")

        let directory = (daemon.home.socket as NSString).deletingLastPathComponent
        let path = removed == "the file" ? daemon.home.socket : directory
        try FileManager.default.removeItem(atPath: path)
        try daemon.process.waitForLine(containing: "was removed; it is there again", on: .errors)

        let outcome = try daemon.appearancectl("set", "night")
        #expect(outcome.status == .exited(0), "\(outcome.errors)")
        #expect(try client.nextReply()["parameters"]["status"]["mode"] == "night")
        let attributes = try FileManager.default.attributesOfItem(atPath: directory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)

        // It is this daemon's to remove, as the first one was.
        daemon.process.signal(SIGTERM)
        #expect(try daemon.process.expectExit() == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: daemon.home.socket))
    }

    @Test func `a file of another program at the path is kept`() throws {
        let daemon = try RunningDaemon.inDaylight()
        try FileManager.default.removeItem(atPath: daemon.home.socket)
        try "precious".write(toFile: daemon.home.socket, atomically: true, encoding: .utf8)
        // A reload waits as long as the watch of the socket's file, and began later.
        try daemon.home.write(configuration: TestHome.evening)
        let client = try daemon.busClient()
        if try client.get("Appearance") != "dark" {
            try client.waitForSignal("AppearanceChanged") { $0[0] == "dark" }
        }
        #expect(try String(contentsOfFile: daemon.home.socket, encoding: .utf8) == "precious")
        try client.call("SetMode", "sa{sv}", ["night", [:]])
        try FileManager.default.removeItem(atPath: daemon.home.socket)
        try daemon.process.waitForLine(containing: "it is there again", on: .errors)
        #expect(try daemon.status()["mode"] == "night")
    }
}
