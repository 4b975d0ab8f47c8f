import EventLoop

/// What is to be done in a turn of the loop of its own, in the order in which it was asked for.
final class DeferredCalls {
    private var waiting: [() -> Void] = []
    private var later: DeferSource?

    init(on loop: EventLoop) {
        later = loop.deferred { [weak self] in self?.run() }
    }

    func add(_ body: @escaping () -> Void) {
        waiting.append(body)
        later?.schedule()
    }

    /// Does none of them.
    func forget() {
        waiting = []
        later = nil
    }

    private func run() {
        while later != nil, !waiting.isEmpty { waiting.removeFirst()() }
    }
}
