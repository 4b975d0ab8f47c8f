import AppearanceTestSupport
import Testing

/// Clients that make the daemon hold bytes: half messages, and replies that they do not read.
@Suite(
    .bounded, .requires(.bus),
    .disabled(if: BuiltProducts.areSanitized, "a sanitizer has memory of its own"))
struct HeldBytesTests {
    private let daemon: RunningDaemon

    init() throws { daemon = try RunningDaemon.inDaylight() }

    private static let half = Array(
        (#"{"method":"io.github.appearanced.GetStatus","parameters":{"x":""#
            + String(repeating: "z", count: 60_000)).utf8)

    @Test(.row("U14")) func `half messages have a limit in all, and their memory is given back`()
        throws
    {
        let message = #"{"method":"io.github.appearanced.GetStatus"}"#
        // Half a message of an honest client, before all the others.
        let slow = try daemon.connect()
        try slow.send(Array(message.utf8.prefix(20)))
        _ = try daemon.status()
        let before = try daemon.process.privateMemoryKiB()
        let descriptors = try daemon.process.descriptorCount
        do {
            let clients = try (0..<400).map { _ in try daemon.connect() }
            // A client that is refused cannot send the rest.
            for client in clients { try? client.send(Self.half) }
            let deadline = Deadline()
            while try daemon.process.descriptorCount > descriptors + 4 << 20 / Self.half.count {
                try deadline.check("the end of the connections beyond the limit")
                _ = try daemon.status()
            }
            var reply: JSON?
            for client in clients where reply == nil {
                reply = try? client.nextReply(within: .milliseconds(50))
            }
            #expect(reply?["error"] == "io.github.appearanced.LimitsExceeded")
            #expect(
                reply?["parameters"]["limit"] == "4194304 bytes of unfinished messages in all")
            #expect(try daemon.process.privateMemoryKiB() < before + 12 * 1024)
            try slow.send(Array(message.utf8.dropFirst(20)) + [0])
            #expect(try slow.nextReply()["error"] == .null)
        }
        #expect(daemon.log("<4>").count == 1, "\(daemon.log)")
        try waitForMemory(before + 6 * 1024)
    }

    @Test(.row("U14")) func `unread replies have a limit in all, and none is lost`() throws {
        let call =
            Array(
                (#"{"method":"org.varlink.service.GetInterfaceDescription","#
                    + #""parameters":{"interface":"io.github.appearanced"}}"#).utf8) + [0]
        let before = try daemon.process.privateMemoryKiB()
        do {
            let clients = try (0..<400).map { _ in try daemon.connect() }
            for client in clients {
                for _ in 0..<20 { try client.send(call) }
            }
            // All of the calls before have been read by then, as far as they are.
            _ = try daemon.status()
            #expect(try daemon.process.privateMemoryKiB() < before + 12 * 1024)
            for client in clients {
                for _ in 0..<20 { #expect(try client.nextReply()["error"] == .null) }
            }
        }
        try waitForMemory(before + 6 * 1024)
    }

    /// Waits until the daemon has at most so many KiB of its own.
    private func waitForMemory(_ limit: Int) throws {
        let deadline = Deadline()
        while try daemon.process.privateMemoryKiB() > limit {
            try deadline.check("memory of \(limit) KiB")
            _ = try daemon.status()
        }
    }
}
