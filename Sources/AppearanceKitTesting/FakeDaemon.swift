public import AppearanceKit
internal import AppearanceModel
internal import AppearanceProtocol
internal import DaemonClient
internal import Glibc
internal import Linux

/// A fake daemon in the process of a test, whose status the test sets.
///
/// ```swift
/// @Test func theWindowTurnsDark() throws {
///     let daemon = try FakeDaemon(showing: .light)
///     let app = try daemon.app(id: "org.example.Reader")
///     let window = ReaderWindow(app.root.child())
///     daemon.show(.dark)
///     app.process()
///     #expect(window.background == .black)
/// }
/// ```
///
/// It implements the daemon's protocol on a socket of its own, so an app behaves as it does on
/// a desktop. It decides nothing by itself. Every fake is another desktop: tests may run side by side.
/// It ends, and its folder is removed, with the last reference to it.
public final class FakeDaemon: Sendable {
    /// The `XDG_RUNTIME_DIR` of a program that uses this daemon.
    public let runtimeDirectory: String

    private let server: Locked<Server?>
    private let status: Locked<Snapshot>
    private let settings = FakeSettings()

    /// Starts a daemon with an appearance.
    public init(showing appearance: Appearance = .light) throws(AppearanceError) {
        // Not below TMPDIR: a socket's path has 107 bytes at most.
        var template = Array("/tmp/appearance-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw AppearanceError(following: "mkdtemp", errno: errno)
        }
        runtimeDirectory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        server = Locked(nil)
        status = Locked(.fake(appearance))
        try start()
    }

    deinit {
        stop()
        removeFolder()
    }

    /// The appearance that it shows.
    public var appearance: Appearance { status.withLock { $0.appearance } }

    /// Shows another appearance, with the settings of a desktop's portal beside it; when this
    /// returns, every connected follower has them to process.
    ///
    /// A follower connects when it is created, and after `start` while it processes. Another program
    /// receives the appearance alone.
    public func show(
        _ appearance: Appearance, contrast: Contrast = .standard, reducedMotion: Bool = false,
        accent: Color? = nil, textScale: Double = 1
    ) {
        settings.show(
            DesktopSettings(
                contrast: contrast, reducedMotion: reducedMotion, accent: accent,
                textScale: textScale))
        status.withLock { status in
            guard status.appearance != appearance else { return }
            status.previous = status.appearance
            status.appearance = appearance
            status.mode = appearance.mode
            status.sequence += 1
            server.withLock { $0?.publish(status) }
        }
    }

    /// Ends as the daemon does when it is stopped; followers report the loss after two seconds.
    public func stop() {
        server.withLock { server in
            server?.end()
            server = nil
        }
    }

    /// Starts again, after `stop` if it runs.
    public func start() throws(AppearanceError) {
        stop()
        let path = DaemonSocket(runtimeDirectory: runtimeDirectory)
        mkdir(path.directory, 0o700)
        let next = try Server(at: path.path, saying: status.withLock { $0 })
        server.withLock { $0 = next }
    }

    /// Follows this daemon from a main loop.
    public func follower() throws(AppearanceError) -> AppearanceFollower {
        try Self.follower(runtimeDirectory, settings)
    }

    private static func follower(
        _ runtimeDirectory: String, _ settings: FakeSettings
    ) throws(AppearanceError) -> AppearanceFollower {
        let socket = DaemonSocket(runtimeDirectory: runtimeDirectory)
        return try AppearanceFollower(socket: socket) { () throws(AppearanceError) in
            try settings.reader()
        }
    }

    /// Follows this daemon by `for await`.
    public func changes() -> AppearanceChanges {
        AppearanceChanges { [runtimeDirectory, settings] in
            try Self.follower(runtimeDirectory, settings)
        }
    }

    /// An app on this desktop; its saved choice is removed at the end.
    public func app(id: String) throws(AppearanceError) -> AppAppearance {
        try AppAppearance(
            id: id, following: follower(), configurationHome: runtimeDirectory + "/config")
    }

    /// Creates the store of an app on this desktop.
    @MainActor public func store(
        id: String, tokens: DesignTokens = .standard
    ) throws(AppearanceError) -> AppearanceStore {
        try AppearanceStore(app(id: id), tokens: tokens)
    }

    private func removeFolder() {
        var paths = [runtimeDirectory]
        var index = 0
        while index < paths.count {
            let folder = paths[index]
            index += 1
            // The target of a link belongs to others.
            guard File.linkTarget(folder) == nil else { continue }
            paths += ((try? Directory.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        }
        // A folder is removed after its content.
        for path in paths.reversed() { remove(path) }
    }
}

extension Snapshot {
    fileprivate static func fake(_ appearance: Appearance) -> Snapshot {
        Snapshot(
            mode: appearance.mode, appearance: appearance, previous: nil, reason: .manual,
            explanation: "A test says so.", since: WallTime(secondsSinceEpoch: 0), until: nil,
            next: nil, light: nil, sensor: .none, paused: false, inhibitors: [],
            configurationError: nil, sequence: 1)
    }
}
