import AppearanceModel
import AppearanceTestSupport
import DBus
import EventLoop
import Foundation
import Linux
import Testing

@testable import AppearanceDaemon

/// Hooks beside a loop that the test turns.
@Suite(.bounded, .requires(.bus)) struct HookPublisherTests {
    private func status(_ appearance: Appearance) -> Snapshot {
        Snapshot(
            mode: .auto, appearance: appearance, previous: nil, reason: .schedule, explanation: "",
            since: WallTime(secondsSinceEpoch: 0), until: nil, next: nil, light: nil, sensor: .none,
            paused: false, inhibitors: [], configurationError: nil, sequence: 0)
    }

    /// A service manager that gives up each start without an answer, as one that hangs does.
    private func hangingManager(on connection: BusConnection) -> ExportedObject {
        connection.export(
            path: "/org/freedesktop/systemd1",
            [
                ExportedInterface(
                    "org.freedesktop.systemd1.Manager",
                    methods: [
                        ExportedMethod("Subscribe") { $0.reply() },
                        ExportedMethod("UnrefUnit", takes: "s") { $0.reply() },
                        ExportedMethod(
                            "StartTransientUnit", takes: "ssa(sv)a(sa(sv))", returns: "o"
                        ) { $0.refuse(.noReply("it hangs")) },
                    ])
            ])
    }

    @Test func `a hook whose start the service manager does not answer runs nowhere else`() throws {
        let home = try TestHome()
        try home.write(
            program: "#!/bin/sh\necho $1 >>\(home.path)/ran\n",
            to: "config/appearanced/hooks.d/a")
        let loop = try EventLoop()
        let bus = try PrivateBus(in: home)
        let (own, other) = (
            try BusConnection(loop: loop, address: bus.address),
            try BusConnection(loop: loop, address: bus.address)
        )
        defer {
            own.close()
            other.close()
        }
        let manager = hangingManager(on: other)
        var isOwner = false
        other.requestName("org.freedesktop.systemd1", flags: .queue) { _ in isOwner = true }
        let deadline = Deadline()
        while !isOwner {
            try deadline.check("the name")
            try loop.runOnce(timeout: 100_000)
        }
        let publisher = HookPublisher(
            HookSettings(), in: ServiceEnvironment { home.environment[$0] },
            recordingIn: home.stateHome + "/hooks.json", on: own,
            log: Log { _ in })
        publisher.publish(status(.light))
        try publisher.start()
        func recorded() -> String {
            File.text(of: home.stateHome + "/hooks.json", limit: 10_000) ?? ""
        }
        while recorded().isEmpty {
            try deadline.check("the end of the hook")
            try loop.runOnce(timeout: 100_000)
        }
        #expect(recorded().contains("unknown"), "\(recorded())")
        #expect(File.text(of: home.path + "/ran", limit: 100) == nil)
        withExtendedLifetime((bus, manager)) { publisher.stop() }
    }

    /// Creates a publisher that runs the hooks of a home one after the other.
    private static func publisher(in home: TestHome, on connection: BusConnection) -> HookPublisher
    {
        var settings = HookSettings()
        settings.parallel = 1
        return HookPublisher(
            settings, in: ServiceEnvironment { home.environment[$0] },
            recordingIn: home.stateHome + "/hooks.json", on: connection, log: Log { _ in })
    }

    @Test(.row("C17")) func `results of hooks in a folder that cannot be read are kept`() throws {
        let home = try TestHome()
        let folder = home.configHome + "/appearanced/hooks.d"
        try #require(mkfifo(home.path + "/open", 0o600) == 0)
        try home.write(program: "#!/bin/sh\n", to: "config/appearanced/hooks.d/a")
        // It runs in the night until the end of the test.
        try home.write(
            program: "#!/bin/sh\n[ $1 != night ] || read line <\(home.path)/open\n",
            to: "config/appearanced/hooks.d/b")
        let loop = try EventLoop()
        let bus = try PrivateBus(in: home)
        let connection = try BusConnection(loop: loop, address: bus.address)
        defer { connection.close() }
        let publisher = Self.publisher(in: home, on: connection)
        let deadline = Deadline()
        func turn(until isRecorded: (String) -> Bool) throws -> String {
            while true {
                let text = File.text(of: home.stateHome + "/hooks.json", limit: 10_000) ?? ""
                if isRecorded(text) { return text }
                try deadline.check("a result in \(text)")
                try loop.runOnce(timeout: 10_000)
            }
        }
        publisher.publish(status(.light))
        try publisher.start()
        _ = try turn { $0.contains("\"a\"") && $0.contains("\"b\"") }
        let manager = FileManager.default
        try manager.moveItem(atPath: folder, toPath: home.path + "/away")
        try home.write("", to: folder)
        publisher.publish(status(.dark))
        while try loop.runOnce(timeout: 20_000) { try deadline.check("the loop to rest") }
        try manager.removeItem(atPath: folder)
        try manager.moveItem(atPath: home.path + "/away", toPath: folder)
        publisher.publish(status(.night))
        let text = try turn { $0.contains("night") }
        #expect(text.contains("\"b\""), "\(text)")
        withExtendedLifetime(bus) { publisher.stop() }
    }

    /// Hooks are looked for a moment after a change, so a hook may end in between.
    @Test func `a hook that ends just after a change starts none that was due before it`() throws {
        let home = try TestHome()
        for name in ["a", "b"] {
            try home.write(
                program: "#!/bin/sh\ncd \(home.path); echo $$ >pid; echo \(name) $1 >>ran\n",
                to: "config/appearanced/hooks.d/\(name)")
        }
        let loop = try EventLoop()
        let bus = try PrivateBus(in: home)
        let connection = try BusConnection(loop: loop, address: bus.address)
        defer { connection.close() }
        let publisher = Self.publisher(in: home, on: connection)
        var ran: [String] {
            (File.text(of: home.path + "/ran", limit: 1000) ?? "").split(separator: "\n")
                .map(String.init)
        }
        publisher.publish(status(.light))
        try publisher.start()
        let deadline = Deadline()
        while ran.isEmpty {
            try deadline.check("the first hook")
            try loop.runOnce(timeout: 100_000)
        }
        let pid = (File.text(of: home.path + "/pid", limit: 100) ?? "").filter(\.isNumber)
        while File.text(of: "/proc/\(pid)/stat", limit: 1000)?.contains(") Z ") == false {
            try deadline.check("the end of the first hook")
        }
        publisher.publish(status(.dark))
        while ran.last != "b dark" || !ran.contains("a dark") {
            try deadline.check("the hooks of the change; \(ran)")
            try loop.runOnce(timeout: 100_000)
        }
        #expect(ran == ["a light", "a dark", "b dark"])
        withExtendedLifetime(bus) { publisher.stop() }
    }
}
