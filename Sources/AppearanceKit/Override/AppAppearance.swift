/// The appearance of one app: as the desktop, or as its user has chosen for it.
///
/// It follows the desktop, keeps the user's choice under the app's id, and has the tree of nodes by
/// which windows and views are drawn. A program with a main loop watches one descriptor:
///
/// ```swift
/// let app = try AppAppearance(id: "org.example.Reader")
/// let window = app.root.child()
/// let styling = window.observe { traits in style(window, by: traits) }
/// loop.watchInput(of: app.fileDescriptor) { app.process() }
///
/// // In the app's settings:
/// try app.choose(.dark)
/// ```
///
/// A program without one awaits ``follow(isolation:)`` instead. A choice holds at once, at the next
/// launch, and in every other process of the app that runs. All of it belongs to the thread or the
/// actor that made it.
public final class AppAppearance {
    /// The node of the whole app, above those of its windows.
    public let root: AppearanceNode

    /// What the user has chosen for the app, in this process or another.
    public private(set) var override: AppearanceOverride {
        didSet {
            root.override = override
            observers.tell { override }
        }
    }

    /// A descriptor that is readable when `process` has something to do; always the same.
    ///
    /// Only watch it, for input: reading, writing and closing are not yours.
    public var fileDescriptor: Int32 { readiness.number }

    private let observers = Observers<AppearanceOverride>()
    private let source: any AppearanceSource
    private let file: OverrideFile
    private let readiness: ReadinessStream

    /// The appearance of the app with this id, such as `org.example.Reader`, on this desktop.
    public convenience init(id: String) throws(FollowError) {
        try self.init(id: id, following: AppearanceFollower())
    }

    /// The appearance of an app that hears of the desktop by something else than the service.
    public convenience init(
        id: String, following source: any AppearanceSource
    ) throws(FollowError) {
        try self.init(
            id: id, following: source, configurationHome: OverrideFile.configurationHome)
    }

    /// The appearance of an app whose choice is kept below a folder; nil: it is not kept.
    package init(
        id: String, following source: any AppearanceSource, configurationHome: String?
    ) throws(FollowError) {
        self.source = source
        file = OverrideFile(appID: id, configurationHome: configurationHome)
        readiness = try ReadinessStream()
        try readiness.add(source.fileDescriptor)
        if let number = file.number { try readiness.add(number) }
        override = file.read()
        root = AppearanceNode(system: Traits(source.status))
        root.override = override
    }

    /// What the desktop shows and why, whatever was chosen for the app.
    public var status: AppearanceStatus { source.status }

    /// Takes the user's choice: applies it now, and keeps it for the next launch.
    ///
    /// Where it cannot be kept, it is applied all the same.
    public func choose(_ override: AppearanceOverride) throws(OverrideSaveError) {
        self.override = override
        try file.write(override)
    }

    /// Runs `body` now and whenever the choice is another, as a picker needs that shows it.
    ///
    /// It ends with the observation, which is to be kept, and which keeps the app's appearance.
    public func observeOverride(
        _ body: @escaping (AppearanceOverride) -> Void
    ) -> AppearanceObservation {
        let number = observers.add(telling: override, body)
        return AppearanceObservation { self.observers.remove(number) }
    }

    /// Takes what has come, without waiting: nodes that are drawn otherwise now tell it.
    public func process() {
        if let status = source.process() { root.system = Traits(status) }
        if file.hasChanged() { override = file.read() }
    }

    /// Follows the desktop and the app's other processes until the task is cancelled.
    ///
    /// Nodes tell what changes on the actor from which this is called.
    public func follow(isolation: isolated (any Actor)? = #isolation) async {
        guard let alerts = EpollSet(of: fileDescriptor) else { return }
        process()
        for await _ in alerts.stream {
            process()
            alerts.rearm()
        }
    }
}
