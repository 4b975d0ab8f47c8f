internal import AppearanceModel
internal import LinuxIO

/// What the user wants of the screen for a while, as appearancectl writes it down, and the buttons
/// of a notification.
final class NightOverrideFile {
    private let path: String
    private var watch: PathWatch?

    init(at path: String) { self.path = path }

    /// The wish that holds at an instant; nil for none.
    func wish(at now: WallTime) -> NightOverride? {
        guard let bytes = try? File.read(path, limit: 256) else { return nil }
        return NightOverride.first(in: String(decoding: bytes, as: UTF8.self), at: now)
    }

    /// Makes it hold, for the filters of all displays.
    func write(_ wish: NightOverride) throws(IOError) {
        try AtomicFile.write(Array(wish.text.utf8), to: path)
    }

    /// Takes a wish for red away, from somebody who wants the screen back.
    func forgetRed(at now: WallTime) {
        if case .on? = wish(at: now) { File.remove(path) }
    }

    /// Tells of another wish from now on.
    func follow(on loop: EventLoop, _ changed: @escaping () -> Void) {
        watch = PathWatch(on: loop, path: path) { _ in changed() }
    }
}
