import CSystemd
import Linux

/// Work that the loop runs once each time it is scheduled, after what was ready before it.
package final class DeferSource {
    private let loop: EventLoop
    private let handler: () -> Void
    private var source: EventSource?
    private var isScheduled = false

    init(on loop: EventLoop, _ handler: @escaping () -> Void) {
        self.loop = loop
        self.handler = handler
    }

    /// Runs the work once, soon; scheduling twice before it has run is scheduling once.
    package func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        source = enqueued()
    }

    // A fresh source each time: sd-event orders by the time since which a source has been
    // pending, which for a deferred one is its creation, so a lasting one would starve the rest.
    private func enqueued() -> EventSource? {
        let run = EventHandler<Void> { [weak self] in self?.run() }
        do throws(IOError) {
            return try EventSource("sd_event_add_defer", handler: run) { source, userData in
                sd_event_add_defer(
                    loop.event, &source, { _, userData in EventHandler.run(userData, ()) }, userData
                )
            }
        } catch {
            precondition(error.errno == .staleHandle, "\(error)")
            return nil  // The loop has finished and runs nothing more.
        }
    }

    private func run() {
        isScheduled = false
        handler()
    }
}
