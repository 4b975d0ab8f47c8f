import AppearanceDesktop
import AppearanceEngine
package import AppearanceModel
package import Linux

/// The requests of clients that change the mode: those of a hook's own run are refused, because each
/// change runs the hook again, and a program that makes too many changes is named.
package final class ChangeRequests: Publisher {
    /// The result of a request.
    enum Outcome {
        case done
        case rejected(Rejection)
        /// The hook with this name has made it in its own run.
        case refusedToHook(String)
    }

    /// The changes in `interval` from which on their sender is named.
    private static let mostChanges = 30
    private static let interval = Duration.seconds(60)
    /// The time for which the status has the last such sender, or hook.
    private static let memory = Duration.seconds(600)

    /// The runs of hooks.
    package let hooks: HookRuns
    private let requests: any RequestHandler
    private let log: Log
    private var last: (mode: Mode, appearance: Appearance)?
    /// The changes of mode or appearance so far.
    private var changes = 0
    /// The times of the last changes that clients have made, of the boot clock.
    private var times: [Int64] = []
    private var frequent: Sentence?
    /// The sentence about the hook that was refused last.
    private var refused: Sentence?
    /// The hooks that were refused, each with the time of the last line about it.
    private var logged: [String: Int64] = [:]

    private struct Sentence {
        let text: String
        /// The time at which it was true, of the boot clock.
        var time: Int64
        /// Whether it has the name of the program.
        var isComplete = true
    }

    package init(_ requests: any RequestHandler, _ hooks: HookRuns, log: Log) {
        self.requests = requests
        self.hooks = hooks
        self.log = log
    }

    package func publish(_ snapshot: Snapshot) {
        if let last, last != (snapshot.mode, snapshot.appearance) { changes += 1 }
        last = (snapshot.mode, snapshot.appearance)
    }

    /// Returns whether an event may change the mode or the appearance at once.
    ///
    /// A hook may pause, inhibit and report light, which keep the appearance or need their dwell time.
    static func isRefusedToHooks(_ event: Event) -> Bool {
        if case .modeChosen = event { return true }
        return event == .toggled || event == .resumed
    }

    /// Submits an event of a client.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - process: The process of the client, 0 if it is unknown.
    ///   - connected: When it has connected, of the boot clock.
    ///   - identify: Finds the process, if it is unknown and has to be named.
    /// - Returns: Whether the event was handled, and by what it was refused.
    func submit(
        _ event: Event, by process: UInt32, connectedAt connected: Int64,
        identify: (@escaping (UInt32) -> Void) -> Void = { _ in }
    ) -> Outcome {
        if Self.isRefusedToHooks(event), hooks.mayCall,
            let hook = hooks.hook(of: Int32(clamping: process), connectedAt: connected)
        {
            refuse(hook)
            return .refusedToHook(hook)
        }
        let before = changes
        if let rejection = requests.submit(event) { return .rejected(rejection) }
        if changes != before { count(process, identify) }
        return .done
    }

    /// The programs that make too many changes, in a sentence; `nil` for none.
    var warning: String? {
        let earliest = SystemClock.now().boot - Self.memory.microseconds
        let texts = [refused, frequent].compactMap { $0 }.filter { $0.time >= earliest }.map(\.text)
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private func refuse(_ hook: String) {
        let now = SystemClock.now().boot
        let text = "The hook \(hook.withoutControls) \(Self.reason)."
        refused = Sentence(text: text, time: now)
        if let time = logged[hook], now - time < Self.memory.microseconds { return }
        if logged.count >= HookCatalog.mostHooks { logged = [:] }
        logged[hook] = now
        log.warning(text)
    }

    /// The reason of the refusal, as the end of a sentence about the hook.
    static let reason = "cannot change the mode while it runs: each change runs it again"

    private func count(_ process: UInt32, _ identify: (@escaping (UInt32) -> Void) -> Void) {
        let now = SystemClock.now().boot
        times.append(now)
        guard times.count > Self.mostChanges else { return }
        let first = times.removeFirst()
        guard now - first <= Self.interval.microseconds else { return }
        // The name of a program that has ended meanwhile is not known; the next one is asked for it.
        let pause = frequent?.isComplete == true ? Self.interval : .seconds(1)
        if let time = frequent?.time, now - time < pause.microseconds { return }
        if process > 0 {
            name(process, now)
        } else {
            identify { [weak self] in self?.name($0, now) }
        }
    }

    private func name(_ process: UInt32, _ now: Int64) {
        let process = Int32(clamping: process)
        let isNew = frequent.map { now - $0.time >= Self.memory.microseconds } ?? true
        let name = ProcessTable.name(of: process)
        let parent = name == nil ? nil : ProcessTable.parent(of: process)
        let starter = parent.flatMap { parent in
            ProcessTable.name(of: parent).map { ", started by \($0), process \(parent)" }
        }
        let subject =
            name.map { "\($0) (process \(process)\(starter ?? ""))" } ?? "Process \(process)"
        let text =
            "\(subject) changes the mode again and again: more than \(Self.mostChanges) changes in a minute."
        let wasComplete = frequent?.isComplete ?? true
        frequent = Sentence(text: text, time: now, isComplete: name != nil)
        if isNew || !wasComplete && name != nil { log.warning(text) }
    }
}
