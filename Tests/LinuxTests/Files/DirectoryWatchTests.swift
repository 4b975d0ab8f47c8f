import AppearanceTestSupport
import EventLoop
import Glibc
import Linux
import Testing

@Suite(.bounded) struct DirectoryWatchTests {
    let loop: EventLoop
    let directory = TemporaryDirectory()

    init() throws { loop = try EventLoop() }

    /// The events that a watch reports of an act, at least `count` of them.
    ///
    /// They can come late: a program that another test starts holds the files that were open, and
    /// with them their directory, until it executes.
    private func events(
        atLeast count: Int, names: Set<String>? = nil, of act: () -> Void
    ) throws -> [DirectoryWatch.Event] {
        var events: [DirectoryWatch.Event] = []
        let watch = try DirectoryWatch(on: loop, directory: directory.path, names: names) {
            events.append($0)
        }
        act()
        try loop.turn(until: { events.count >= count })
        try loop.turnUntilIdle()
        withExtendedLifetime(watch) {}
        return events
    }

    @Test func `a new file is reported as created, then as written`() throws {
        let events = try events(atLeast: 2) { directory.write("x", to: "config.toml") }
        #expect(events == [.created("config.toml"), .written("config.toml")])
    }

    @Test func `a file replaced by an editor is reported as moved in`() throws {
        directory.write("new", to: ".swap")
        let events = try events(atLeast: 2) {
            rename(directory.file(".swap"), directory.file("config.toml"))
        }
        #expect(events == [.movedOut(".swap"), .movedIn("config.toml")])
    }

    @Test func `only the requested names are reported`() throws {
        let events = try events(atLeast: 2, names: ["config.toml"]) {
            directory.write("x", to: "other")
            rename(directory.file("other"), directory.file("config.toml"))
            unlink(directory.file("config.toml"))
        }
        #expect(events == [.movedIn("config.toml"), .deleted("config.toml")])
    }

    @Test func `a watch without names reports only the directory`() throws {
        let events = try events(atLeast: 1, names: []) {
            directory.write("x", to: "other")
            unlink(directory.file("other"))
            rmdir(directory.path)
        }
        #expect(events == [.directoryGone])
    }

    /// sd-event looped forever on the events of the released watch.
    @Test func `a released watch leaves no event in the loop`() throws {
        var isGone = false
        let directoryOnly = try DirectoryWatch(on: loop, directory: directory.path, names: []) {
            isGone = $0 == .directoryGone
        }
        try loop.turnUntilIdle()
        var names: DirectoryWatch? = try DirectoryWatch(
            on: loop, directory: directory.path, names: ["config.toml"]
        ) { _ in }
        try loop.turnUntilIdle()
        let another = try DirectoryWatch(on: loop, directory: directory.path, names: []) { _ in }
        directory.write("x", to: "config.toml")
        withExtendedLifetime(names) {}
        names = nil
        try loop.turnUntilIdle()
        unlink(directory.file("config.toml"))
        rmdir(directory.path)
        try loop.turn(until: { isGone })
        try loop.turnUntilIdle()
        withExtendedLifetime((directoryOnly, another)) {}
    }

    @Test func `a change of permissions is reported`() throws {
        directory.write("x", to: "config.toml")
        let events = try events(atLeast: 1) { chmod(directory.file("config.toml"), 0o400) }
        #expect(events == [.attributesChanged("config.toml")])
    }

    @Test func `a new link is reported only as created`() throws {
        let events = try events(atLeast: 1) { symlink("/nowhere", directory.file("localtime")) }
        #expect(events == [.created("localtime")])
    }

    @Test func `a removed directory is reported`() throws {
        let events = try events(atLeast: 1, names: ["config.toml"]) { rmdir(directory.path) }
        #expect(events == [.directoryGone])
    }

    @Test func `a moved directory is reported`() throws {
        let other = TemporaryDirectory()
        let events = try events(atLeast: 1) { rename(directory.path, other.file("moved")) }
        #expect(events == [.directoryGone])
    }

    @Test func `lost events are reported`() throws {
        let limit = try File.read("/proc/sys/fs/inotify/max_queued_events", limit: 100)
        let count = try #require(Int(String(decoding: limit.dropLast(), as: UTF8.self)))
        for name in ["a", "b"] { directory.write("", to: name) }
        let events = try events(atLeast: 1, names: ["absent"]) {
            // The kernel joins equal events, so they must alternate.
            for index in 0...count { chmod(directory.file(index % 2 == 0 ? "a" : "b"), 0o600) }
        }
        #expect(events == [.overflow])
    }

    @Test func `a missing directory is named`() {
        let path = directory.file("missing")
        #expect(
            throws: IOError.system(
                call: "sd_event_add_inotify", subject: path, errno: .noSuchFile)
        ) {
            _ = try DirectoryWatch(on: loop, directory: path) { _ in }
        }
    }

    @Test func `two watches of one directory are both notified`() throws {
        var first = 0
        var second = 0
        let watches = [
            try DirectoryWatch(on: loop, directory: directory.path) { _ in first += 1 },
            try DirectoryWatch(on: loop, directory: directory.path) { _ in second += 1 },
        ]
        mkdir(directory.file("x"), 0o700)
        try loop.turnUntilIdle()
        #expect([first, second] == [1, 1])
        withExtendedLifetime(watches) {}
    }
}
