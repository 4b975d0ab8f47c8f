import AppearanceModel
import AppearanceTestSupport
import EventLoop
import Foundation
import LightSensors
import Testing

/// Single reads of sensors that are not followed.
@Suite(.bounded) struct SensorProbesTests {
    private let attribute = "in_illuminance_raw"
    private let loop: EventLoop
    private let probes: SensorProbes
    private let folders: [DeviceFolder]

    init() throws {
        loop = try EventLoop()
        probes = SensorProbes(on: loop)
        folders = try [100, 200, 300].map { try DeviceFolder(["in_illuminance_raw": "\($0)\n"]) }
    }

    /// The lux of each sensor, `nil` if there is none, when all have been read.
    private func look() throws -> [Double?] {
        var answers: [String: Result<LightReading, SensorReadError>] = [:]
        var isDone = false
        try probes.read(at: try channels()) { path, answer in
            #expect(!isDone)
            answers[path] = answer
        } then: {
            isDone = true
        }
        try loop.turn { isDone }
        #expect(answers.count == folders.count)
        return folders.map { try? answers[$0.path]?.get().value }
    }

    private func channels() throws -> [(path: String, channel: LightChannel)] {
        try folders.map { ($0.path, try #require(try $0.lightChannel())) }
    }

    @Test func `every sensor answers`() throws {
        #expect(try look() == [100, 200, 300])
        try folders[1].set(attribute, to: "7\n")
        try folders[2].set(attribute, to: "abc\n")
        #expect(try look() == [100, 7, nil])
    }

    @Test func `a probe of no sensors ends at once`() throws {
        var isDone = false
        try probes.read(at: []) { _, _ in
            Issue.record("no probe can answer")
        } then: {
            isDone = true
        }
        #expect(isDone)
    }

    @Test func `a sensor that hangs delays no other and uses one thread`() throws {
        try folders[1].hang(attribute)
        for _ in 0..<3 { #expect(try look() == [100, nil, 300]) }
        // It was read once, so one result is pending.
        try folders[1].set(attribute, to: "7\n")
        #expect(folders[1].release(attribute))
        try loop.poll { try look() == [100, 7, 300] }
        #expect(!folders[1].release(attribute))
    }

    @Test func `a request during a read waits for the same answer`() throws {
        try folders[1].hang(attribute)
        var answers: [Double] = []
        var isDone = 0
        for _ in 0..<2 {
            try probes.read(at: try channels()) { _, answer in
                if case .success(let light) = answer { answers.append(light.value) }
            } then: {
                isDone += 1
            }
        }
        try loop.turn { answers.count == 4 }
        #expect(answers.sorted() == [100, 100, 300, 300])
        #expect(isDone == 0)
        try loop.turn { isDone == 2 }
        #expect(answers.count == 4)
        #expect(folders[1].release(attribute))
    }

    @Test func `a removed sensor is no longer waited for`() throws {
        try folders[1].hang(attribute)
        var received: [String] = []
        var isDone = false
        try probes.read(at: try channels()) { path, _ in
            received.append(path)
        } then: {
            isDone = true
        }
        probes.forget(folders[1].path)
        #expect(received == [folders[1].path])
        try loop.turn { isDone }
        #expect(received.count == 3)
        try loop.poll { folders[1].release(attribute) }
    }
}
