import AppearanceModel
import AppearanceTestSupport
import EventLoop
import Foundation
import LightSensors
import Testing

/// Single looks at sensors that nobody follows.
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

    /// The lux of each sensor, nil where there is none, once all have answered.
    private func look() throws -> [Double?] {
        var answers: [String: Result<LightReading, SensorReadError>] = [:]
        var isDone = false
        try probes.look(at: try channels()) { path, answer in
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

    @Test func `no sensors are looked at in no time`() throws {
        var isDone = false
        try probes.look(at: []) { _, _ in
            Issue.record("nobody can answer")
        } then: {
            isDone = true
        }
        #expect(isDone)
    }

    @Test func `one that hangs delays no other and costs one thread`() throws {
        try folders[1].hang(attribute)
        for _ in 0..<3 { #expect(try look() == [100, nil, 300]) }
        // It was asked once, so one answer is all that it owes.
        try folders[1].set(attribute, to: "7\n")
        #expect(folders[1].release(attribute))
        try loop.poll { try look() == [100, 7, 300] }
        #expect(!folders[1].release(attribute))
    }

    @Test func `who asks meanwhile waits for the same answer`() throws {
        try folders[1].hang(attribute)
        var answers: [Double] = []
        var isDone = 0
        for _ in 0..<2 {
            try probes.look(at: try channels()) { _, answer in
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

    @Test func `a sensor that goes owes no answer`() throws {
        try folders[1].hang(attribute)
        var heard: [String] = []
        var isDone = false
        try probes.look(at: try channels()) { path, _ in
            heard.append(path)
        } then: {
            isDone = true
        }
        probes.forget(folders[1].path)
        #expect(heard == [folders[1].path])
        try loop.turn { isDone }
        #expect(heard.count == 3)
        try loop.poll { folders[1].release(attribute) }
    }
}
