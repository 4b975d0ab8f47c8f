package import EventLoop
import Linux

/// The threads that read sensors, kept for every source that comes after another.
///
/// A sensor that hangs holds its thread until the read returns, if it ever does. Whoever wants to read
/// the same sensor meanwhile, such as the source of a new configuration, is given that thread instead
/// of one more.
package final class SensorThreads {
    private let loop: EventLoop
    /// Readers that nobody listens to any more and whose thread has yet to end, by channel.
    private var letGo: [LightChannel: SensorReader] = [:]
    let glances: SensorProbes

    /// Threads whose news is told on a loop.
    package init(on loop: EventLoop) {
        self.loop = loop
        glances = SensorProbes(on: loop)
    }

    /// A reader of a channel, perhaps one that still hangs in a read for a listener before.
    func reader(
        of channel: LightChannel, _ correction: Correction,
        tell: @escaping (SensorReader.Event) -> Void
    ) throws(IOError) -> SensorReader {
        if let reader = letGo.removeValue(forKey: channel) {
            reader.takeUp(tell)
            return reader
        }
        return try SensorReader(channel, correction, on: loop, tell: tell)
    }

    /// Takes a reader back from its listener.
    func giveBack(_ reader: SensorReader) {
        let channel = reader.channel
        let hasThread = reader.letGo { [weak self] in self?.letGo[channel] = nil }
        if hasThread { letGo[channel] = reader }
    }
}
