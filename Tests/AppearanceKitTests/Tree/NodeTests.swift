import AppearanceKit
import AppearanceTestSupport
import Testing

/// The tree of an app: inheritance and notifications.
@Suite(.bounded) struct NodeTests {
    private let app = AppearanceNode()
    private let window: AppearanceNode
    private let view: AppearanceNode

    init() {
        window = app.child()
        view = window.child()
    }

    @Test func `every trait follows the desktop`() {
        app.system = Traits(appearance: .dark, contrast: .high, reducedMotion: true)
        #expect(view.traits == Traits(appearance: .dark, contrast: .high, reducedMotion: true))
    }

    @Test func `the nearest override decides`() {
        app.override = .dark
        #expect([app, window, view].map(\.traits.appearance) == [.dark, .dark, .dark])
        window.override = .light
        #expect([app, window, view].map(\.traits.appearance) == [.dark, .light, .light])
        view.override = .night
        #expect([app, window, view].map(\.traits.appearance) == [.dark, .light, .night])
        app.override = .night
        #expect([app, window, view].map(\.traits.appearance) == [.night, .light, .night])
        window.override = nil
        #expect([app, window, view].map(\.traits.appearance) == [.night, .night, .night])
    }

    @Test func `following the system ignores the overrides above`() {
        app.override = .dark
        window.override = .followSystem
        #expect([app, window, view].map(\.traits.appearance) == [.dark, .light, .light])
        app.system.appearance = .night
        #expect([app, window, view].map(\.traits.appearance) == [.dark, .night, .night])
    }

    @Test func `at least dark does not change night`() {
        window.atLeast = .dark
        for (system, expected) in [
            (Appearance.light, Appearance.dark), (.dark, .dark), (.night, .night),
        ] {
            app.system.appearance = system
            #expect([app, window, view].map(\.traits.appearance) == [system, expected, expected])
        }
        app.system.appearance = .light
        window.override = .light
        #expect(view.traits.appearance == .dark)
        view.override = .light
        #expect(view.traits.appearance == .light)
        view.override = .followSystem
        #expect(view.traits.appearance == .light)
        view.override = nil
        window.override = .night
        #expect(view.traits.appearance == .night)
        window.override = nil
        window.atLeast = nil
        #expect(view.traits.appearance == .light)
    }

    @Test func `exactly dark stays dark at night`() {
        window.override = .dark
        app.system.appearance = .night
        #expect([app, window, view].map(\.traits.appearance) == [.night, .dark, .dark])
    }

    @Test func `a fixed root keeps its appearance`() {
        let root = AppearanceNode(fixed: .dark)
        let child = root.child()
        root.system = Traits(appearance: .night, contrast: .high)
        root.override = .light
        root.atLeast = .night
        #expect(child.traits == Traits(appearance: .dark, contrast: .high))
        child.override = .followSystem
        #expect(child.traits.appearance == .dark)
        child.night()
        #expect(child.traits.appearance == .night)
    }

    private enum Density: TraitKey { static let defaultValue = 1.0 }

    @Test func `a trait of the app's own is inherited and observed`() {
        var received: [Double] = []
        let observation = view.observe { received.append($0[Density.self]) }
        window.overrides[Density.self] = 0.8
        window.overrides[Density.self] = 0.8
        app.system.appearance = .dark
        view.overrides[Density.self] = 2
        view.overrides[Density.self] = nil
        window.overrides[Density.self] = nil
        #expect(received == [1, 0.8, 0.8, 2, 0.8, 1])
        #expect(app.traits == Traits(appearance: .dark))
        observation.cancel()
    }

    private enum Columns: TraitKey { static let defaultValue: Int? = 3 }

    @Test func `a trait of the app's own may be optional`() {
        #expect(view.traits[Columns.self] == 3)
        #expect(window.overrides[Columns.self] == nil as Int??)
        window.overrides[Columns.self] = .some(nil)
        #expect(view.traits[Columns.self] == nil)
        #expect(window.overrides[Columns.self] == .some(nil) as Int??)
        view.overrides[Columns.self] = 3
        #expect(view.traits[Columns.self] == 3)
    }

    @Test func `a colour from a closure may use a trait of the app's own`() {
        let gap = DynamicColor { $0[Density.self] < 1 ? .white : .black }
        window.overrides[Density.self] = 0.5
        #expect(gap.resolved(in: view.traits) == .white)
        #expect(gap.resolved(in: app.traits) == .black)
    }

