import AppearanceKit
import AppearanceKitTesting
import AppearanceTestSupport
import Foundation
import Observation
import Synchronization
import Testing

/// The observable appearance of an app, on a fake desktop.
@MainActor @Suite(.bounded) struct StoreTests {
    private let daemon: FakeDaemon

    init() throws { daemon = try FakeDaemon(showing: .light) }

    private func store(_ tokens: DesignTokens = .standard) throws -> AppearanceStore {
        try daemon.store(id: "org.example.Reader", tokens: tokens)
    }

    @Test func `the store follows the desktop without a call`() async throws {
        let store = try store()
        let (stream, continuation) = AsyncStream.makeStream(of: Traits.self)
        let observation = store.observe { continuation.yield($0.traits) }
        var drawn = stream.makeAsyncIterator()
        #expect(await drawn.next() == Traits())
        daemon.show(.night, contrast: .high)
        // Ends with the change, or with the time limit of the test.
        while let traits = await drawn.next(), traits.contrast != .high || traits.isLight {}
        #expect(store.traits == Traits(appearance: .night, contrast: .high))
        #expect(store.status.appearance == .night)
        observation.cancel()
    }

    @Test func `observation tracks each property`() throws {
        let store = try store()
        func changes(
            of read: @escaping (AppearanceStore) -> Void, by change: () -> Void
        ) -> Bool {
            let hasChanged = Atomic(false)
            withObservationTracking {
                read(store)
            } onChange: {
                hasChanged.store(true, ordering: .relaxed)
            }
            change()
            return hasChanged.load(ordering: .relaxed)
        }
        #expect(changes(of: { _ = $0.traits }) { store.choice = .dark })
        #expect(changes(of: { _ = $0.choice }) { store.choice = .light })
        #expect(!changes(of: { _ = $0.choice }) { store.choice = .light })
        #expect(
            changes(of: { _ = $0.tokens }) {
                store.tokens = .standard.branded(accent: Color(0x0A6B42))
            })
        #expect(
            changes(of: { _ = $0.status }) {
                daemon.show(.dark)
                store.process()
            })
    }

    @Test func `one observer is called once for each change of traits, choice and tokens`() throws {
        let store = try store()
        let brand = DesignTokens.standard.branded(accent: Color(0x0A6B42))
        let brandInDark = brand.color(.accent, in: Traits(appearance: .dark))
        var drawn: [String] = []
        let observation = store.observe { store in
            drawn.append(
                "\(store.choice) \(store.traits.appearance) \(store.traits.color(.accent))")
        }
        store.choice = .dark
        store.tokens = brand
        store.choice = .light
        store.choice = .followSystem
        daemon.show(.light)
        store.process()
        store.fakeStatus = AppearanceStatus(.dark)
        store.fakeStatus = nil
        #expect(
            drawn == [
                "followSystem light #0064d2", "dark dark #409cff", "dark dark \(brandInDark)",
                "light light #0a6b42", "followSystem light #0a6b42",
                "followSystem dark \(brandInDark)",
                "followSystem light #0a6b42",
            ])
        observation.cancel()
        store.choice = .night
        #expect(drawn.count == 7)
    }

    @Test func `the choice is saved and shared, and an error is shown`() throws {
        let store = try store()
        let other = try daemon.app(id: "org.example.Reader")
        store.choice = .night
        #expect(store.saveError == nil)
        other.process()
        #expect(other.choice == .night)
        other.choice = .dark
        store.process()
        #expect(store.choice == .dark)
        let folder = daemon.runtimeDirectory + "/config/appearanced/apps"
        #expect(rename(folder, folder + "-moved") == 0)
        #expect(symlink("/dev/null", folder) == 0)
        store.choice = .light
        let path = folder + "/org.example.Reader"
        #expect(store.saveError?.description.contains(": \(path): ") == true)
        #expect(store.traits.isLight)
    }

    @Test func `windows inherit the tokens`() throws {
        let store = try store(.standard.branded(accent: Color(0x0A6B42)))
        let window = store.window()
        let card = window.child()
        #expect(card.traits.color(.accent) == Color(0x0A6B42))
        var drawn: [String] = []
        let observation = card.observe { drawn.append($0.color(.accent).description) }
        window.overrides.tokens = .standard.branded(accent: Color(0xB03A2E))
        window.overrides.tokens = nil
        store.tokens = .standard
        #expect(drawn == ["#0a6b42", "#b03a2e", "#0a6b42", "#0064d2"])
        observation.cancel()
    }

    @Test func `a slow reader of changes receives no traits twice`() async throws {
        let store = try store()
        var changes = store.window().changes().makeAsyncIterator()
        #expect(await changes.next(isolation: MainActor.shared)?.appearance == .light)
        store.choice = .dark
        store.choice = .light
        Task { store.choice = .night }
        #expect(await changes.next(isolation: MainActor.shared)?.appearance == .night)
    }

    /// As in a main loop that never runs the main actor's tasks, such as GLib's.
    @Test func `a store that is released before its task has started leaves no thread`() throws {
        func threads() throws -> Int {
            let folder = "/proc/self/task"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count {
                (try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8))
                    == "appearance\n"
            }
        }
        for _ in 0..<200 { _ = try store() }
        let deadline = Deadline()
        // Other tests have fewer.
        while try threads() >= 150 { try deadline.check("the threads to end") }
    }

    @Test func `a released store is freed`() throws {
        weak var gone: AppearanceStore?
        do {
            let store = try store()
            gone = store
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }
}
