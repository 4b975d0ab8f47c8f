import AppearanceTestSupport
import Foundation
import Testing

/// The filter's folder in the runtime directory, and a session without a filter.
@Suite(.bounded) struct FilterPlaceTests {
    private let home: TestHome
    private let folder: String

    init() throws {
        home = try TestHome()
        folder = home.runtimeDirectory + "/appearance-nightfilter"
    }

    private func run(_ program: String, _ arguments: String...) throws -> FinishedProcess {
        try ChildProcess.run(
            program, arguments, environment: home.environment.merging(["DISPLAY": ":7"]) { $1 })
    }

    @Test func `a folder that is a link is refused`() throws {
        try FileManager.default.createDirectory(
            atPath: home.path + "/other", withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: home.path + "/other")
        let refused = try run(BuiltProducts.nightfilter, "--status")
        #expect(refused.status == .exited(73))
        #expect(refused.errors.contains("\(folder)"))
        #expect(refused.errors.contains("not a directory, or a symbolic link"))
    }

    @Test func `a folder that others may write to is refused`() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try #require(chmod(folder, 0o777) == 0)
        let refused = try run(BuiltProducts.nightfilter, "--status")
        #expect(refused.status == .exited(73))
        #expect(refused.errors.contains("writable by others (mode 777)"))
    }

    /// systemd starts it again after that; after 1, an invalid configuration, it would not.
    @Test(.requires(.xvfb), arguments: [8, 14])
    func `a filter with too few descriptors exits with a failed system call`(limit: Int) throws {
        let server = try XServer(in: home)
        let filter = try ChildProcess.run(
            "prlimit", ["--nofile=\(limit)", BuiltProducts.nightfilter],
            environment: home.environment.merging(server.environment) { $1 })
        #expect(filter.status == .exited(71))
        #expect(filter.errors.contains("Too many open files"), "\(filter.errors)")
    }

    @Test(.row("N4"), arguments: [[], ["--reset"]])
    func `a compositor that does not answer is named`(_ arguments: [String]) throws {
        let compositor = try StreamListener(at: home.runtimeDirectory + "/wayland-hung")
        try expectNoAnswer(
            of: "the compositor at wayland-hung", arguments, ["WAYLAND_DISPLAY": "wayland-hung"])
        compositor.stop()
    }

    @Test func `the status of a killed filter does not outlive it`() throws {
        let compositor = try StreamListener(at: home.runtimeDirectory + "/wayland-hung")
        let status = folder + "/wayland-hung.json"
        try home.write("{\"display\": \"wayland-hung\", \"night\": true}", to: status)
        try expectNoAnswer(
            of: "the compositor at wayland-hung", [], ["WAYLAND_DISPLAY": "wayland-hung"])
        compositor.stop()
        #expect(!FileManager.default.fileExists(atPath: status))
    }

    @Test(.row("N4"), .requires(.xvfb), arguments: [[], ["--reset"]])
    func `an X server that does not answer is named`(_ arguments: [String]) throws {
        let server = try XServer(in: home)
        try server.stop()
        try expectNoAnswer(
            of: "the X server at \(server.display)", arguments, server.environment)
    }

    private func expectNoAnswer(
        of server: String, _ arguments: [String], _ environment: [String: String]
    ) throws {
        let filter = try ChildProcess.run(
            BuiltProducts.nightfilter, arguments,
            environment: home.environment.merging(environment) { $1 })
        #expect(filter.status == .exited(71))
        #expect(filter.output == "")
        #expect(
            filter.errors.contains("\(server) does not answer; wait, or end"), "\(filter.errors)")
    }

    @Test func `without the filter installed its package is named`() throws {
        let off = try run(BuiltProducts.appearancectl, "night", "off")
        #expect(off.status == .exited(3))
        #expect(off.errors.contains("appearance-nightfilter, is not installed"))
        #expect(!off.errors.contains("Start it"))
    }
}
