import CSystemd
package import Linux

/// A watched descriptor; letting go of it ends the watching.
package final class IOSource {
    private let source: EventSource

    /// What to wait for; with nothing to wait for, not even a hang-up is reported.
    package var interest: Interest {
        didSet { if interest != oldValue { applyInterest() } }
    }

    init(
        on loop: EventLoop, descriptor: Int32, interest: Interest,
        priority: EventLoop.Priority, _ handler: @escaping (Interest) -> Void
    ) throws(IOError) {
        source = try EventSource(
            "sd_event_add_io", subject: "descriptor \(descriptor)", handler: EventHandler(handler)
        ) { source, userData in
            sd_event_add_io(
                loop.event, &source, descriptor, interest.rawValue,
                { _, _, ready, userData in
                    EventHandler.run(userData, Interest(rawValue: ready))
                }, userData)
        }
        self.interest = interest
        source.setPriority(priority)
        if interest.isEmpty { applyInterest() }
    }

    // epoll reports a hang-up without being asked, so a source with no interest must be off.
    private func applyInterest() {
        if interest.isEmpty {
            source.enable(SD_EVENT_OFF)
        } else {
            source.setInterest(interest)
            source.enable(SD_EVENT_ON)
        }
    }
}
