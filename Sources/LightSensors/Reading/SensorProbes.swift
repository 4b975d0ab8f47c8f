package import AppearanceModel
package import EventLoop
package import Linux

/// Looks at sensors that nobody follows: side by side, and never two at once at the same one, so
/// that one which hangs costs a single thread and holds up no other.
package final class SensorProbes {
    private let loop: EventLoop
    private var open: [String: SensorProbe] = [:]

    /// Looks that are told of on a loop.
    package init(on loop: EventLoop) { self.loop = loop }

    /// Tells of each sensor as it answers, and at last that all have answered or taken too long.
    package func look(
        at channels: [(path: String, channel: LightChannel)],
        _ heard: @escaping (_ path: String, Result<LightReading, SensorReadError>) -> Void,
        then done: @escaping () -> Void
    ) throws(IOError) {
        guard !channels.isEmpty else { return done() }
        var waitedFor = channels.count
        for (path, channel) in channels {
            try glance(at: path, channel).ask { answer in
                heard(path, answer)
                waitedFor -= 1
                if waitedFor == 0 { done() }
            }
        }
    }

    /// Lets go of a sensor that is no longer there.
    package func forget(_ path: String) { open.removeValue(forKey: path)?.give(.failure(.silent)) }

    private func glance(at path: String, _ channel: LightChannel) throws(IOError) -> SensorProbe {
        if let glance = open[path] { return glance }
        let glance = try SensorProbe(at: channel, on: loop) { [weak self] _ in
            self?.open[path] = nil
        }
        open[path] = glance
        return glance
    }
}
