import AppearanceTestSupport
import EventLoop
import Foundation
import Testing

// One at a time: all make the kernel send events of the same device.
@Suite(.bounded, .serialized)
struct UdevTests {
    private static let device = "/sys/devices/virtual/mem/null"
    private static let hasDevice = exists(device + "/uevent")
    /// Only root can make the kernel send an event of a device again.
    private static let canTell =
        geteuid() == 0 && access(device + "/uevent", W_OK) == 0 && exists("/proc/self/ns/net")

    @Test(.requires(that: hasDevice, "/sys/devices/virtual/mem/null"))
    func `the system's devices are found`() throws {
        let devices = try UdevContext().devices(inSubsystem: "mem")
        let null = try #require(devices.first { $0.sysname == "null" })
        #expect(null.syspath == Self.device)
        #expect(null.parentDevpath == nil)
        #expect(null.properties["DEVNAME"] == "/dev/null")
    }

    @Test func `a subsystem that does not exist has no devices`() throws {
        #expect(try UdevContext().devices(inSubsystem: "no-such-subsystem").isEmpty)
    }

    @Test(.requires(that: canTell, "root, to have the kernel report a device"))
    func `the kernel reports a device`() throws {
        let loop = try EventLoop()
        var events: [UdevMonitor.Event] = []
        let monitor = try UdevMonitor(
            on: loop, UdevContext(), subsystems: ["mem"], origin: .kernel
        ) { events.append($0) }
        Self.haveTold(times: 1)
        try loop.turn { !events.isEmpty }
        let device = try #require(events.first?.device)
        #expect(device.action == "change")
        #expect(device.syspath == Self.device)
        withExtendedLifetime(monitor) {}
    }

    @Test(.requires(that: canTell, "root, to have the kernel report a device"))
    func `every event of a storm is reported`() throws {
        let loop = try EventLoop()
        var received = 0
        let monitor = try UdevMonitor(
            on: loop, UdevContext(), subsystems: ["mem"], origin: .kernel
        ) { event in received += event.device == nil ? 0 : 1 }
        Self.haveTold(times: 1_000)
        try loop.turn { received >= 1_000 }
        withExtendedLifetime(monitor) {}
    }

    @Test(.requires(that: canTell, "root, to have the kernel report a device"))
    func `lost messages are reported`() throws {
        let loop = try EventLoop()
        var events: [UdevMonitor.Event] = []
        let monitor = try UdevMonitor(
            on: loop, UdevContext(), subsystems: ["mem"], origin: .kernel, bufferBytes: 1
        ) { events.append($0) }
        Self.haveTold(times: 100)
        try loop.turn { events.contains(.overflow) }
        try loop.turnUntilIdle()
        #expect(events.count < 100)
        events = []
        Self.haveTold(times: 1)
        try loop.turn { !events.isEmpty }
        #expect(events.first?.device?.sysname == "null")
        withExtendedLifetime(monitor) {}
    }

    /// The kernel sends before the write returns.
    private static func haveTold(times: Int) {
        let descriptor = open(device + "/uevent", O_WRONLY | O_CLOEXEC)
        defer { close(descriptor) }
        for _ in 0..<times { _ = write(descriptor, "change", 6) }
    }
}
