import AppearanceTestSupport
import EventLoop
import Foundation
import Linux
import Testing

@Suite(.bounded, .withExitTests) struct PathWatchTests {
    private let loop: EventLoop
    private let top = TemporaryDirectory()

    init() throws { loop = try EventLoop() }

    /// A watch of a path, and its events.
    private final class Reports {
        var events: [PathWatch.Event] = []
        var watch: PathWatch?
    }

    private func watching(_ name: String) -> Reports {
        let reports = Reports()
        reports.watch = PathWatch(on: loop, path: top.file(name)) { reports.events.append($0) }
        return reports
    }

    /// Returns the last event of an action, or `nil` if there is none.
    private func last(_ reports: Reports, of act: () throws -> Void) throws -> PathWatch.Event? {
        try loop.turnUntilIdle()
        reports.events = []
        try act()
        try loop.turnUntilIdle()
        return reports.events.last
    }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: top.file(name), withIntermediateDirectories: true)
    }

    private func link(_ name: String, to target: String) throws {
        try #require(symlink(target, top.file(name)) == 0)
    }

    private func move(_ name: String, to other: String) throws {
        try #require(rename(top.file(name), top.file(other)) == 0)
    }

    private func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: top.file(name))
    }

    @Test func `a written file is reported`() throws {
        let reports = watching("config.toml")
        let event = try last(reports) { top.write("a", to: "config.toml") }
        #expect(event == .settled)
        #expect(try last(reports) { top.write("b", to: "config.toml") } == .settled)
        #expect(try last(reports) { top.write("b", to: "other") } == nil)
    }

    @Test func `replaced and removed files are reported`() throws {
        top.write("a", to: "config.toml")
        let reports = watching("config.toml")
        top.write("b", to: "new")
        #expect(try last(reports) { try move("new", to: "config.toml") } == .settled)
        #expect(try last(reports) { try remove("config.toml") } == .unsettled)
        #expect(try last(reports) { top.write("a", to: "config.toml") } == .settled)
    }

    @Test func `a file that is written and removed is reported as removed`() throws {
        let reports = watching("config.toml")
        let event = try last(reports) {
            top.write("a", to: "config.toml")
            try remove("config.toml")
        }
        #expect(event == .unsettled)
    }

    /// It may have been written meanwhile.
    @Test func `a file is reported as written after lost events`() throws {
        let limit = try File.read("/proc/sys/fs/inotify/max_queued_events", limit: 100)
        let count = try #require(Int(String(decoding: limit.dropLast(), as: UTF8.self)))
        for name in ["a", "b", "config.toml"] { top.write("x", to: name) }
        let reports = watching("config.toml")
        let event = try last(reports) {
            // The kernel joins equal events, so they must alternate.
            for index in 0...count { chmod(top.file(index % 2 == 0 ? "a" : "b"), 0o600) }
            top.write("y", to: "config.toml")
        }
        #expect(event == .settled)
    }

    @Test func `a missing path is awaited step by step`() throws {
        let reports = watching("a/b/config.toml")
        #expect(try last(reports) { try make("a") } == .unsettled)
        #expect(try last(reports) { try make("a/b") } == .unsettled)
        #expect(try last(reports) { top.write("x", to: "a/b/config.toml") } == .settled)
        #expect(try last(reports) { try make("a/c") } == nil, "it is no longer on the path")
    }

    @Test func `a path that appears at once is unsettled until the next write`() throws {
        let reports = watching("a/b/config.toml")
        let first = try last(reports) {
            try make("a/b")
            top.write("x", to: "a/b/config.toml")
        }
        #expect(first == .unsettled, "no close event was received")
        #expect(try last(reports) { top.write("y", to: "a/b/config.toml") } == .settled)
    }

    @Test func `a directory moved into place is watched completely`() throws {
        try make("new/b")
        top.write("x", to: "new/b/config.toml")
        let reports = watching("a/b/config.toml")
        #expect(try last(reports) { try move("new", to: "a") } == .settled)
        #expect(try last(reports) { top.write("y", to: "a/b/config.toml") } == .settled)
    }

    @Test(arguments: ["a", "a/b"])
    func `a replaced parent directory is followed`(place: String) throws {
        try make("a/b")
        top.write("x", to: "a/b/config.toml")
        let reports = watching("a/b/config.toml")
        #expect(try last(reports) { try move(place, to: "old") } == .unsettled)
        #expect(try last(reports) { try make("a/b") } == .unsettled)
        #expect(try last(reports) { top.write("y", to: "a/b/config.toml") } == .settled)
        let old = place == "a" ? "old/b/config.toml" : "old/config.toml"
        #expect(try last(reports) { top.write("z", to: old) } == nil)
    }

    @Test func `a new directory of the same name is followed`() throws {
        try make("a")
        let reports = watching("a/config.toml")
        let event = try last(reports) {
            try remove("a")
            try make("a")
        }
        #expect(event == .unsettled)
        #expect(try last(reports) { top.write("x", to: "a/config.toml") } == .settled)
    }

    /// As stow links a directory, and home-manager every file, to a store.
    @Test(arguments: [("config", "config/config.toml"), ("config.toml", "config.toml")])
    func `a link that points elsewhere is followed`(name: String, path: String) throws {
        for store in ["one", "two"] {
            try make(store)
            top.write(store, to: "\(store)/config.toml")
        }
        func target(_ store: String) -> String {
            name == path ? "\(store)/config.toml" : top.file(store)
        }
        try link(name, to: target("one"))
        let reports = watching(path)
        #expect(try last(reports) { top.write("x", to: "one/config.toml") } == .settled)
        let swapped = try last(reports) {
            try link("new", to: target("two"))
            try move("new", to: name)
        }
        #expect(swapped == .settled)
        #expect(try last(reports) { top.write("x", to: "two/config.toml") } == .settled)
        #expect(try last(reports) { top.write("y", to: "one/config.toml") } == nil)
        let again = try last(reports) {
            try remove(name)
            try link(name, to: target("one"))
        }
        #expect(again == .settled)
        #expect(try last(reports) { top.write("z", to: "one/config.toml") } == .settled)
    }

    @Test func `the target of a dangling link is awaited`() throws {
        try make("a")
        try link("a/config.toml", to: "../b/./real.toml")
        let reports = watching("a/config.toml")
        #expect(try last(reports) { try make("b") } == .unsettled)
        #expect(try last(reports) { top.write("x", to: "b/real.toml") } == .settled)
    }

    @Test func `a loop of links counts as missing until it ends`() throws {
        try link("a", to: "b")
        try link("b", to: "a")
        let reports = watching("a")
        #expect(reports.events == [])
        let fixed = try last(reports) {
            try remove("b")
            top.write("x", to: "b")
        }
        #expect(fixed == .settled)
    }

    @Test func `a relative path begins at the working directory`() throws {
        let reports = Reports()
        let here = FileManager.default.currentDirectoryPath
        let path = String(repeating: "../", count: here.split(separator: "/").count)
        reports.watch = PathWatch(on: loop, path: path + top.file("config.toml").dropFirst()) {
            reports.events.append($0)
        }
        #expect(try last(reports) { top.write("x", to: "config.toml") } == .settled)
    }

    @Test func `a released watch reports nothing more`() throws {
        let reports = watching("config.toml")
        let event = try last(reports) {
            top.write("x", to: "config.toml")
            reports.watch = nil
        }
        #expect(event == nil)
    }

    /// Without a descriptor for inotify.
    @Test func `a path that cannot be watched is an error`() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let directory = TemporaryDirectory()
            try loop.turnUntilIdle()
            let next = dup(0)
            close(next)
            var limit = rlimit(rlim_cur: rlim_t(next), rlim_max: rlim_t(next))
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            var events: [PathWatch.Event] = []
            let path = directory.path
            let watch = PathWatch(on: loop, path: path + "/config.toml") { events.append($0) }
            try loop.turnUntilIdle()
            let failure = IOError.system(
                call: "sd_event_add_inotify", subject: path, errno: Errno(rawValue: EMFILE))
            #expect(events == [.blind(failure)])
            withExtendedLifetime(watch) {}
        }
    }
}
