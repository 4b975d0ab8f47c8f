import CSystemd
package import Linux

/// A watched descriptor; releasing it ends the watch.
package final class IOSource {
    private let source: EventSource

    /// The events to wait for; with none, not even a hang-up is reported.
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
        try source.setPriority(priority)
        if interest.isEmpty { applyInterest() }
    }

    /// Reports a descriptor again that is still ready, for an interest with `edge`.
    ///
    /// The loop lists all ready descriptors again after each handler, unless their sources have
    /// this interest: with n of them ready at once, n² of the others.
    package func rearm() { source.setInterest(interest) }

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

/// A handled signal; releasing it restores the default action.
package final class SignalSource {
    private let source: EventSource

    init(
        on loop: EventLoop, number: Int32, _ handler: @escaping () -> Void
    ) throws(IOError) {
        source = try EventSource(
            "sd_event_add_signal", subject: "signal \(number)", handler: EventHandler(handler)
        ) { source, userData in
            sd_event_add_signal(
                loop.event, &source, number | SD_EVENT_SIGNAL_PROCMASK,
                { _, _, userData in EventHandler.run(userData, ()) }, userData)
        }
    }
}