    @Test func `night is set by one line for a subtree`() {
        view.night(tint: Color(0xFF8000), base: .light)
        let presented = view.child(TraitOverrides(elevation: .elevated))
        for node in [view, presented] {
            #expect(node.traits.appearance == .night)
            #expect(node.traits.differentiateWithoutColor)
            #expect(node.traits.nightStyle == NightStyle(tint: Color(0xFF8000), base: .light))
        }
        #expect(presented.traits.isElevated)
        #expect(!window.traits.differentiateWithoutColor)
        view.override = nil
        #expect(presented.traits.appearance == .light)
        #expect(!presented.traits.differentiateWithoutColor)
    }

    @Test func `elevation is overridden for a part`() {
        let sheet = window.child(TraitOverrides(elevation: .elevated))
        let field = sheet.child()
        #expect(field.traits.isElevated)
        field.overrides.elevation = .base
        #expect(!field.traits.isElevated)
        #expect(sheet.traits.isElevated)
    }

    @Test func `every override reaches the nodes below`() {
        window.overrides = TraitOverrides(
            contrast: .high, reducedMotion: true, differentiateWithoutColor: true)
        #expect(
            view.traits
                == Traits(contrast: .high, reducedMotion: true, differentiateWithoutColor: true))
    }

    @Test func `an observation that owns others ends them with it`() {
        var received: [Appearance] = []
        func observeTwice() -> AppearanceObservation {
            let inner = view.observe { received.append($0.appearance) }
            return view.observe { _ in withExtendedLifetime(inner) {} }
        }
        observeTwice().cancel()
        view.override = .dark
        #expect(received == [.light])
    }

    @Test func `a fixed style does not follow the desktop`() {
        let app = AppearanceNode(fixed: .dark)
        #expect(app.child().traits.appearance == .dark)
    }

    @Test func `observers receive the current value and each change once`() {
        var received: [Appearance] = []
        let observation = view.observe { received.append($0.appearance) }
        app.override = .dark
        app.override = .dark
        window.overrides.elevation = .base
        view.override = .night
        app.override = .light
        view.override = nil
        #expect(received == [.light, .dark, .night, .light])
        observation.cancel()
        app.override = .dark
        #expect(received.count == 4)
    }

    @Test func `an observation keeps its node`() {
        var received: [Appearance] = []
        var observation: AppearanceObservation?
        weak var node: AppearanceNode?
        do {
            let made = window.child()
            node = made
            observation = made.observe { received.append($0.appearance) }
        }
        app.override = .dark
        #expect(received == [.light, .dark])
        observation?.cancel()
        observation = nil
        #expect(node == nil)
    }

    @Test func `an observation that is released ends`() {
        var count = 0
        do { _ = view.observe { _ in count += 1 } }
        app.override = .dark
        #expect(count == 1)
    }

    @Test func `an observer sees the whole tree changed`() {
        let later = app.child()
        var seen: [Appearance] = []
        let observation = window.observe { _ in seen.append(later.traits.appearance) }
        app.override = .dark
        #expect(seen == [.light, .dark])
        observation.cancel()
    }

    @Test func `an observer may change the tree`() {
        var received: [Appearance] = []
        let first = app.observe { [window] in window.override = $0.isLight ? .night : .light }
        let second = view.observe { received.append($0.appearance) }
        app.override = .dark
        #expect(view.traits.appearance == .light)
        app.override = .light
        #expect(view.traits.appearance == .night)
        #expect(received.last == .night)
        withExtendedLifetime((first, second)) {}
    }

    @Test func `an observer may end its own observation`() {
        var observation: AppearanceObservation?
        var count = 0
        observation = view.observe { _ in
            count += 1
            observation?.cancel()
        }
        app.override = .dark
        app.override = .light
        #expect(count == 2)
        observation = nil
    }

    @Test func `released nodes are no longer notified`() {
        weak var gone: AppearanceNode?
        for _ in 0..<100 {
            let node = window.child()
            gone = node
            withExtendedLifetime(node) {}
        }
        #expect(gone == nil)
        let last = window.child()
        app.override = .dark
        #expect(last.traits.appearance == .dark)
    }

    @Test func `a node keeps its ancestors alive`() {
        func leaf() -> AppearanceNode { AppearanceNode(fixed: .dark).child().child() }
        let node = leaf()
        #expect(node.parent?.parent?.traits.appearance == .dark)
        node.system = Traits(contrast: .high)
        #expect(node.traits.contrast == .high)
    }

    @Test func `a node delivers changes as a sequence`() async {
        var changes = window.child().changes().makeAsyncIterator()
        #expect(await changes.next()?.appearance == .light)
        app.override = .dark
        app.override = .night
        #expect(await changes.next()?.appearance == .night)
    }
}
