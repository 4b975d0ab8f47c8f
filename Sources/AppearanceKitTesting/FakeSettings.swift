internal import AppearanceKit
internal import Linux

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
    func reader() throws(AppearanceError) -> any SettingsSource {
        let reader: Reader
        do throws(IOError) {
            reader = try Reader(of: self)
        } catch {
            throw AppearanceError(following: error)
        }
        state.withLock { $0.readers.append(WeakReference(reader: reader)) }
        return reader
    }

    private final class Reader: SettingsSource, Sendable {
        private let origin: FakeSettings
        private let flag: EventDescriptor
        private let newest: Locked<DesktopSettings>

        init(of origin: FakeSettings) throws(IOError) {
            self.origin = origin
            flag = try EventDescriptor()
            newest = Locked(origin.state.withLock { $0.settings })
        }

        var settings: DesktopSettings? { newest.withLock { $0 } }
        var isLost: Bool { false }
        var isWaiting: Bool { false }
        var fileDescriptor: Int32 { flag.rawValue }

        func wake() { flag.raise() }

        func process() {
            flag.lower()
            let settings = origin.state.withLock { $0.settings }
            newest.withLock { $0 = settings }
        }

        func reload() {}
    }
}
