public import AppearanceModel

/// A node in an app's tree, from the app over its windows to their views.
///
/// A node inherits the traits of its parent that it does not override:
///
/// ```swift
/// let window = app.root.child()
/// let map = window.child()
/// window.atLeast = .dark           // the window, its views, and windows that they present
/// map.night()                      // but this view, and all below it, are red on black
/// map.traits.appearance            // .night
/// map.traits.differentiateWithoutColor   // true
/// ```
///
/// A window that a view presents is a child of the view's node. A node is retained by its owner, its
/// observations and its children. The tree belongs to the thread or actor that created it.
public final class AppearanceNode {
    /// The traits in effect at this node.
    public private(set) var traits: Traits

    /// The overrides of this node; a change notifies the observers below at once.
    public var overrides = TraitOverrides() {
        didSet { if overrides != oldValue { tree.resolve(from: self) } }
    }

    /// The parent; `nil` for the root.
    public private(set) var parent: AppearanceNode?

    private let tree: AppearanceTree
    private var children: [Child] = []
    private var lostChildren = 0
    private let observers = Observers<Traits>()

    private struct Child {
        weak var node: AppearanceNode?
    }

    /// Creates a root with the traits of the desktop.
    public convenience init(system: Traits = Traits()) {
        self.init(system: system, fixed: nil)
    }

    /// Creates a root with a fixed appearance, which neither `system` nor an override of the root
    /// changes; the other traits are those of `system`.
    public convenience init(fixed appearance: Appearance) {
        self.init(system: Traits(), fixed: appearance)
    }

    init(system: Traits, fixed: Appearance?) {
        parent = nil
        tree = AppearanceTree(system: system, fixed: fixed)
        traits = tree.system
        tree.root = self
    }

    private init(below parent: AppearanceNode, overrides: TraitOverrides) {
        self.parent = parent
        tree = parent.tree
        self.overrides = overrides
        traits = overrides.applied(to: parent.traits, system: parent.tree.system.appearance)
    }

    /// Releases the nodes above that nobody else retains in a loop: one after another inside of each
    /// other, a long chain of them would need a deep stack.
    deinit {
        var next = parent
        parent = nil
        next?.lostChildren += 1
        while next != nil, isKnownUniquelyReferenced(&next) {
            let above = next?.parent
            next?.parent = nil
            above?.lostChildren += 1
            next = above
        }
    }

    /// Creates a child: a window, a view, or a window that this view presents.
    public func child(_ overrides: TraitOverrides = TraitOverrides()) -> AppearanceNode {
        if lostChildren > children.count / 2 {
            children.removeAll { $0.node == nil }
            lostChildren = 0
        }
        let node = AppearanceNode(below: self, overrides: overrides)
        children.append(Child(node: node))
        return node
    }

    /// The override of the appearance for this node and its descendants; `nil` inherits.
    ///
    /// `followSystem` is the desktop's appearance, even below an override.
    public var override: AppearanceOverride? {
        get { overrides.appearance }
        set { overrides.appearance = newValue }
    }

    /// The lightest appearance of this node and its descendants; `nil` for no limit.
    ///
    /// A viewer of photos that is better dark is `atLeast = .dark`: dark by day, and at night still
    /// black and red. With `override = .dark` it would be white and blue at night.
    public var atLeast: Appearance? {
        get { overrides.atLeast }
        set { overrides.atLeast = newValue }
    }

    /// Overrides the appearance with night in shades of a colour; `override = nil` ends it.
    public func night(tint: Color = .red, base: NightStyle.Base = .dark) {
        overrides.nightStyle = NightStyle(tint: tint, base: base)
        overrides.appearance = .night
    }

    /// The traits of the desktop, the same in the whole tree.
    public var system: Traits {
        get { tree.system }
        set { tree.change(to: newValue) }
    }

    /// Runs `body` now and whenever the traits of this node change.
    ///
    /// It runs when the whole tree has changed, so it may read any node. It ends when the returned
    /// observation is released; the observation retains the node.
    public func observe(_ body: @escaping (Traits) -> Void) -> AppearanceObservation {
        let number = observers.add(notifying: traits, body)
        return AppearanceObservation { self.observers.remove(number) }
    }

    /// Returns the traits of this node, now and at every change.
    public func changes() -> TraitChanges { TraitChanges(of: self) }

    /// Resolves the traits of this node and its descendants, and collects the changed nodes, each before
    /// those below it.
    ///
    /// It does so in a loop: a chain of nodes may be longer than any stack is deep.
    func resolve(into changed: inout [AppearanceNode], isForced: Bool = false) {
        var pending = [self]
        while let node = pending.popLast() {
            let hasChanged = node.resolveTraits()
            if hasChanged, !node.observers.isEmpty { changed.append(node) }
            // Below an unchanged node, only a change of the desktop has an effect.
            guard hasChanged || isForced else { continue }
            for child in node.children.reversed() {
                if let node = child.node { pending.append(node) }
            }
        }
    }

    /// Resolves the traits of this node, and returns whether they have changed.
    private func resolveTraits() -> Bool {
        let inherited = parent?.traits ?? tree.system
        var overrides = overrides
        if parent == nil, tree.fixed != nil {
            overrides.appearance = nil
            overrides.atLeast = nil
        }
        let resolved = overrides.applied(to: inherited, system: tree.system.appearance)
        guard resolved != traits else { return false }
        traits = resolved
        return true
    }

    func notifyObservers() { observers.notify { traits } }
}
