import AppearanceKit
import AppearanceTestSupport
import DaemonClient
import Foundation
import Testing

/// One app with the real daemon: the desktop's appearance, and its user's choice.
@Suite(.bounded, .requires(.bus)) struct AppAppearanceTests {
    private let session: Session

    init() throws { session = try Session("dark") }

    private func app(_ id: String = "org.example.Reader") throws -> AppAppearance {
        try AppAppearance(
            id: id, following: AppearanceFollower(socket: session.socket),
            configurationHome: session.home.configHome)
    }

    private var file: String { session.home.configHome + "/appearanced/apps/org.example.Reader" }

    /// Lives as a main loop does until something holds.
    private func wait(
        of app: AppAppearance, for what: String, until holds: () -> Bool
    ) throws {
        let deadline = ContinuousClock.now + ChildProcess.timeout
        while !holds() {
            try #require(try isReadable(app.fileDescriptor, until: deadline), "waited for \(what)")
            app.process()
        }
    }

    @Test func `an app follows the desktop until the user chooses`() throws {
        let app = try app()
        let window = app.root.child()
        #expect(app.choice == .followSystem)
        #expect(window.traits.appearance == .dark)
        try session.set("night")
        try wait(of: app, for: "night") { window.traits.appearance == .night }
        app.choice = .light
        #expect(window.traits.appearance == .light)
        #expect(app.status.appearance == .night)
        try session.set("dark")
        try wait(of: app, for: "dark") { app.status.appearance == .dark }
        #expect(window.traits.appearance == .light)
        app.choice = .followSystem
        #expect(window.traits.appearance == .dark)
    }

    @Test(arguments: AppearanceOverride.allCases)
    func `the next launch restores the choice`(choice: AppearanceOverride) throws {
        try app().choice = choice
        let next = try app()
        #expect(next.choice == choice)
        #expect(next.root.traits.appearance == choice.fixedAppearance ?? .dark)
        #expect(try app("org.example.Writer").choice == .followSystem)
    }

    @Test func `processes of the app share the choice`() throws {
        let (one, other) = (try app(), try app())
        var told: [Appearance] = []
        var choices: [AppearanceOverride] = []
        let observation = other.root.observe { told.append($0.appearance) }
        let picker = other.observeChoice { choices.append($0) }
        for choice in [.night, .light, .followSystem] as [AppearanceOverride] {
            one.choice = choice
            try wait(of: other, for: "\(choice)") { other.choice == choice }
        }
        #expect(told == [.dark, .night, .light, .dark])
        #expect(choices == [.followSystem, .night, .light, .followSystem])
        observation.cancel()
        picker.cancel()
    }

    @Test func `a file edited by hand is read`() throws {
        let app = try app()
        try session.home.write("night", to: file)
        try wait(of: app, for: "night") { app.choice == .night }
        try session.home.write("purple\n", to: file)
        try wait(of: app, for: "what is not understood") { app.choice == .followSystem }
        app.choice = .dark
        try FileManager.default.removeItem(atPath: file)
        try wait(of: app, for: "a file that is gone") { app.choice == .followSystem }
    }

    @Test func `a choice that cannot be saved is still in effect`() throws {
        let app = try app()
        try FileManager.default.removeItem(atPath: session.home.configHome)
        try session.home.write("", to: session.home.configHome)
        app.choice = .night
        #expect(
            app.saveError?.description
                == "the choice is not saved and ends with the app: \(file): Not a directory")
        #expect(app.root.traits.appearance == .night)
        let nowhere = try AppAppearance(
            id: "org.example.Reader", following: AppearanceFollower(socket: nil),
            configurationHome: nil)
        nowhere.choice = .dark
        #expect(nowhere.saveError?.description.contains("XDG_CONFIG_HOME") == true)
        #expect(nowhere.choice == .dark)
    }

    /// As a change of dotfiles may do.
    @Test(arguments: [true, false])
    func `processes share the choice after its folder was replaced`(isRemoved: Bool) throws {
        let (one, other) = (try app(), try app())
        let folder = session.home.configHome + "/appearanced"
        let choices: [AppearanceOverride] = [.night, .light, .dark]
        for (round, choice) in choices.enumerated() {
            if isRemoved {
                try FileManager.default.removeItem(atPath: folder)
            } else {
                try FileManager.default.moveItem(atPath: folder, toPath: folder + "-\(round)")
            }
            // Before the change, and after it.
            if round == 1 { other.process() }
            #expect(access(folder, F_OK) != 0)
            one.choice = choice
            try wait(of: other, for: "\(choice)") { other.choice == choice }
        }
    }

    @Test func `a choice that is not saved stays in effect when its folder changes`() throws {
        let app = try app()
        // A folder in place of the file, which root cannot replace either.
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        app.choice = .night
        #expect(app.saveError != nil)
        let folder = session.home.configHome + "/appearanced/apps"
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        app.process()
        #expect(app.choice == .night)
        try FileManager.default.removeItem(atPath: file)
        try self.app().choice = .light
        try wait(of: app, for: "the other process") { app.choice == .light }
        #expect(app.saveError == nil)
    }

    @Test func `a task can follow an app's appearance`() async throws {
        let socket = session.socket
        let home = session.home
        let following = Task { @MainActor in
            let app = try AppAppearance(
                id: "org.example.Reader", following: AppearanceFollower(socket: socket),
                configurationHome: home.configHome)
            let (stream, continuation) = AsyncStream.makeStream(of: Appearance.self)
            let observation = app.root.observe { continuation.yield($0.appearance) }
            let task = Task { @MainActor in await app.follow() }
            var told: [Appearance] = []
            for await appearance in stream {
                told.append(appearance)
                if appearance == .light { break }
                if appearance == .night { app.choice = .light }
            }
            task.cancel()
            await task.value
            observation.cancel()
            return told
        }
        try session.set("night")
        let told = try await following.value
        #expect(told.suffix(2) == [.night, .light])
    }

    @Test func `a fixed app follows the desktop's contrast alone`() throws {
        let app = try AppAppearance(
            id: "org.example.Game", following: AppearanceFollower(socket: session.socket),
            fixed: .light, configurationHome: session.home.configHome)
        app.choice = .night
        #expect(app.root.traits == Traits())
        app.fakeStatus = AppearanceStatus(.dark, contrast: .high)
        #expect(app.root.traits == Traits(contrast: .high))
    }

    @Test func `a fake status replaces the desktop's at run time`() throws {
        let app = try app()
        app.fakeStatus = AppearanceStatus(.night, contrast: .high, reducedMotion: true)
        #expect(
            app.root.traits == Traits(appearance: .night, contrast: .high, reducedMotion: true))
        #expect(app.status.origin == .app)
        try session.set("light")
        app.process()
        #expect(app.root.traits.appearance == .night)
        app.fakeStatus = nil
        try wait(of: app, for: "light") { app.root.traits == Traits(appearance: .light) }
    }

    @Test func `an app can follow a source of its own`() throws {
        final class AlwaysNight: AppearanceSource {
            let status = AppearanceStatus(.night, contrast: .high, after: AppearanceStatus(.dark))
            let fileDescriptor: Int32 = -1
            func process() -> AppearanceStatus? { nil }
        }
        let app = try AppAppearance(
            id: "org.example.Reader", following: AlwaysNight(),
            configurationHome: session.home.configHome)
        app.process()
        #expect(app.root.traits == Traits(appearance: .night, contrast: .high))
        #expect(app.status.previous == .dark)
        #expect(app.status.sequence == 1)
    }

    @Test func `names can be translated`() {
        #expect(
            AppearanceOverride.allCases.map(\.displayName)
                == ["Follow System", "Light", "Dark", "Night"])
        let german = ["Follow System": "Wie das System", "Night": "Nacht"]
        #expect(
            AppearanceOverride.allCases.map { $0.displayName { german[$0] ?? $0 } }
                == ["Wie das System", "Light", "Dark", "Nacht"])
    }

    /// Such as by a process at its limit of descriptors.
    @Test func `a file that cannot be read for a moment keeps the choice`() throws {
        let app = try app()
        app.choice = .night
        app.process()
        // A link to itself cannot be opened, also by root.
        try FileManager.default.createSymbolicLink(
            atPath: file + ".link", withDestinationPath: file)
        #expect(rename(file + ".link", file) == 0)
        let deadline = ContinuousClock.now + ChildProcess.timeout
        try #require(try isReadable(app.fileDescriptor, until: deadline))
        app.process()
        #expect(app.choice == .night)
        #expect(unlink(file) == 0)
        try session.home.write("light\n", to: file)
        try wait(of: app, for: "a file that can be read") { app.choice == .light }
    }
}
