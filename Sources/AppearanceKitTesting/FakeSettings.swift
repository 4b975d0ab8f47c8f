internal import AppearanceKit
internal import CLinux
internal import Glibc

/// The settings of a fake desktop, which its followers read.
final class FakeSettings: Sendable {
    private struct State: Sendable {
        var settings = DesktopSettings()
        var readers: [WeakReference] = []
    }

    private struct WeakReference: Sendable {
        weak var reader: Reader?
    }

    private let state = Locked(State())

    /// Shows other settings; when this returns, each reader has them to process.
    func show(_ settings: DesktopSettings) {
        let readers = state.withLock { state in
            state.settings = settings
            state.readers.removeAll { $0.reader == nil }
            return state.readers
        }
        for reference in readers { reference.reader?.wake() }
    }

    /// Returns a reader of the settings for one follower.
    func reader() throws(FollowError) -> any SettingsSource {
        let alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard alarm >= 0 else { throw FollowError("eventfd", errno: errno) }
        let reader = Reader(of: self, alarm: alarm)
        state.withLock { $0.readers.append(WeakReference(reader: reader)) }
        return reader
    }

    private final class Reader: SettingsSource, Sendable {
        private let origin: FakeSettings
        private let alarm: Descriptor
        private let newest: Locked<DesktopSettings>

        init(of origin: FakeSettings, alarm: Int32) {
            self.origin = origin
            self.alarm = Descriptor(alarm)
            newest = Locked(origin.state.withLock { $0.settings })
        }

        var settings: DesktopSettings? { newest.withLock { $0 } }
        var isLost: Bool { false }
        var isWaiting: Bool { false }
        var fileDescriptor: Int32 { alarm.number }

        func wake() { _ = eventfd_write(alarm.number, 1) }

        func process() {
            var count: eventfd_t = 0
            _ = eventfd_read(alarm.number, &count)
            let settings = origin.state.withLock { $0.settings }
            newest.withLock { $0 = settings }
        }

        func reload() {}
    }
}
