import AppearanceKit
import AppearanceKitTesting
import Testing

@testable import reader

/// The reader without a display and without the daemon.
@MainActor struct ReaderTests {
    @Test(arguments: [ColorToken.textPrimary, .accent])
    func `the page is readable with the brand`(_ token: ColorToken) {
        var traits = Traits()
        traits.tokens = Reader.brand
        let color = DynamicColor { $0.color(token) }
        for ground in [ColorToken.backgroundPrimary, .surfaceElevated, .surfaceCard] {
            let failures = contrastFailures(
                of: color, on: DynamicColor { $0.color(ground) }, from: traits)
            #expect(failures == [], "\(token) on \(ground)")
        }
    }

    @Test func `the photo is black and red at night and nothing else`() {
        let night = Photo.pixels(in: Traits(appearance: .night))
        #expect(night.indices.allSatisfy { $0 % 3 == 0 || night[$0] == 0 })
        #expect(night.contains { $0 > 200 })
        #expect(Photo.pixels(in: Traits()) == Photo.pixels(in: Traits(appearance: .dark)))
    }

    @Test func `the choice is kept, and the viewer stays red at night`() throws {
        let daemon = try FakeDaemon(showing: .night)
        let store = try daemon.store(id: "org.example.Reader", tokens: Reader.brand)
        let viewer = store.window().child(TraitOverrides(atLeast: .dark))
        #expect(viewer.traits.appearance == .night)
        store.choice = .light
        #expect(viewer.traits.appearance == .dark)
        #expect(try daemon.store(id: "org.example.Reader").choice == .light)
    }
}
