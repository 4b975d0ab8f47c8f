import CSystemd
import Linux

/// A handled signal; letting go of it restores what the signal does otherwise.
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
