import AppearanceTestSupport
import Foundation
import Glibc
import Testing

/// The commands of docs/desktop-pc.md.
@Suite(.bounded, .requires(.bus, .busClient, .mqtt)) struct LightSourceDocumentTests {
    private let daemon: RunningDaemon
    private let client: BusClient
    private let commands: [String]

    init() throws {
        daemon = try RunningDaemon.inDaylight()
        client = try daemon.busClient()
        commands = try DocumentSection.blocks(of: "sh", in: "docs/desktop-pc.md")
        try #require(commands.count == 4)
    }

    private func start(_ command: String) throws -> ChildProcess {
        let path = "\(BuiltProducts.directory):\(daemon.environment["PATH"] ?? "")"
        return try ChildProcess(
            "sh", ["-c", command], environment: daemon.environment.merging(["PATH": path]) { $1 })
    }

    private func wait(for lux: JSON) throws {
        let deadline = Deadline()
        while try daemon.status()["light"] != lux { try deadline.check("\(lux) lux") }
    }

    @Test(.row("S41")) func `a serial line reports light, which ends when it is unplugged`() throws
    {
        var (board, port): (Int32, Int32) = (0, 0)
        var name = [CChar](repeating: 0, count: 128)
        try #require(openpty(&board, &port, &name, nil, nil) == 0)
        let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let feed = try start(commands[0].replacing("/dev/ttyACM0", with: text))
        try FileHandle(fileDescriptor: board).write(contentsOf: Data("15\r\n".utf8))
        try wait(for: 15)
        #expect(try daemon.status()["reported_by"] == "desk")
        try FileHandle(fileDescriptor: board).write(contentsOf: Data("900.5\r\n".utf8))
        try wait(for: 900.5)
        close(port)
        close(board)
        try wait(for: .null)
        #expect(try feed.expectExit() != .killed(signal: SIGKILL))
    }

    @Test(
        arguments: [(1, 42.5, "window"), (2, 12, "phone"), (3, 300, "weather")]
            as [(Int, JSON, String)])
    func `a source on the network is read when a level is needed`(
        number: Int, lux: JSON, source: String
    ) throws {
        let server = try ChildProcess(
            Python.system, [Repository.support + "/web_light.py"],
            environment: daemon.environment)
        defer { server.signalGroup(SIGKILL) }
        let line = try server.waitForLine(containing: "port")
        let address = "http://127.0.0.1:\(line.split(separator: " ")[1].trimmed)"
        try daemon.home.write("Authorization: Bearer secret\n", to: ".config/home-assistant-token")
        var command = commands[number]
        for host in [
            "http://window.local", "http://homeassistant.local:8123", "https://api.open-meteo.com",
        ] { command = command.replacing(host, with: address) }
        let feed = try start(command)
        try wait(for: lux)
        #expect(try daemon.status()["reported_by"] == .string(source))
        #expect(feed.text(on: .errors) == "")
        feed.signalGroup(SIGKILL)
    }
}

extension StringProtocol {
    fileprivate var trimmed: String { String(self).trimmingCharacters(in: .whitespacesAndNewlines) }
}
