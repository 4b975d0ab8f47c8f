/// What the nodes of one tree share: the desktop's traits, and who is yet to be told.
final class AppearanceTree {
    private(set) var system: Traits
    weak var root: AppearanceNode?

    private var changed: [AppearanceNode] = []
    private var isTelling = false

    init(system: Traits) {
        self.system = system
    }

    func change(to system: Traits) {
        guard system != self.system else { return }
        self.system = system
        root?.resolve(into: &changed, isForced: true)
        tell()
    }

    /// Draws every conclusion from a change at a node, then tells it.
    func settle(from node: AppearanceNode) {
        node.resolve(into: &changed)
        tell()
    }

    /// An observer may change the tree: what follows from that is told after the others.
    private func tell() {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !changed.isEmpty {
            let batch = changed
            changed = []
            for node in batch { node.tell() }
        }
    }
}
