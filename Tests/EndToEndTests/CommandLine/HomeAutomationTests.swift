import AppearanceTestSupport
import Foundation
import Testing

/// The commands of docs/home-automation.md, with a real broker.
@Suite(.bounded, .requires(.bus, .busClient, .mqtt)) struct HomeAutomationTests {
    private let scene: HookScene
    private let daemon: RunningDaemon
    private let broker: ChildProcess
    /// The commands of the document, with the address of the broker.
    private let commands: [String]
    private let address: String

    init() throws {
        scene = try HookScene("on_start = \"never\"")
        let socket = scene.home.path + "/mqtt"
        address = "--unix " + socket
        let configuration = try scene.home.write(
            "listener 0 \(socket)\nallow_anonymous true\nuser root\n", to: "mosquitto.conf")
        broker = try ChildProcess(
            "/usr/sbin/mosquitto", ["-c", configuration], environment: scene.home.environment)
        try broker.waitForLine(containing: " running", on: .errors)
        commands = try DocumentSection.blocks(of: "sh", in: "docs/home-automation.md").map {
            [address] in $0.replacing("-h broker", with: address)
        }
        try #require(commands.count == 2 && commands.allSatisfy { $0.contains(socket) })
        daemon = try scene.daemon()
    }

    private func run(_ command: String) throws -> FinishedProcess {
        try ChildProcess.run("sh", ["-c", command], environment: daemon.environment)
    }

    private func publish(_ message: String) throws {
        let command = "mosquitto_pub \(address) -r -t zigbee2mqtt/window -m '\(message)'"
        let run = try run(command)
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    private func wait(for lux: Double) throws {
        let deadline = Deadline()
        while try daemon.status()["light"].number != lux { try deadline.check("\(lux) lux") }
    }

    @Test func `a sensor on the broker reports the light`() throws {
        try publish(#"{"battery": 97, "illuminance": 15}"#)
        let path = "\(BuiltProducts.directory):\(daemon.environment["PATH"] ?? "")"
        let feed = try ChildProcess(
            "sh", ["-c", commands[0]],
            environment: daemon.environment.merging(["PATH": path]) { $1 })
        try wait(for: 15)
        // Without an illuminance, and no JSON: neither ends the pipeline.
        try publish(#"{"battery": 96}"#)
        try publish("offline")
        try publish(#"{"illuminance": 900}"#)
        try wait(for: 900)
        #expect(try daemon.status()["reported_by"] == "window")
        #expect(feed.text(on: .errors) == "")
    }

    @Test func `the hook publishes the appearance for later subscribers too`() throws {
        try scene.home.write(program: commands[1], to: scene.folder + "/mqtt")
        for mode in ["night", "light"] {
            try daemon.set(mode)
            try scene.waitUntilRecorded("mqtt", mode)
            let message = try run("mosquitto_sub \(address) -C 1 -t home/desk/appearance")
            #expect(message.output == mode + "\n")
        }
    }
}
