internal import Linux

/// The appearance of one app: that of the desktop, or one that its user chose.
///
/// It follows the desktop, saves the choice under the app's id, and has the tree of nodes whose
/// traits windows and views are drawn with. On the main actor, ``AppearanceStore`` does so by itself;
/// this one needs a main loop that watches one descriptor:
///
/// ```swift
/// let app = try AppAppearance(id: "org.example.Reader")
/// let window = app.root.child()
/// let styling = window.observe { traits in style(window, by: traits) }
/// var polled = pollfd(fd: app.fileDescriptor, events: Int16(POLLIN), revents: 0)
/// while poll(&polled, 1, -1) > 0 { app.process() }
///
/// // In the app's settings:
/// app.choice = .dark
/// ```
///
/// A program without one awaits ``follow(isolation:)`` instead. A choice takes effect at once, at
/// the next launch, and in every other running process of the app. The object belongs to the thread or
/// actor that created it.
public final class AppAppearance {
    /// The root node of the app, above those of its windows.
    public let root: AppearanceNode

    /// The user's choice for the app, saved for the next launch and shared by all its processes.
    ///
    /// A choice that cannot be saved is in effect nevertheless; ``saveError`` has the reason.
    public var choice: AppearanceOverride {
        get { current }
        set {
            current = newValue
            // An observer may have replaced it. A picker that reports it again must not save it again, over
            // what another process has chosen since.
            guard current != saved else {
                saveError = nil
                return
            }
            do throws(AppearanceError) {
                try file.write(current)
                saved = current
                saveError = nil
            } catch {
                saveError = error
            }
        }
    }

    /// The reason why the last choice was not saved; `nil` if it was.
    public private(set) var saveError: AppearanceError?

    private var current: AppearanceOverride {
        didSet {
            root.override = current
            observers.notify { current }
        }
    }

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    public var fileDescriptor: Int32 { readiness.rawValue }

    private let observers = Observers<AppearanceOverride>()
    private let source: any AppearanceSource
    private let file: OverrideFile
    private let readiness: EpollSet
    /// The choice in the file; that in effect is another one if it could not be saved.
    private var saved: AppearanceOverride

    /// Creates the appearance of the app with this id, such as `org.example.Reader`.
    ///
    /// - Throws: `AppearanceError` if the id is invalid, or the process has no descriptor left.
    public convenience init(id: String) throws(AppearanceError) {
        try self.init(id: id, following: AppearanceFollower())
    }

    /// Creates the appearance of an app that follows another source than the desktop.
    public convenience init(
        id: String, following source: any AppearanceSource
    ) throws(AppearanceError) {
        try self.init(
            id: id, following: source, configurationHome: OverrideFile.configurationHome)
    }

    /// Creates the appearance of an app with a fixed appearance; contrast and motion follow the
    /// desktop.
    ///
    /// A choice has no effect; overrides of its windows and views do.
    public convenience init(id: String, fixed: Appearance) throws(AppearanceError) {
        try self.init(
            id: id, following: AppearanceFollower(), fixed: fixed,
            configurationHome: OverrideFile.configurationHome)
    }

    /// Creates the appearance of an app with the choice below a folder; `nil`: it is not saved.
    package init(
        id: String, following source: any AppearanceSource, fixed: Appearance? = nil,
        configurationHome: String?
    ) throws(AppearanceError) {
        self.source = source
        file = try OverrideFile(appID: id, configurationHome: configurationHome)
        let watched = source.fileDescriptor >= 0 ? source.fileDescriptor : nil
        readiness = try .following([watched, file.descriptor])
        saved = file.read() ?? .followSystem
        current = saved
        root = AppearanceNode(system: Traits(source.status), fixed: fixed)
        root.override = current
    }

    /// The status of the desktop, regardless of the choice; that of `fakeStatus` if set.
    public var status: AppearanceStatus { fakeStatus ?? source.status }

    /// A status that replaces the desktop's in this process, for a debug menu; `nil` for none.
    ///
    /// ```swift
    /// app.fakeStatus = AppearanceStatus(.night, contrast: .high)
    /// ```
    public var fakeStatus: AppearanceStatus? {
        didSet { root.system = Traits(status) }
    }

    /// Runs `body` now and whenever the choice changes, for a picker that shows it.
    ///
    /// It ends when the returned observation is released; the observation retains the app's
    /// appearance.
    public func observeChoice(
        _ body: @escaping (AppearanceOverride) -> Void
    ) -> AppearanceObservation {
        let number = observers.add(notifying: current, body)
        return AppearanceObservation { self.observers.remove(number) }
    }

    /// Processes pending changes without blocking and notifies the observers of changed nodes.
    public func process() {
        if source.process() != nil { root.system = Traits(status) }
        guard file.hasChanged(), let choice = file.read(), choice != saved else { return }
        saved = choice
        saveError = nil
        current = choice
    }

    /// Follows the desktop and the app's other processes until the task is cancelled.
    ///
    /// Observers run on the caller's actor. It returns at once if the process has no descriptor or
    /// thread left.
    public func follow(isolation: isolated (any Actor)? = #isolation) async {
        guard let readiness = try? ReadinessStream(of: fileDescriptor) else { return }
        process()
        for await _ in readiness.stream {
            process()
            readiness.rearm()
        }
    }
}
