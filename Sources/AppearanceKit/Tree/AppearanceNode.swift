public import AppearanceModel

/// A place in an app's tree, from the app over its windows to their views.
///
/// A node inherits from the one above it what it does not have otherwise, so the nearest wins:
///
/// ```swift
/// let window = app.root.child()
/// let map = window.child()
/// window.override = .dark          // the window, its views, and windows that they present
/// map.night()                      // but this view, and all below it, are red on black
/// map.traits.appearance            // .night
/// map.traits.differentiateWithoutColor   // true
/// ```
///
/// A window that a view presents is a child of the view's node, and inherits as its views do. A
/// node is kept by whoever has it, by what observes it, and by the nodes below it. The whole tree
/// belongs to the thread or the actor that made it.
public final class AppearanceNode {
    /// What this place is drawn by, with everything that is inherited.
    public private(set) var traits: Traits

    /// What this node has otherwise than the one above it; nodes below are drawn anew at once.
    public var overrides = TraitOverrides() {
        didSet { if overrides != oldValue { tree.settle(from: self) } }
    }

    /// The node above; nil for the app's.
    public let parent: AppearanceNode?

    private let tree: AppearanceTree
    private var children: [Child] = []
    private var lostChildren = 0
    private let observers = Observers<Traits>()

    private struct Child {
        weak var node: AppearanceNode?
    }

    /// The top of a tree, with what the desktop asks for.
    public init(system: Traits = Traits()) {
        parent = nil
        tree = AppearanceTree(system: system)
        traits = system
        tree.root = self
    }

    /// The top of a tree that is always the same, whatever the desktop says.
    ///
    /// For an app whose style is decided when it is built; it need not follow anything.
    public convenience init(fixed appearance: Appearance) {
        self.init(system: Traits(appearance: appearance))
    }

    private init(below parent: AppearanceNode, overrides: TraitOverrides) {
        self.parent = parent
        tree = parent.tree
        self.overrides = overrides
        traits = overrides.applied(to: parent.traits, system: parent.tree.system.appearance)
    }

    deinit { parent?.lostChildren += 1 }

    /// A place below this one: a window, a view, a window that this view presents.
    public func child(_ overrides: TraitOverrides = TraitOverrides()) -> AppearanceNode {
        if lostChildren > children.count / 2 {
            children.removeAll { $0.node == nil }
            lostChildren = 0
        }
        let node = AppearanceNode(below: self, overrides: overrides)
        children.append(Child(node: node))
        return node
    }

    /// Light, dark or night for this place and all below it; nil inherits.
    ///
    /// `followSystem` is as the desktop, even below a node that is not.
    public var override: AppearanceOverride? {
        get { overrides.appearance }
        set { overrides.appearance = newValue }
    }

    /// Makes it night here and in all below, in shades of a colour; `override = nil` ends it.
    public func night(tint: Color = .red, base: NightStyle.Base = .dark) {
        overrides.nightStyle = NightStyle(tint: tint, base: base)
        overrides.appearance = .night
    }

    /// What the desktop asks for, the same in the whole tree.
    public var system: Traits {
        get { tree.system }
        set { tree.change(to: newValue) }
    }

    /// Runs `body` now and whenever this place is to be drawn otherwise.
    ///
    /// It is told when the whole tree has changed, so it may read any node. It ends with the
    /// observation, which is to be kept, and which keeps the node.
    public func observe(_ body: @escaping (Traits) -> Void) -> AppearanceObservation {
        let number = observers.add(telling: traits, body)
        return AppearanceObservation { self.observers.remove(number) }
    }

    /// What this place is drawn by, now and at every change.
    public func changes() -> TraitChanges { TraitChanges(of: self) }

    /// Draws conclusions here and below, and notes the nodes that are drawn otherwise now.
    func resolve(into changed: inout [AppearanceNode], isForced: Bool = false) {
        let inherited = parent?.traits ?? tree.system
        let resolved = overrides.applied(to: inherited, system: tree.system.appearance)
        // Below a node that stays as it is, only another desktop can change anything.
        guard resolved != traits || isForced else { return }
        if resolved != traits {
            traits = resolved
            if !observers.isEmpty { changed.append(self) }
        }
        for index in children.indices {
            children[index].node?.resolve(into: &changed, isForced: isForced)
        }
    }

    /// Tells every observer what it has not been told yet.
    func tell() { observers.tell { traits } }
}
