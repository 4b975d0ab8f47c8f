import AppearanceTestSupport
import Foundation
import Testing

/// The real daemon for a month of noisy light, 7,200 times as fast.
@Suite(.bounded(minutes: 30), .requires(.bus)) struct SoakTests {
    private static let days: Int64 = 30
    /// 2026-01-01T00:00:00Z, in seconds.
    private static let start: Int64 = 1_767_225_600

    /// A level every 30 s that wanders across every threshold, with 30 % of noise on it.
    private func trace(seed: UInt64) -> String {
        var dice = SplitMix64(seed: seed)
        var level = 60.0
        var text = "time,lux\n"
        let format = ISO8601DateFormatter()
        for offset in stride(from: 0, through: Self.days * 86_400, by: 30) {
            if offset % 1_800 == 0 {
                level = min(max(level * Double.random(in: 0.25...4, using: &dice), 0.5), 2_000)
            }
            let date = Date(timeIntervalSince1970: Double(Self.start + offset))
            let lux = level * Double.random(in: 0.7...1.3, using: &dice)
            text += "\(format.string(from: date)),\(lux)\n"
        }
        return text
    }

    @Test(
        .disabled(if: BuiltProducts.areSanitized, "a sanitizer has memory of its own"),
        .nightly, .row("P6"), arguments: Seeds.chosen([30]))
    func `a month of noise leaves memory, descriptors and threads as they were`(seed: UInt64)
        throws
    {
        let home = try TestHome()
        let path = try home.write(trace(seed: seed), to: "month.csv")
        let daemon = try RunningDaemon(
            arguments: ["--simulate", path, "--speed", "7200"], home: home)
        let watcher = try SocketConnection(to: home.socket)
        try watcher.send("Watch", with: ["more": true])
        try wait(forDay: 2, on: watcher)
        let memory = try daemon.process.privateMemoryKiB()
        let descriptors = try daemon.process.descriptorCount
        let threads = try daemon.process.threadCount
        try wait(forDay: Self.days - 1, on: watcher)
        let growth = try daemon.process.privateMemoryKiB() - memory
        print("night: \(Self.days) days, memory \(memory) KiB and \(growth) KiB more")
        #expect(growth <= 256)
        #expect(try daemon.process.descriptorCount == descriptors)
        // A thread that writes the state comes and goes.
        #expect(try daemon.process.threadCount <= threads + 1)
        #expect(try daemon.process.terminate() == .exited(0))
    }

    /// Waits for the first change after so many simulated days.
    private func wait(forDay day: Int64, on watcher: SocketConnection) throws {
        let moment = (Self.start + day * 86_400) * 1_000_000
        _ = try watcher.nextReply(within: .seconds(1_200)) {
            ($0["parameters"]["status"]["since"].integer ?? 0) >= moment
        }
    }
}
