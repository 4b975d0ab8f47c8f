import AppearanceTestSupport
import EventLoop
import Foundation
import Linux
import Testing

@Suite(.bounded) struct PathWatchTests {
    private let loop: EventLoop
    private let top = TemporaryDirectory()

    init() throws { loop = try EventLoop() }

    /// A watch of a path, and what it has told.
    private final class Told {
        var events: [PathWatch.Event] = []
        var watch: PathWatch?
    }

    private func watching(_ name: String) -> Told {
        let told = Told()
        told.watch = PathWatch(on: loop, path: top.file(name)) { told.events.append($0) }
        return told
    }

    /// What is told last of an act; nil for nothing.
    private func last(_ told: Told, of act: () throws -> Void) throws -> PathWatch.Event? {
        try loop.turnUntilIdle()
        told.events = []
        try act()
        try loop.turnUntilIdle()
        return told.events.last
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

    @Test func `what is saved is reported`() throws {
        let told = watching("config.toml")
        let event = try last(told) { top.write("a", to: "config.toml") }
        #expect(event == .settled)
        #expect(try last(told) { top.write("b", to: "config.toml") } == .settled)
        #expect(try last(told) { top.write("b", to: "other") } == nil)
    }

    @Test func `what is replaced is reported and what is removed may come again`() throws {
        top.write("a", to: "config.toml")
        let told = watching("config.toml")
        top.write("b", to: "new")
        #expect(try last(told) { try move("new", to: "config.toml") } == .settled)
        #expect(try last(told) { try remove("config.toml") } == .unsettled)
        #expect(try last(told) { top.write("a", to: "config.toml") } == .settled)
    }

    @Test func `removing comes last where it comes last`() throws {
        let told = watching("config.toml")
        let event = try last(told) {
            top.write("a", to: "config.toml")
            try remove("config.toml")
        }
        #expect(event == .unsettled)
    }

    @Test func `what is not there yet is awaited step by step`() throws {
        let told = watching("a/b/config.toml")
        #expect(try last(told) { try make("a") } == .unsettled)
        #expect(try last(told) { try make("a/b") } == .unsettled)
        #expect(try last(told) { top.write("x", to: "a/b/config.toml") } == .settled)
        #expect(try last(told) { try make("a/c") } == nil, "it is nobody's way any more")
    }

    @Test func `a way that comes at once is gone at once`() throws {
        let told = watching("a/b/config.toml")
        let first = try last(told) {
            try make("a/b")
            top.write("x", to: "a/b/config.toml")
        }
        #expect(first == .unsettled, "nobody saw the file being closed")
        #expect(try last(told) { top.write("y", to: "a/b/config.toml") } == .settled)
    }

    @Test func `a directory moved into place is whole`() throws {
        try make("new/b")
        top.write("x", to: "new/b/config.toml")
        let told = watching("a/b/config.toml")
        #expect(try last(told) { try move("new", to: "a") } == .settled)
        #expect(try last(told) { top.write("y", to: "a/b/config.toml") } == .settled)
    }

    @Test(arguments: ["a", "a/b"])
    func `a directory on the way that is replaced is followed`(place: String) throws {
        try make("a/b")
        top.write("x", to: "a/b/config.toml")
        let told = watching("a/b/config.toml")
        #expect(try last(told) { try move(place, to: "old") } == .unsettled)
        #expect(try last(told) { try make("a/b") } == .unsettled)
        #expect(try last(told) { top.write("y", to: "a/b/config.toml") } == .settled)
        let old = place == "a" ? "old/b/config.toml" : "old/config.toml"
        #expect(try last(told) { top.write("z", to: old) } == nil)
    }

    @Test func `another directory of the same name is another`() throws {
        try make("a")
        let told = watching("a/config.toml")
        let event = try last(told) {
            try remove("a")
            try make("a")
        }
        #expect(event == .unsettled)
        #expect(try last(told) { top.write("x", to: "a/config.toml") } == .settled)
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
        let told = watching(path)
        #expect(try last(told) { top.write("x", to: "one/config.toml") } == .settled)
        let swapped = try last(told) {
            try link("new", to: target("two"))
            try move("new", to: name)
        }
        #expect(swapped == .settled)
        #expect(try last(told) { top.write("x", to: "two/config.toml") } == .settled)
        #expect(try last(told) { top.write("y", to: "one/config.toml") } == nil)
        let again = try last(told) {
            try remove(name)
            try link(name, to: target("one"))
        }
        #expect(again == .settled)
        #expect(try last(told) { top.write("z", to: "one/config.toml") } == .settled)
    }

    @Test func `a link to what is not there yet is awaited`() throws {
        try make("a")
        try link("a/config.toml", to: "../b/./real.toml")
        let told = watching("a/config.toml")
        #expect(try last(told) { try make("b") } == .unsettled)
        #expect(try last(told) { top.write("x", to: "b/real.toml") } == .settled)
    }

    @Test func `links without an end are gone once and reported when they end`() throws {
        try link("a", to: "b")
        try link("b", to: "a")
        let told = watching("a")
        #expect(told.events == [])
        let mended = try last(told) {
            try remove("b")
            top.write("x", to: "b")
        }
        #expect(mended == .settled)
    }

    @Test func `a relative path begins where the process is`() throws {
        let told = Told()
        let here = FileManager.default.currentDirectoryPath
        let path = String(repeating: "../", count: here.split(separator: "/").count)
        told.watch = PathWatch(on: loop, path: path + top.file("config.toml").dropFirst()) {
            told.events.append($0)
        }
        #expect(try last(told) { top.write("x", to: "config.toml") } == .settled)
    }

    @Test func `a released watch reports nothing more`() throws {
        let told = watching("config.toml")
        let event = try last(told) {
            top.write("x", to: "config.toml")
            told.watch = nil
        }
        #expect(event == nil)
    }

    /// Without a descriptor for inotify.
    @Test func `where nothing can be watched it says so`() async {
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
