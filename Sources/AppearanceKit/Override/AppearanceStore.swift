internal import Linux
public import Observation

/// The appearance of an app, observable, which follows the desktop by itself.
///
/// ```swift
/// let store = try AppearanceStore(id: "org.example.Reader")
/// let drawing = store.observe { store in draw(page, by: store.traits) }
///
/// // In the app's settings:
/// for choice in AppearanceOverride.allCases { picker.addRow(choice.displayName) }
/// picker.onPick = { store.choice = AppearanceOverride.allCases[$0] }
/// store.tokens = .standard.branded(accent: Color(0x0A6B42))
/// ```
///
/// It follows while it exists, by a task on the main actor. A program whose main loop is not that of
/// Swift, such as GLib's, watches `fileDescriptor` and calls `process` in addition.
@MainActor @Observable
public final class AppearanceStore {
    /// The traits of the app, with its tokens.
    public private(set) var traits: Traits
    /// The status of the desktop, regardless of the choice.
    public private(set) var status: AppearanceStatus
    /// The reason why the last choice was not saved; `nil` if it was.
    public private(set) var saveError: AppearanceError?

    /// The user's choice for the app, saved for the next launch and shared by all its processes.
    public var choice: AppearanceOverride {
        get { currentChoice }
        set {
            app.choice = newValue
            refresh()
        }
    }

    /// The design tokens of the app, inherited by all windows.
    public var tokens: DesignTokens {
        get { traits.tokens }
        set { app.root.overrides.tokens = newValue }
    }

    /// A status that replaces the desktop's in this process, for a debug menu; `nil` for none.
    public var fakeStatus: AppearanceStatus? {
        get { app.fakeStatus }
        set {
            app.fakeStatus = newValue
            refresh()
        }
    }

    private var currentChoice: AppearanceOverride
    @ObservationIgnored private let app: AppAppearance
    @ObservationIgnored private let observers = Observers<State>()
    @ObservationIgnored private var observations: [AppearanceObservation] = []
    @ObservationIgnored private let readiness: ReadinessStream

    private struct State: Equatable {
        var traits: Traits
        var choice: AppearanceOverride
    }

    /// Creates the store of the app with this id, such as `org.example.Reader`.
    public convenience init(
        id: String, tokens: DesignTokens = .standard
    ) throws(AppearanceError) {
        try self.init(AppAppearance(id: id), tokens: tokens)
    }

    /// Creates the store of an app's appearance, of which it becomes the owner.
    public init(_ app: AppAppearance, tokens: DesignTokens = .standard) throws(AppearanceError) {
        do throws(IOError) {
            readiness = try ReadinessStream(of: app.fileDescriptor)
        } catch {
            throw AppearanceError(following: error)
        }
        app.root.overrides.tokens = tokens
        self.app = app
        traits = app.root.traits
        status = app.status
        currentChoice = app.choice
        observations = [
            app.root.observe { [weak self] _ in self?.refresh() },
            app.observeChoice { [weak self] _ in self?.refresh() },
        ]
        // A main loop that is not Swift's may never start this task, so it owns no descriptor.
        Task { [weak self, stream = readiness.stream] in
            for await _ in stream {
                guard let self else { return }
                self.process()
                self.readiness.rearm()
            }
        }
    }

    isolated deinit { readiness.end() }

    /// The root node of the app, above those of its windows.
    public var root: AppearanceNode { app.root }

    /// Creates the node of a window.
    public func window() -> AppearanceNode { app.root.child() }

    /// Runs `body` now and whenever the traits, the tokens or the choice change.
    ///
    /// It ends when the returned observation is released.
    public func observe(
        _ body: @escaping @MainActor (AppearanceStore) -> Void
    ) -> AppearanceObservation {
        let number = observers.add(notifying: state) { [weak self] _ in
            if let self { body(self) }
        }
        return AppearanceObservation { [observers] in observers.remove(number) }
    }

    /// The descriptor to watch for input before `process`; it never changes.
    ///
    /// Do not read, write or close it.
    public var fileDescriptor: Int32 { app.fileDescriptor }

    /// Processes pending changes without blocking.
    public func process() {
        app.process()
        refresh()
    }

    private var state: State { State(traits: traits, choice: currentChoice) }

    private func refresh() {
        if traits != app.root.traits { traits = app.root.traits }
        if currentChoice != app.choice { currentChoice = app.choice }
        if saveError != app.saveError { saveError = app.saveError }
        if status != app.status { status = app.status }
        observers.notify { state }
    }
}
