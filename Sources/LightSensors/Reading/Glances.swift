import AppearanceModel
import LinuxIO

/// Looks at sensors that nobody follows: side by side, and never two at once at the same one, so
/// that one which hangs costs a single thread and holds up no other.
final class Glances {
    private let loop: EventLoop
    private var open: [String: Glance] = [:]

    init(on loop: EventLoop) { self.loop = loop }

    /// Tells of each sensor as it answers, and at last that all have answered or taken too long.
    func look(
        at channels: [(path: String, channel: IIOChannel)],
        _ heard: @escaping (_ path: String, Glance.Answer) -> Void, then done: @escaping () -> Void
    ) throws(IOFailure) {
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
    func forget(_ path: String) { open.removeValue(forKey: path)?.give(.failure(.silent)) }

    private func glance(at path: String, _ channel: IIOChannel) throws(IOFailure) -> Glance {
        if let glance = open[path] { return glance }
        let glance = try Glance(at: channel, on: loop) { [weak self] _ in self?.open[path] = nil }
        open[path] = glance
        return glance
    }
}
